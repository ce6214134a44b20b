// Makes the requests about files that the state demands, and keeps the files on this device.
import { UnauthorizedError, sentenceFor } from '#api/errors.ts';
import { openChannel, type Channel } from '#device/channel.ts';
import { makeLease, type Lease } from '#device/lease.ts';
import { randomId } from '#device/random-id.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { AnswerKey } from '#form/keys.ts';
import type { Carriers, Effect } from '../events.ts';
import type { Application } from '../run.ts';
import { isAtServer } from '../select.ts';
import { type FileWire, requests, troubleOf } from './file-wire.ts';
import { keptFiles, type KeptFiles } from './kept-files.ts';
import type { FileEffects, Upload } from './upload-model.ts';
import { dueAt } from './upload-view.ts';

interface UploadPorts {
  readonly wire: FileWire;
  /** Reads the list of documents again; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** Tells the applicant, on whatever page, why a file has failed; without a sentence, takes back what was said. */
  readonly say: (key: AnswerKey, fileName: string, sentence: string | undefined) => void;
  readonly onUnauthorized: () => void;
}

export class Uploads {
  readonly #application: Application;
  readonly #ports: UploadPorts;
  readonly #channel: Channel<'changed'>;
  /** Questions about whose files this tab makes requests. */
  readonly #underWay = new Map<
    AnswerKey,
    { readonly id: string | undefined; readonly abort: AbortController }
  >();
  readonly #leases = new Map<AnswerKey, Lease>();
  #wakes: (() => void)[] = [];
  /** Writes on the device happen in the order of the events. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(application: Application, ports: UploadPorts) {
    this.#application = application;
    this.#ports = ports;
    this.#channel = openChannel('documents', () => void ports.refresh());
    application.subscribe(() => this.due());
  }

  close(): void {
    this.#channel.close();
    for (const { abort } of this.#underWay.values()) abort.abort();
  }

  /** Stores and sends a chosen file. Without a network, it waits on this device and is sent later. */
  async choose(key: AnswerKey, file: File): Promise<void> {
    const { dispatch } = this.#application;
    const messages = fileMessages(file);
    const id = randomId();
    const message = messages.length > 0 ? messages.join(' ') : undefined;
    dispatch({ type: 'fileChosen', key, id, file, message });
    if (message !== undefined) return;
    try {
      const kept = await this.#write((files) => files.put(key, id, file));
      if (kept !== undefined) dispatch({ type: 'fileKept', key, id, ...kept });
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
  async remove(key: AnswerKey): Promise<boolean> {
    const { state, dispatch } = this.#application;
    const { wire, onUnauthorized } = this.#ports;
    const { isSpared = false, isKnown = true } = state.files.get(key) ?? {};
    dispatch({ type: 'removalBegun', key });
    await this.#write((files) => files.delete(key));
    try {
      if (isKnown && !isSpared) {
        await wire.forgetConversion(key);
        await wire.forgetFile(key);
      }
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        onUnauthorized();
        return false;
      }
      dispatch({ type: 'removalFailed', key });
      throw error;
    }
    dispatch({ type: 'fileRemoved', key, isSpared });
    return true;
  }

  readonly effects: Carriers<keyof FileEffects> = {
    findFiles: () =>
      void this.#write((files) => files.left()).then((left) => {
        if (left !== undefined) this.#application.dispatch({ type: 'filesFound', ...left });
      }),
    keepFile: (effect) => void this.#write((files) => files.note(effect)),
    sayFile: ({ key, name, sentence }) => this.#ports.say(key, name, sentence),
    readFiles: (effect) => void this.#readList(effect),
  };

  /** Begins what is due, and stops what the state no longer has. */
  due(): void {
    const { state, clock, isClosed } = this.#application;
    if (isClosed) return;
    for (const [key, { id, abort }] of this.#underWay) {
      const upload = state.files.get(key);
      if (upload === undefined || upload.id !== id || upload.isRemoving) abort.abort();
    }
    for (const [key, upload] of [...state.files])
      if (dueAt(upload) <= clock.elapsed() && !this.#underWay.has(key)) void this.#work(key, upload.id);
    for (const wake of this.#wakes.splice(0)) wake();
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async #work(key: AnswerKey, id: string | undefined): Promise<void> {
    const { device, state, dispatch } = this.#application;
    const abort = new AbortController();
    const { signal } = abort;
    this.#underWay.set(key, { id, abort });
    dispatch({ type: 'fileBegun', key, id });
    const lease = this.#leases.get(key) ?? makeLease(device, `file/${key}`, state.stamps.tab);
    this.#leases.set(key, lease);
    const work = () => this.#goOn(key, id, signal);
    try {
      const hadTurn = id === undefined ? await work().then(() => true) : await lease.run(work);
      if (!hadTurn && !signal.aborted) dispatch({ type: 'fileBusy', key, id });
    } catch (error) {
      if (!signal.aborted) {
        abort.abort();
        // The session has ended, or this tab was frozen, and another one has taken its turn.
        if (error instanceof UnauthorizedError) this.#ports.onUnauthorized();
        else dispatch({ type: 'fileBusy', key, id });
      }
    } finally {
      this.#underWay.delete(key);
      this.due();
    }
  }

  /** Makes one request after the other, until there is none, or the next one is not worth keeping the turn. */
  async #goOn(key: AnswerKey, id: string | undefined, signal: AbortSignal): Promise<void> {
    const { state, clock, dispatch } = this.#application;
    for (;;) {
      const upload = state.files.get(key);
      if (signal.aborted || upload === undefined) return;
      await this.#request(key, upload, signal);
      for (;;) {
        const next = state.files.get(key);
        if (signal.aborted || next === undefined) return;
        if (dueAt(next) <= clock.elapsed()) break;
        if (next.step !== 'asking' && !isAtServer(next)) return;
        await new Promise<void>((resolve) => this.#wakes.push(resolve));
      }
      dispatch({ type: 'fileBegun', key, id });
    }
  }

  /** @throws {UnauthorizedError} if the session has ended: the file stays on this device */
  async #request(key: AnswerKey, upload: Upload, signal: AbortSignal): Promise<void> {
    const { dispatch } = this.#application;
    const { id, step } = upload;
    const ports = {
      wire: this.#ports.wire,
      refresh: () => this.#refreshAll(),
      storedAs: (choice: string) => this.#write((files) => files.stateOf(key, choice)),
    };
    try {
      const answer = await requests[step]?.(key, upload, ports, signal);
      if (answer !== undefined && !signal.aborted) dispatch({ ...answer, key, id });
    } catch (error) {
      if (error instanceof UnauthorizedError) throw error;
      if (!signal.aborted) dispatch({ type: 'fileHindered', key, id, trouble: troubleOf(error, step) });
    }
  }

  async #readList({ key, forgets, isChanged }: Effect<'readFiles'>): Promise<void> {
    const { wire, refresh } = this.#ports;
    if (forgets) await wire.forgetConversion(key).catch(() => undefined);
    await (isChanged ? this.#refreshAll() : refresh());
  }

  /** Reads the list of documents again, and has the other tabs do so. */
  async #refreshAll(): Promise<boolean> {
    const isRead = await this.#ports.refresh();
    this.#channel.post('changed');
    return isRead;
  }

  /** Runs after the writes before; resolves to `undefined` if the owner of the files has left. */
  #write<T>(work: (files: KeptFiles) => Promise<T>): Promise<T | undefined> {
    const { state, device } = this.#application;
    const { who } = state;
    const written = this.#writing.then(() =>
      who.is === 'applicant' && state.who === who ? work(keptFiles(device, who.owner)) : undefined,
    );
    this.#writing = written.catch(() => undefined);
    return written;
  }
}
