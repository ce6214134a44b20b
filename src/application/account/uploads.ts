// The files of an applicant: what is done about them besides their steps.
import { sentenceFor } from '#api/errors.ts';
import { openChannel } from '#device/channel.ts';
import { randomId } from '#device/random-id.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Carriers } from '../events.ts';
import type { Application } from '../run.ts';
import { visitOf } from '../visit.ts';
import type { FileWire } from './file-wire.ts';
import { makeFileRows } from './file-rows.ts';
import type { FileEffects } from './upload-model.ts';
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

export function makeUploads(application: Application, { refresh, say, wire, onUnauthorized }: UploadPorts) {
  const { state, dispatch } = application;
  const rows = makeFileRows(application);
  const channel = openChannel<'changed' | 'chosen'>('documents', (what) =>
    what === 'chosen' ? void rows.follow() : void refresh(),
  );
  const { follow } = rows;
  const work = makeUploadWork(application, { wire, onUnauthorized, refresh: refreshAll, follow });
  application.subscribe(work.due);

  /** Stores and sends a chosen file. Offline, it waits on this device and is sent later. */
  async function choose(key: AnswerKey, file: File): Promise<void> {
    const messages = fileMessages(file);
    const id = randomId();
    const message = messages.length > 0 ? messages.join(' ') : undefined;
    dispatch({ type: 'fileChosen', key, id, file, message });
    if (message !== undefined) return;
    const theirs = state.files.get(key)?.theirs ?? undefined;
    try {
      const kept = await rows.write((files) => files.put(key, id, file, theirs));
      if (kept === undefined) return;
      dispatch({ type: 'fileKept', key, id, ...kept });
      // Other tabs must know of the file, so that they neither submit nor log out without it.
      channel.post('chosen');
    } catch (error) {
      dispatch({ type: 'fileUnreadable', key, id, sentence: sentenceFor(error) });
    }
  }

  /**
   * Takes a file back, whether it waits, is being sent, is attached or has failed.
   *
   * @returns whether it is gone. If not, the applicant is told why, or the session has ended. It is deleted later,
   * unless the server has refused that.
   */
  async function remove(key: AnswerKey): Promise<boolean> {
    const visit = visitOf(application);
    const upload = state.files.get(key);
    const shown = wire.shown(key);
    // Another tab may have sent it.
    await follow();
    const present = state.files.get(key);
    // Another file has been chosen since. It stays.
    if (present !== undefined && present.id !== upload?.id) return true;
    dispatch({
      type: 'removalAsked',
      key,
      id: randomId(),
      upload: present ?? upload,
      shown,
    });
    return new Promise((resolve) => {
      const look = () => {
        const { step, said } = state.files.get(key) ?? {};
        if (!visit.isOver && step === 'removing' && said === undefined) return;
        end();
        resolve(!visit.isOver && step !== 'removing' && step !== 'failed');
      };
      const end = application.subscribe(look);
      look();
    });
  }

  /** Reads the list of documents again, here and in the other tabs. */
  async function refreshAll(): Promise<boolean> {
    const isRead = await refresh();
    channel.post('changed');
    return isRead;
  }

  const effects: Carriers<keyof FileEffects> = {
    findFiles: () => void follow(),
    keepFile: (effect) =>
      void rows
        .note(effect)
        .then(() => (effect.as === 'removing' || effect.as === 'done' ? channel.post('chosen') : undefined)),
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

  return { choose, remove, due: work.due, effects, close };
}
