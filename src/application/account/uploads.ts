// The files of an applicant: what is done about them besides their steps.
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { isOutdated } from '#api/refusals.ts';
import { openChannel } from '#device/channel.ts';
import { randomId } from '#device/random-id.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Carriers } from '../events.ts';
import type { Application } from '../run.ts';
import { personOf } from '../person.ts';
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
  readonly onUnauthorized: (error: UnauthorizedError) => void;
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
  const removals = new Map<AnswerKey, Promise<boolean>>();

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
      dispatch({ type: 'fileStored', key, id, ...kept });
      // Other tabs must know of the file, so that they neither submit nor log out without it.
      channel.post('chosen');
    } catch (error) {
      dispatch({ type: 'fileFailed', key, id, sentence: sentenceFor(error) });
    }
  }

  /**
   * Takes a file back, whether it waits, is being sent, is attached or has failed.
   *
   * @returns whether it is gone. If not, the applicant is told why, or the session has ended.
   */
  function remove(key: AnswerKey): Promise<boolean> {
    const removal = removals.get(key) ?? takeBack(key).finally(() => removals.delete(key));
    removals.set(key, removal);
    return removal;
  }

  async function takeBack(key: AnswerKey): Promise<boolean> {
    const person = personOf(application);
    const [known, shown] = [state.files.get(key), wire.shown(key)];
    // Another tab may have sent it.
    await follow();
    const present = state.files.get(key) ?? known;
    // Another file has been chosen since. It stays.
    if (present?.id !== known?.id || !(await rows.note({ key, id: known?.id, as: 'done' }))) return true;
    if (person.isGone) return false;
    channel.post('chosen');
    const id = randomId();
    dispatch({ type: 'removalAsked', key, id, upload: state.files.get(key) ?? present, shown });
    const isStill = () => state.files.get(key)?.id === id;
    if (!isStill()) return true;
    try {
      person.dispatch({ type: 'fileRemoved', key, id, isOthers: await forget(key, isStill) });
      return !person.isGone;
    } catch (error) {
      if (error instanceof UnauthorizedError) onUnauthorized(error);
      else person.dispatch({ type: 'fileFailed', key, id, sentence: sentenceFor(error) });
      return false;
    }
  }

  /** Deletes a document at the server. Resolves to whether the account has another one in its place, which stays. */
  async function forget(key: AnswerKey, isStill: () => boolean): Promise<boolean> {
    try {
      const { place } = state.files.get(key)?.theirs ?? (await wire.conversion(key));
      await wire.forgetConversion(key, place);
      // On a server without tags, it would delete a file that has been chosen since.
      if (isStill()) await wire.forgetFile(key, place);
      return false;
    } catch (error) {
      if (isOutdated(error)) return true;
      throw error;
    }
  }

  /** Reads the list of documents again, here and in the other tabs. */
  async function refreshAll(): Promise<boolean> {
    const isRead = await refresh();
    channel.post('changed');
    return isRead;
  }

  const effects: Carriers<keyof FileEffects> = {
    findFiles: () => void follow(),
    noteFile: (effect) =>
      void rows.note(effect).then(() => (effect.as === 'done' ? channel.post('chosen') : undefined)),
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
