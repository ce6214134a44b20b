// The files of an applicant: what is done about them besides their steps.
import { sentenceFor } from '#api/errors.ts';
import { openChannel } from '#device/channel.ts';
import { randomId } from '#device/random-id.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Carriers } from '../events.ts';
import type { Application } from '../run.ts';
import type { FileWire } from './file-wire.ts';
import { makeFileRows } from './file-rows.ts';
import type { FileEffects } from './upload-model.ts';
import { makeRemovals } from './upload-removal.ts';
import { makeUploadWork } from './upload-work.ts';

export interface UploadPorts {
  readonly wire: FileWire;
  /** Reads the list of documents again; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** Tells the applicant, on any page, why a file has failed; without a sentence, withdraws the message. */
  readonly say: Carriers<'sayFile'>['sayFile'];
  readonly onUnauthorized: () => void;
}

export type Uploads = ReturnType<typeof makeUploads>;

export function makeUploads(application: Application, { refresh, say, ...ports }: UploadPorts) {
  const { dispatch } = application;
  const { wire, onUnauthorized } = ports;
  const rows = makeFileRows(application);
  const channel = openChannel<'changed' | 'chosen'>('documents', (what) =>
    what === 'chosen' ? void rows.follow() : void refresh(),
  );
  const removals = makeRemovals(application, { wire, rows, onUnauthorized });
  const work = makeUploadWork(application, {
    wire,
    onUnauthorized,
    refresh: refreshAll,
    follow: rows.follow,
    removalOf: removals.under,
  });
  application.subscribe(work.due);

  /** Stores and sends a chosen file. Offline, it waits on this device and is sent later. */
  async function choose(key: AnswerKey, file: File): Promise<void> {
    const messages = fileMessages(file);
    const id = randomId();
    const message = messages.length > 0 ? messages.join(' ') : undefined;
    dispatch({ type: 'fileChosen', key, id, file, message });
    if (message !== undefined) return;
    try {
      const kept = await rows.write((files) => files.put(key, id, file));
      if (kept === undefined) return;
      dispatch({ type: 'fileKept', key, id, ...kept });
      // Other tabs must know of the file, so that they neither submit nor log out without it.
      channel.post('chosen');
    } catch (error) {
      dispatch({ type: 'fileUnreadable', key, id, sentence: sentenceFor(error) });
    }
  }

  /** Reads the list of documents again, here and in the other tabs. */
  async function refreshAll(): Promise<boolean> {
    const isRead = await refresh();
    channel.post('changed');
    return isRead;
  }

  const effects: Carriers<keyof FileEffects> = {
    findFiles: () => void rows.follow(),
    keepFile: (effect) => void rows.note(effect),
    sayFile: say,
    readFiles({ key, forgets, place, isChanged }) {
      const forgotten = forgets
        ? wire.forgetConversion(key, place).catch(() => undefined)
        : Promise.resolve();
      void forgotten.then(isChanged ? refreshAll : refresh);
    },
  };

  function close(): void {
    channel.close();
    work.close();
  }

  /** Removes a file, and stops what is done about it. */
  function remove(key: AnswerKey): Promise<boolean> {
    const removal = removals.remove(key);
    work.due();
    return removal.finally(() => {
      work.due();
      channel.post('chosen');
    });
  }

  return { choose, remove, due: work.due, effects, close };
}
