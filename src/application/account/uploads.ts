// Makes the requests about files that the state demands, and keeps the files on this device.
import { UnauthorizedError, sentenceFor } from '#api/errors.ts';
import { openChannel } from '#device/channel.ts';
import { makeLease, type Lease } from '#device/lease.ts';
import { randomId } from '#device/random-id.ts';
import { type FileNote, keptFiles, type KeptFiles } from '#files/kept-files.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Carriers } from '../events.ts';
import type { Application } from '../run.ts';
import { isAtServer } from '../select.ts';
import { type FileWire, requests, troubleOf } from './file-wire.ts';
import type { About, FileEffects, Upload } from './upload-model.ts';
import { dueAt, isOurs } from './upload-view.ts';

interface UploadPorts {
  readonly wire: FileWire;
  /** Reads the list of documents again; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** Tells the applicant, on whatever page, why a file has failed; without a sentence, takes back what was said. */
  readonly say: Carriers<'sayFile'>['sayFile'];
  readonly onUnauthorized: () => void;
}

export type Uploads = ReturnType<typeof makeUploads>;

export function makeUploads(application: Application, { wire, refresh, say, onUnauthorized }: UploadPorts) {
  const { device, state, clock, dispatch } = application;
  /** Questions about whose files this tab makes requests. */
  const underWay = new Map<AnswerKey, { readonly id: string | undefined; readonly abort: AbortController }>();
  const leases = new Map<AnswerKey, Lease>();
  const wakes: (() => void)[] = [];
  /** Writes on the device happen in the order of the events. */
  let writing: Promise<unknown> = Promise.resolve();
  /** Removals under way, by question. */
  const removals = new Map<AnswerKey, Promise<boolean>>();
  const channel = openChannel<'changed' | 'chosen'>('documents', (what) =>
    what === 'chosen' ? findFiles() : void refresh(),
  );
  application.subscribe(due);

  /** Stores and sends a chosen file. Without a network, it waits on this device and is sent later. */
  async function choose(key: AnswerKey, file: File): Promise<void> {
    const messages = fileMessages(file);
    const id = randomId();
    const message = messages.length > 0 ? messages.join(' ') : undefined;
    dispatch({ type: 'fileChosen', key, id, file, message });
    if (message !== undefined) return;
    try {
      const kept = await write((files) => files.put(key, id, file));
      if (kept === undefined) return;
      dispatch({ type: 'fileKept', key, id, ...kept });
      // Another tab must not submit or log out over it.
      channel.post('chosen');
    } catch (error) {
      dispatch({ type: 'fileUnreadable', key, id, sentence: sentenceFor(error) });
    }
  }

  /**
   * Removes the file, whether it waits, is being sent, is attached or has failed.
   *
   * @returns whether the file is removed; false when the session has ended
   * @throws the error of the call that failed; the file may then still be attached
   */
  function remove(key: AnswerKey): Promise<boolean> {
    const removal = removals.get(key) ?? removeNow(key).finally(() => removals.delete(key));
    removals.set(key, removal);
    return removal;
  }

  async function removeNow(key: AnswerKey): Promise<boolean> {
    const { who } = state;
    const upload = state.files.get(key);
    let { isKnown = true, isSpared = false } = upload ?? {};
    dispatch({ type: 'removalBegun', key });
    try {
      // Another tab may have sent it.
      const stored = await storedAs({ key, id: upload?.id });
      if (stored?.is === 'sent') [isKnown, isSpared] = [true, false];
      const place = upload?.fileKey ?? stored?.place;
      // An attempt whose response was lost may have replaced what is spared.
      if (isKnown && isSpared) isSpared = !isOurs(await listed(key), upload);
      if (isKnown && !isSpared && state.who === who) {
        const meant = place ?? wire.shownPlace(key);
        await wire.forgetConversion(key, meant);
        if (state.who === who) await wire.forgetFile(key, meant);
      }
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        onUnauthorized();
        return false;
      }
      // Perhaps the response alone was lost.
      const isGone = await listed(key).then(
        (document) => document === undefined,
        () => false,
      );
      if (!isGone) {
        dispatch({ type: 'removalFailed', key });
        throw error;
      }
    }
    if (state.who !== who) return false;
    // Another file may have been chosen meanwhile, here or in another tab. It stays.
    await note({ key, id: upload?.id, as: 'done' });
    dispatch({ type: 'fileRemoved', key, id: upload?.id, isSpared });
    return true;
  }

  const storedAs = (about: About) => write((files) => files.stateOf(about));

  const listed = async (key: AnswerKey) => (await wire.read(new AbortController().signal))[key];

  /** Begins what is due, and stops what the state no longer has. */
  function due(): void {
    if (application.isClosed) return;
    for (const [key, { id, abort }] of underWay) {
      const upload = state.files.get(key);
      if (upload === undefined || upload.id !== id || upload.isRemoving) abort.abort();
    }
    for (const [key, upload] of [...state.files])
      if (dueAt(upload) <= clock.elapsed() && !underWay.has(key)) void work({ key, id: upload.id });
    for (const wake of wakes.splice(0)) wake();
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async function work(about: About): Promise<void> {
    const { key, id } = about;
    const abort = new AbortController();
    underWay.set(key, { id, abort });
    dispatch({ type: 'fileBegun', ...about });
    const lease = leases.get(key) ?? makeLease(device, `file/${key}`, state.stamps.tab);
    leases.set(key, lease);
    const goesOn = async () => {
      await goOn(about, abort.signal);
      // Until then, another tab would take up what is being removed.
      await removals.get(key)?.catch(() => undefined);
    };
    const turn = id === undefined ? goesOn().then(() => true) : lease.run(goesOn);
    // It fails if this tab was frozen, and another one has taken its turn.
    const hadTurn = await turn.catch(() => false);
    underWay.delete(key);
    if (hadTurn || abort.signal.aborted) return due();
    abort.abort();
    dispatch({ type: 'fileBusy', ...about });
  }

  /** Makes one request after the other, until there is none, or the next one is not worth keeping the turn. */
  async function goOn(about: About, signal: AbortSignal): Promise<void> {
    for (;;) {
      const upload = state.files.get(about.key);
      if (signal.aborted || upload === undefined) return;
      await request(about, upload, signal);
      for (;;) {
        const next = state.files.get(about.key);
        if (signal.aborted || next === undefined) return;
        if (dueAt(next) <= clock.elapsed()) break;
        if (next.step !== 'asking' && !isAtServer(next)) return;
        await new Promise<void>((resolve) => wakes.push(resolve));
      }
      dispatch({ type: 'fileBegun', ...about });
    }
  }

  async function request(about: About, upload: Upload, signal: AbortSignal): Promise<void> {
    const { step } = upload;
    try {
      const answer = await requests[step]?.(about, upload, { wire, refresh: refreshAll, storedAs }, signal);
      if (answer !== undefined && !signal.aborted) dispatch(answer);
    } catch (error) {
      if (signal.aborted) return;
      // If the session has ended, the file stays on this device.
      if (error instanceof UnauthorizedError) onUnauthorized();
      else dispatch({ type: 'fileHindered', ...about, trouble: troubleOf(error, step) });
    }
  }

  /** Reads the list of documents again, and has the other tabs do so. */
  async function refreshAll(): Promise<boolean> {
    const isRead = await refresh();
    channel.post('changed');
    return isRead;
  }

  /** Runs after the writes before; resolves to `undefined` if the owner of the files has left. */
  function write<T>(change: (files: KeptFiles) => Promise<T>): Promise<T | undefined> {
    const { who } = state;
    const written = writing.then(() =>
      who.is === 'applicant' && state.who === who ? change(keptFiles(device, who.owner)) : undefined,
    );
    writing = written.catch(() => undefined);
    return written;
  }

  const findFiles = () =>
    void write((files) => files.left()).then((left) => left && dispatch({ type: 'filesFound', ...left }));

  /** Notes what has become of a file. One that another tab has chosen in its place is taken up. */
  async function note(what: FileNote): Promise<void> {
    if (await write((files) => files.note(what))) findFiles();
  }

  const effects: Carriers<keyof FileEffects> = {
    findFiles,
    keepFile: (effect) => void note(effect),
    sayFile: say,
    readFiles({ key, forgets, fileKey, isChanged }) {
      const forgotten = forgets
        ? wire.forgetConversion(key, fileKey).catch(() => undefined)
        : Promise.resolve();
      void forgotten.then(isChanged ? refreshAll : refresh);
    },
  };

  function close(): void {
    channel.close();
    for (const { abort } of underWay.values()) abort.abort();
  }

  return { choose, remove, due, effects, close };
}
