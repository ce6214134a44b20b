// Sends chosen files and follows their conversions, as `upload-next.ts` says.
import { UnauthorizedError, sentenceFor } from '#api/errors.ts';
import { Channel } from '#device/channel.ts';
import { randomId } from '#device/random-id.ts';
import { Lease } from '#device/lease.ts';
import type { AnswerKey } from '#form/keys.ts';
import { fileMessages } from '#files/validate-file.ts';
import type { Owner } from '../model.ts';
import type { Application } from '../run.ts';
import { type FilePorts, followFile, sendFile, troubleOf } from './file-requests.ts';
import { KeptFiles } from './kept-files.ts';
import type { ConversionEvent, FileEffect, SendingEvent, Upload, UploadEvent } from './upload-model.ts';
import { isOnlyHere, isOutgoing, isSpared, keepsTurn, taskAt } from './upload-next.ts';

interface UploadPorts extends FilePorts {
  /** Tells the applicant, on whatever page, why a file has failed; without a sentence, takes back what was said. */
  readonly say: (key: AnswerKey, fileName: string, sentence: string | undefined) => void;
  readonly onUnauthorized: () => void;
}

/** One file that is being sent or followed. */
interface Worker {
  readonly id: string | undefined;
  readonly abort: AbortController;
}

/** Carries out what the state of the files demands. It stops when the state no longer has the file, or its owner. */
export class Uploads {
  readonly application: Application;
  readonly #ports: UploadPorts;
  readonly #channel: Channel<'changed'>;
  readonly #unsubscribe: () => void;
  readonly #workers = new Map<AnswerKey, Worker>();
  /** Resolves per question when its last worker has given up its turn. */
  readonly #ends = new Map<AnswerKey, Promise<void>>();
  readonly #leases = new Map<AnswerKey, Lease>();
  readonly #wakes = new Set<() => void>();
  #owner: Owner | undefined;
  #files: KeptFiles | undefined;
  /** Writes on the device happen in the order of the events. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(application: Application, ports: UploadPorts) {
    this.application = application;
    this.#ports = ports;
    this.#channel = new Channel('documents', () => void ports.refresh());
    this.#unsubscribe = application.subscribe(() => this.due());
  }

  close(): void {
    this.#unsubscribe();
    this.#channel.close();
    for (const { abort } of this.#workers.values()) abort.abort();
  }

  /** Stores and sends a chosen file. Without a network, it waits on this device and is sent later. */
  async choose(key: AnswerKey, file: File): Promise<void> {
    const messages = fileMessages(file);
    const id = randomId();
    const message = messages.length > 0 ? messages.join(' ') : undefined;
    this.#dispatch({ type: 'fileChosen', key, id, file, message });
    if (message !== undefined) return;
    try {
      const kept = await this.#write((files) => files.put(key, id, file));
      if (kept !== undefined) this.#dispatch({ type: 'fileKept', key, id, ...kept });
    } catch (error) {
      this.#dispatch({ type: 'fileUnreadable', key, id, sentence: sentenceFor(error) });
    }
  }

