// The files of an applicant: the way of each from its choice until the account has it, and its removal.
import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { isFinal, isOutdated } from '#api/refusals.ts';
import { openChannel } from '#device/channel.ts';
import { inOneTab } from '#device/one-tab.ts';
import { randomId } from '#device/random-id.ts';
import { storedFiles, type FileNote, type StoredFiles } from '#files/stored-files.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import type { Carriers, Event } from '../events.ts';
import type { Application } from '../run.ts';
import { personOf } from '../person.ts';
import { troubleOf, type FileWire } from './file-wire.ts';
import type { About, FileEffects, Upload } from './upload-model.ts';
import { documentOf, isThere } from './upload-view.ts';

/** The list of documents is tried this often after an upload; later queries will show the file anyway. */
const LIST_TRIES = 5;

interface UploadPorts {
  readonly wire: FileWire;
  /** Reads the list of documents again; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** Tells the applicant, on any page, why a file has failed; without a sentence, withdraws the message. */
  readonly say: Carriers<'sayFile'>['sayFile'];
  readonly onUnauthorized: (error: UnauthorizedError) => void;
}

export type Uploads = ReturnType<typeof makeUploads>;

export function makeUploads(application: Application, { refresh, say, wire, onUnauthorized }: UploadPorts) {
  const { state, device, clock, dispatch } = application;
  const channel = openChannel<'changed' | 'chosen'>('documents', (what) =>
    what === 'chosen' ? void follow() : void refresh(),
  );
  /** The files that this tab sends, or waits to send. */
  const underWay = new Map<AnswerKey, { readonly id: string; readonly abort: AbortController }>();
  const wakes: (() => void)[] = [];
  const removals = new Map<AnswerKey, Promise<boolean>>();
  /** The places of the documents that are being deleted. */
  const deleted = new Map<AnswerKey, string | undefined>();
  let writing: Promise<unknown> = Promise.resolve();
  application.subscribe(due);

  /** Stores a chosen file. Then it is due: in this tab or, if this one closes, in another one or at the next visit. */
  async function choose(key: AnswerKey, file: File): Promise<void> {
    const message = fileMessages(file).join(' ');
    const about = { key, id: randomId() };
    dispatch({ type: 'fileChosen', ...about, file, over: deleted.get(key), message });
    if (message !== '') return;
    const { over } = state.files.get(key) ?? {};
    try {
      const stored = await onDevice((files) => files.put(key, about.id, file, over));
      if (stored === undefined) return;
      dispatch({ type: 'fileStored', ...about, ...stored });
      // Other tabs must know of the file, so that they neither submit nor log out without it.
      channel.post('chosen');
    } catch (error) {
      dispatch({ type: 'fileUnread', ...about, sentence: sentenceFor(error) });
    }
  }

  /** Starts what is due, and stops what is no longer in the state. */
  function due(): void {
    if (application.isClosed) return;
    for (const [key, { id, abort }] of underWay) if (state.files.get(key)?.id !== id) abort.abort();
    for (const [key, { id, notBefore }] of [...state.files])
      if (notBefore <= clock.elapsed() && !underWay.has(key)) void send({ key, id });
    for (const resolve of wakes.splice(0)) resolve();
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async function send(about: About): Promise<void> {
    const { key, id } = about;
    const abort = new AbortController();
    const { signal } = abort;
    underWay.set(key, { id, abort });
    dispatch({ type: 'fileBegun', ...about });
    const onWait = () => dispatch({ type: 'fileInLine', ...about });
    const goesOn = () => goOn(about, signal);
    const lock = `$lease/file/${key}`;
    const work = id === '' ? goesOn() : inOneTab(lock, clock, goesOn, { signal, onWait });
    await work.catch(() => undefined);
    abort.abort();
    underWay.delete(key);
    due();
  }

  /** Tries until the file is attached, has failed, or is taken back. */
  async function goOn(about: About, signal: AbortSignal): Promise<void> {
    const { key, id } = about;
    // While it waited in line, another tab may have sent it.
    if (id !== '') await follow();
    for (let isFirst = true; ; isFirst = false) {
      const upload = state.files.get(key);
      if (signal.aborted || upload?.id !== id || upload.step === 'failed') return;
      const begunAt = clock.elapsed();
      if (!isFirst && upload.notBefore > begunAt) {
        await new Promise<void>((resolve) => wakes.push(resolve));
        continue;
      }
      dispatch({ type: 'fileBegun', ...about });
      const isPoll = upload.step === 'converting';
      try {
        const heard = await (isPoll ? poll(about, signal) : attempt(about, upload, signal));
        if (heard !== undefined && !signal.aborted) dispatch(heard);
      } catch (error) {
        if (signal.aborted) return;
        // If the session has ended, the file stays on this device.
        if (error instanceof UnauthorizedError) onUnauthorized(error);
        else {
          const known = wire.listed();
          const isAlone = known !== undefined && !isThere(known[key]);
          const trouble = { ...troubleOf(error, isPoll), begunAt, isAlone };
          dispatch({ type: 'fileHindered', ...about, trouble });
        }
      }
    }
  }

  /** Has the storage take the file, and the server convert it. What the storage has already is not posted again. */
  async function attempt(about: About, upload: Upload, signal: AbortSignal): Promise<Event | undefined> {
    const { key } = about;
    const { name, file, over } = upload;
    let { place } = upload;
    if (place === undefined && file !== undefined) {
      const form = await wire.presign(key, signal);
      dispatch({ type: 'fileUploading', ...about });
      await wire.post(form, file, signal);
      place = form.fields['key'];
    }
    if (signal.aborted || place === undefined) return undefined;
    // Noted first: if the response is lost, the next attempt names the same place, which is converted once.
    dispatch({ type: 'filePlaced', ...about, place });
    await follow();
    if (signal.aborted || state.files.get(key)?.step !== 'waiting') return undefined;
    try {
      await wire.convert(key, { file_key: place, file_name: name }, over, signal);
      return { type: 'fileAccepted', ...about };
    } catch (error) {
      if (isOutdated(error)) {
        const theirs = (await wire.read(signal))[key];
        // An earlier request, which had been given up, has acted since.
        if (theirs?.place === place) return { type: 'fileAccepted', ...about };
        if (isThere(theirs) || over !== undefined) return { type: 'fileMet', ...about, theirs };
      } else if (isFinal(error) && upload.place !== undefined) {
        // The storage deletes files that stay unconverted for long.
        return attempt(about, { ...upload, place: undefined }, signal);
      }
      throw error;
    }
  }

  /** Asks how the conversion goes. */
  async function poll(about: About, signal: AbortSignal): Promise<Event | undefined> {
    const heard = await wire.conversion(about.key);
    // Another tab may have taken the file back.
    if (heard.status === 'NOT_ANSWERED') await follow();
    if (signal.aborted || state.files.get(about.key)?.id !== about.id) return undefined;
    dispatch({ type: 'conversionHeard', ...about, ...heard });
    if (heard.status !== 'COMPLETED') return undefined;
    // The field shows it once the list does.
    for (let tries = 1; !signal.aborted && !(await refreshAll()) && tries < LIST_TRIES; tries += 1)
      await new Promise<void>((resolve) => clock.after(CONVERSION_POLL_MS * tries, resolve));
    return { type: 'fileEnded', ...about };
  }

  /** Reads or writes rows, in the order of the events; resolves to `undefined` if their owner has left. */
  function onDevice<T>(change: (files: StoredFiles) => Promise<T>): Promise<T | undefined> {
    const { who } = state;
    const person = personOf(application);
    const written = writing.then(() =>
      who.is === 'applicant' && !person.isGone
        ? change(storedFiles(device, who.owner, state.stamps))
        : undefined,
    );
    writing = written.catch(() => undefined);
    return written;
  }

  /** Makes the state follow what this device stores, whichever tab changed it. */
  async function follow(): Promise<void> {
    const person = personOf(application);
    const rows = await onDevice((files) => files.read());
    if (rows !== undefined) person.dispatch({ type: 'filesFound', rows });
  }

  /**
   * Notes what has become of a file. If another tab has chosen another file in its place, continues with that one.
   *
   * @returns whether it was still that file
   */
  async function note(what: FileNote): Promise<boolean> {
    const isSame = (await onDevice((files) => files.note(what))) !== false;
    if (!isSame) await follow();
    else if (what.row === undefined) channel.post('chosen');
    return isSame;
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
    const known = state.files.get(key);
    const id = known?.id ?? '';
    // Another tab may have sent it.
    await follow();
    const present = state.files.get(key) ?? known;
    // Another file has been chosen since. It stays.
    if (present?.id !== known?.id || !(await note({ key, id, row: undefined }))) return true;
    if (person.isGone) return false;
    const document = documentOf(state.files.get(key) ?? present, wire.listed()?.[key]);
    dispatch({ type: 'fileEnded', key, id });
    if (state.files.has(key)) return true;
    try {
      const isOthers = document === undefined || (await forget(key, document));
      person.dispatch({ type: 'fileRemoved', key, isOthers });
      return !person.isGone;
    } catch (error) {
      const [name, place, sentence] = [document?.name ?? '', deleted.get(key), sentenceFor(error)];
      if (error instanceof UnauthorizedError) onUnauthorized(error);
      else person.dispatch({ type: 'removalFailed', key, name, place, sentence });
      return false;
    } finally {
      deleted.delete(key);
    }
  }

  /** Deletes a document at the server. Resolves to whether the account has another one in its place, which stays. */
  async function forget(key: AnswerKey, document: NonNullable<ReturnType<typeof documentOf>>) {
    try {
      const { place } = document.isKnown ? document : await wire.conversion(key);
      deleted.set(key, place);
      await wire.forgetConversion(key, place);
      // On a server without tags, it would delete a file that has been chosen since.
      if (!state.files.get(key)?.id) await wire.forgetFile(key, place);
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
    noteFile: (effect) => void note(effect),
    sayFile: say,
    readFiles({ key, failed, isChanged }) {
      const forgotten = failed === undefined ? Promise.resolve() : wire.forgetConversion(key, failed);
      void forgotten.catch(() => undefined).then(isChanged ? refreshAll : refresh);
    },
  };

  function close(): void {
    channel.close();
    for (const { abort } of underWay.values()) abort.abort();
    for (const resolve of wakes.splice(0)) resolve();
  }

  return { choose, remove, due, effects, close };
}
