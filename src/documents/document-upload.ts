import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { isFinal } from '#api/refusals.ts';
import { backOff } from '#api/back-off.ts';
import type { Clock } from '#device/clock.ts';
import { randomId } from '#device/random-id.ts';
import type { SenderLease } from '#device/sender-lease.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import type { DocumentWire } from './document-wire.ts';
import {
  ConversionFailedError,
  ConversionUnknownError,
  StorageUnreachableError,
  waitAfter,
} from './errors.ts';
import { fileMessages } from './validate-file.ts';
import type { FailedFile, WaitingFile, WaitingFiles } from './waiting-files.ts';
import { watchConversion } from './watch-conversion.ts';

/** How often the list of documents is asked for until it says what has just been attached; later it is, by itself. */
const LIST_TRIES = 5;
/** How often a tab looks whether the other one that is sending the file has done so. */
const OTHER_TAB_LOOK_MS = 3000;

export type UploadState =
  | { readonly status: 'none' }
  /** It rests here and goes up by itself; `isOffline` where no answer came. */
  | { readonly status: 'waiting'; readonly name: string; readonly isOffline: boolean }
  | { readonly status: 'uploading'; readonly name: string; readonly size: number }
  /** The server has it. `isLong` where that takes more time than usual, or cannot be learnt just now. */
  | { readonly status: 'converting'; readonly name: string; readonly isLong: boolean }
  | { readonly status: 'failed'; readonly message: string; readonly file: File | undefined };

/** Whether a file is on its way, or waits for it. */
export function isUnderWay({ status }: UploadState): boolean {
  return status === 'waiting' || status === 'uploading' || status === 'converting';
}

export interface UploadParts {
  readonly wire: DocumentWire;
  readonly clock: Clock;
  readonly files: WaitingFiles;
  /** One tab at a time sends the file of this question. */
  readonly lease: Pick<SenderLease, 'run'>;
  /** The server has the file as a PDF; tells whether the list of documents says so by now. */
  readonly onAttached: () => Promise<boolean>;
  /** There is no file (any more). */
  readonly onCleared: () => Promise<unknown>;
  /** Something went wrong on the way; the sentence says what the applicant can do. */
  readonly onFailed: (fileName: string, sentence: string) => void;
  /** Asks the server what it has: another tab has sent the file, or nobody knows what has become of it. */
  readonly refresh: () => Promise<unknown>;
  /** The session has ended; the file rests here until its applicant logs in again. */
  readonly onUnauthorized: () => void;
}

/** The file that is under way; its name alone where it was not chosen here. */
interface Subject {
  readonly id: string | undefined;
  readonly name: string;
  readonly file: File | undefined;
}

function subjectOf({ id, file }: WaitingFile): Subject {
  return { id, name: file.name, file };
}

/** One file question's upload: chosen, kept, sent, converted, polled, deleted (specification §4, File flow). */
export class DocumentUpload {
  readonly #key: AnswerKey;
  readonly #parts: UploadParts;
  readonly #listeners = new Set<() => void>();
  #state: UploadState = { status: 'none' };
  #abort: AbortController | undefined;
  #wake: (() => void) | undefined;
  /** The file that storage has and nobody has been asked to convert. */
  #stored: { readonly id: string; readonly fileKey: string } | undefined;
  /** Whether the server may have heard of the file. */
  #isKnown = false;
  /** Nobody said what became of the conversion. The page does not ask again until it is loaded again. */
  #hasGivenUp = false;
  /** Whether the failure that is shown rests on this device, too. */
  #isFailureKept = false;

  constructor(key: AnswerKey, parts: UploadParts) {
    this.#key = key;
    this.#parts = parts;
  }