  /**
   * Removes the file, whether it waits, is being sent, is attached or has failed.
   *
   * @returns whether the file is removed; false when the session has ended
   * @throws the error of the call that failed; the file may then still be attached
   */
  async remove(key: AnswerKey): Promise<boolean> {
    const upload = this.application.state.files.get(key);
    const { wire, onUnauthorized } = this.#ports;
    this.#dispatch({ type: 'removalBegun', key });
    await this.#write((files) => files.delete(key));
    try {
      if (upload === undefined || !isOnlyHere(upload)) {
        await wire.forgetConversion(key);
        await wire.forgetFile(key);
      }
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        onUnauthorized();
        return false;
      }
      this.#dispatch({ type: 'removalFailed', key });
      throw error;
    }
    this.#dispatch({ type: 'fileRemoved', key, isSpared: isSpared(upload) });
    return true;
  }

  carryOut(effect: FileEffect): void {
    switch (effect.do) {
      case 'keepFile':
        void this.#write((files) => files.note(effect));
        return;
      case 'sayFile':
        this.#ports.say(effect.key, effect.name, effect.sentence);
        return;
      case 'readFiles':
        void this.#readList(effect);
        return;
      default:
        effect satisfies never;
    }
  }

  /** Begins what is due, and stops what the state no longer has. */
  due(): void {
    const { state, clock } = this.application;
    const owner = state.who.is === 'applicant' ? state.who.owner : undefined;
    if (owner !== this.#owner) this.#change(owner);
    for (const [key, { id, abort }] of this.#workers) {
      const upload = state.files.get(key);
      if (upload !== undefined && upload.id === id && !upload.isRemoving) continue;
      this.#workers.delete(key);
      abort.abort();
    }
    for (const [key, upload] of [...state.files])
      if (taskAt(upload) <= clock.elapsed() && !this.#workers.has(key)) this.#begin(key, upload);
    this.#wake();
  }

  /** Stops the uploads of one owner, and continues those that earlier visits of the next one left. */
  #change(owner: Owner | undefined): void {
    for (const { abort } of this.#workers.values()) abort.abort();
    this.#workers.clear();
    this.#owner = owner;
    this.#files = owner === undefined ? undefined : new KeptFiles(this.application.device, owner);
    const files = this.#files;
    void files?.left().then((left) => {
      if (this.#files === files) this.#dispatch({ type: 'filesFound', ...left });
    });
  }

  #begin(key: AnswerKey, { id }: Upload): void {
    const abort = new AbortController();
    const worker = { id, abort };
    this.#workers.set(key, worker);
    this.#dispatch({ type: 'fileBegun', key, id });
    const before = this.#ends.get(key) ?? Promise.resolve();
    const end = before
      .then(() => this.#work(key, worker))
      .finally(() => {
        if (this.#workers.get(key) === worker) this.#workers.delete(key);
        this.due();
      });
    this.#ends.set(key, end);
  }

  /** One tab at a time sends a file; any tab may follow a conversion that it did not start. */
  async #work(key: AnswerKey, { id, abort }: Worker): Promise<void> {
    const { signal } = abort;
    const goOn = () => this.#goOn(key, id, signal);
    if (id === undefined) return goOn();
    const { device, state } = this.application;
    const lease = this.#leases.get(key) ?? new Lease(device, `file/${key}`, state.stamps.tab);
    this.#leases.set(key, lease);
    const hadTurn = await lease.run(goOn).catch((error: unknown) => {
      // This tab was frozen, and another one has taken its turn.
      if (error instanceof DOMException && error.name === 'AbortError') return false;
      throw error;
    });
    if (hadTurn || signal.aborted) return;
    abort.abort();
    this.#dispatch({ type: 'fileBusy', key, id });
  }

  /** Makes one request after the other, until there is none, or the next one is not worth keeping the turn. */
  async #goOn(key: AnswerKey, id: string | undefined, signal: AbortSignal): Promise<void> {
    const { state, clock } = this.application;
    for (;;) {
      const upload = state.files.get(key);
      if (signal.aborted || upload === undefined) return;
      const isDone = await this.#request(key, upload, signal);
      if (!isDone) return;
      for (;;) {
        const next = state.files.get(key);
        if (signal.aborted || next === undefined) return;
        if (taskAt(next) <= clock.elapsed()) break;
        if (!keepsTurn(next)) return;
        await new Promise<void>((resolve) => this.#wakes.add(resolve));
      }
      this.#dispatch({ type: 'fileBegun', key, id });
    }
  }

  /** @returns false if the session has ended: the file stays on this device */
  async #request(key: AnswerKey, upload: Upload, signal: AbortSignal): Promise<boolean> {
    const tell = (event: SendingEvent | ConversionEvent) => {
      if (!signal.aborted) this.#dispatch(event);
    };
    const storedAs = (id: string) => this.#write((files) => files.stateOf(key, id));
    const asks = { ...this.#ports, storedAs, refresh: () => this.#readAndTell() };
    try {
      await (isOutgoing(upload)
        ? sendFile(key, upload, asks, signal, tell)
        : followFile(key, upload, asks, signal, tell));
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        if (!signal.aborted) this.#ports.onUnauthorized();
        return false;
      }
      tell({ type: 'fileHindered', key, id: upload.id, trouble: troubleOf(error) });
    }
    return true;
  }

  async #readList({ key, forgets, isChanged }: Extract<FileEffect, { do: 'readFiles' }>): Promise<void> {
    if (forgets) await this.#ports.wire.forgetConversion(key).catch(() => undefined);
    await (isChanged ? this.#readAndTell() : this.#ports.refresh());
  }

  /** Reads the list of documents again, and has the other tabs do so. */
  async #readAndTell(): Promise<boolean> {
    const isRead = await this.#ports.refresh();
    this.#channel.post('changed');
    return isRead;
  }

  /** Runs after the writes before; resolves to `undefined` if the owner of the files has left. */
  #write<T>(work: (files: KeptFiles) => Promise<T>): Promise<T | undefined> {
    const files = this.#files;
    const written = this.#writing.then(() =>
      files === undefined || files !== this.#files ? undefined : work(files),
    );
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #dispatch(event: UploadEvent): void {
    this.application.dispatch(event);
  }

  #wake(): void {
    const wakes = [...this.#wakes];
    this.#wakes.clear();
    for (const wake of wakes) wake();
  }
}