  readonly getState = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes a chosen file all the way; resolves once it is attached, refused or has failed. Without a network it
   * waits on this device, and goes on by itself.
   */
  async choose(file: File): Promise<void> {
    const messages = fileMessages(file);
    if (messages.length > 0) {
      this.#set({ status: 'failed', message: messages.join(' '), file: undefined });
      return;
    }
    this.#hasGivenUp = false;
    const chosen = { id: randomId(), file, isSent: false };
    await this.#during(subjectOf(chosen), async (signal) => {
      this.#setUploading(file);
      await this.#parts.files.put(this.#key, chosen);
      this.#isFailureKept = false;
      await this.#deliver(chosen, signal);
    });
  }

  /** Goes on with a file that an earlier visit left on this device. */
  async goOn(waiting: WaitingFile): Promise<void> {
    if (this.#abort !== undefined) return;
    await this.#during(subjectOf(waiting), (signal) => this.#deliver(waiting, signal));
  }

  /** Goes on watching a conversion that an earlier visit or another device started. */
  async follow(name: string): Promise<void> {
    if (this.#abort !== undefined || this.#hasGivenUp) return;
    this.#isKnown = true;
    await this.#during({ id: undefined, name, file: undefined }, (signal) =>
      this.#poll(name, undefined, signal),
    );
  }

  /** Shows again what failed in an earlier visit. */
  failedBefore({ message, file }: FailedFile): void {
    this.#isFailureKept = true;
    if (this.#state.status === 'none') this.#set({ status: 'failed', message, file });
  }

  /** The applicant has seen why it failed: the next visit need not say it again. */
  async seen(): Promise<void> {
    if (!this.#isFailureKept) return;
    this.#isFailureKept = false;
    await this.#parts.files.forgetFailure(this.#key);
  }

  /** There may be a network again: what waits tries at once. */
  retry(): void {
    this.#wake?.();
  }

  /**
   * Takes the file back, whether it waits, is under way, attached or has failed. Where that fails, what the server has
   * is asked for again, and a conversion watched again.
   *
   * @returns whether it is gone; where the session has ended it is not, and its applicant is led to the login
   */
  async remove(): Promise<boolean> {
    const before = this.#state;
    const isOnlyHere = before.status === 'waiting' && !this.#isKnown;
    this.leave();
    await this.#parts.files.delete(this.#key);
    try {
      if (!isOnlyHere) {
        await this.#parts.wire.forgetConversion(this.#key);
        await this.#parts.wire.forgetFile(this.#key);
      }
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        this.#parts.onUnauthorized();
        return false;
      }
      if (before.status !== 'none' && before.status !== 'failed') void this.follow(before.name);
      void this.#parts.refresh();
      throw error;
    }
    this.#hasGivenUp = false;
    this.#isKnown = false;
    this.#set({ status: 'none' });
    await this.#parts.onCleared();
    return true;
  }

  /** Stops where it is; what rests on this device stays. */
  leave(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  async #during(what: Subject, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.leave();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await work(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof UnauthorizedError) this.#parts.onUnauthorized();
      else await this.#fail(error, what, abort.signal);
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
    }
  }

  async #fail(error: unknown, what: Subject, signal: AbortSignal): Promise<void> {
    const { id, name, file } = what;
    const isUnknown = error instanceof ConversionUnknownError;
    const isOurs = isUnknown || error instanceof ConversionFailedError;
    const message = isOurs ? error.message : sentenceFor(error);
    // Kept before it is shown: what has been seen is forgotten.
    await this.#parts.files.fail(this.#key, id, { message, file });
    if (signal.aborted) return;
    this.#isFailureKept = true;
    this.#set({ status: 'failed', message, file });
    this.#parts.onFailed(name, message);
    this.#hasGivenUp = isUnknown;
    // What may be attached, or may yet be, is not taken away.
    if (isUnknown) return;
    // So that the next try starts clean; where even this fails, the next conversion replaces it.
    await this.#parts.wire.forgetConversion(this.#key).catch(() => undefined);
    await this.#parts.onCleared();
  }

  async #deliver(waiting: WaitingFile, signal: AbortSignal): Promise<void> {
    const { files, lease } = this.#parts;
    const { file } = waiting;
    let failures = 0;
    for (;;) {
      let wait = OTHER_TAB_LOOK_MS;
      let isOffline = false;
      try {
        const hadTurn = await lease.run(() => this.#send(waiting, signal));
        if (hadTurn) return;
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        const next = waitAfter(error, failures);
        if (next === undefined) throw error;
        wait = next;
        isOffline = error instanceof NetworkError;
      }
      signal.throwIfAborted();
      this.#set({ status: 'waiting', name: file.name, isOffline });
      await this.#pause(wait, signal);
      if (!(await files.isThere(this.#key, waiting.id))) {
        signal.throwIfAborted();
        this.#set({ status: 'none' });
        await this.#parts.refresh();
        return;
      }
    }
  }

  async #send(waiting: WaitingFile, signal: AbortSignal): Promise<void> {
    const { files, wire } = this.#parts;
    const { id, file, isSent } = waiting;
    if (!isSent) {
      // A file that waits says so until the server has answered: that it is tried again is no news.
      if (this.#state.status !== 'waiting') this.#setUploading(file);
      const before = this.#stored?.id === id ? this.#stored.fileKey : undefined;
      const fileKey = before ?? (await this.#store(file, signal));
      this.#stored = { id, fileKey };
      try {
        await wire.convert(this.#key, fileKey, file.name, signal);
      } catch (error) {
        if (!isFinal(error)) throw error;
        this.#stored = undefined;
        if (before === undefined) throw error;
        // Storage does not keep for ever what nobody has asked to convert.
        return this.#send(waiting, signal);
      }
      await files.markSent(this.#key, waiting);
    }
    this.#isKnown = true;
    await this.#poll(file.name, waiting.id, signal);
  }

  /** @returns the key under which storage has the file */
  async #store(file: File, signal: AbortSignal): Promise<string> {
    const { wire } = this.#parts;
    const presigned = await wire.presign(this.#key, signal);
    this.#isKnown = true;
    if (this.#state.status === 'waiting') this.#setUploading(file);
    await wire.post(presigned, file, signal).catch((error: unknown) => {
      throw error instanceof NetworkError
        ? new StorageUnreachableError(error.message, { cause: error })
        : error;
    });
    return presigned.fields['key'] ?? '';
  }

  /** Watches the conversion until it is attached; throws where it is not to be. */
  async #poll(name: string, id: string | undefined, signal: AbortSignal): Promise<void> {
    const { clock, files, wire } = this.#parts;
    this.#set({ status: 'converting', name, isLong: false });
    await watchConversion({
      clock,
      ask: () => wire.conversion(this.#key, signal),
      pause: (ms) => this.#pause(ms, signal),
      onPending: ({ isOffline, isLong }) =>
        this.#set(
          isOffline ? { status: 'waiting', name, isOffline } : { status: 'converting', name, isLong },
        ),
      signal,
    });
    await files.done(this.#key, id);
    this.#isKnown = false;
    // Before the state changes, so that the field goes from "converting" to "attached" at once.
    for (let tries = 1; !(await this.#parts.onAttached()) && tries < LIST_TRIES; tries += 1)
      await this.#pause(backOff(undefined, tries, CONVERSION_POLL_MS), signal);
    this.#set({ status: 'none' });
  }

  /** Waits, but no longer than until somebody says that there is a network. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        end();
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const end = this.#parts.clock.after(ms, wake);
      this.#wake = wake;
      signal.addEventListener('abort', wake);
    });
    signal.throwIfAborted();
  }

  #setUploading({ name, size }: File): void {
    this.#set({ status: 'uploading', name, size });
  }

  #set(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
