import { sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { backOff } from '#api/back-off.ts';
import type { Clock } from '#device/clock.ts';
import { randomId } from '#device/random-id.ts';
import type { SenderLease } from '#device/sender-lease.ts';
import type { DocumentAnswer } from '#contract/document-answer.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import type { DocumentWire } from './document-wire.ts';
import { ConversionFailedError, ConversionUnknownError, StorageUnreachableError } from './errors.ts';
import { FileSender } from './file-sender.ts';
import { OtherFile } from './other-file.ts';
import { Pause } from './pause.ts';
import { sendInTurn } from './send-in-turn.ts';
import { isNotSent, type UploadState } from './upload-state.ts';
import { fileMessages } from './validate-file.ts';
import type { FailedFile, WaitingFile, WaitingFiles } from './waiting-files.ts';
import { watchConversion } from './watch-conversion.ts';

/** The list of documents is requested this often until it shows a new file; later queries will show it anyway. */
const LIST_TRIES = 5;

interface UploadParts {
  readonly wire: DocumentWire;
  readonly clock: Clock;
  readonly files: WaitingFiles;
  /** Lets one tab at a time send the file of this question. */
  readonly lease: Pick<SenderLease, 'run'>;
  /** Reads the account's document from the server, before one is replaced. */
  readonly look: (signal: AbortSignal) => Promise<DocumentAnswer | undefined>;
  /** Called when the file is attached; resolves to whether the list of documents already shows it. */
  readonly onAttached: () => Promise<boolean>;
  /** Called when there is no file (any more). */
  readonly onCleared: () => Promise<unknown>;
  /** Called when an upload fails; the sentence says what the applicant can do. */
  readonly onFailed: (fileName: string, sentence: string) => void;
  /** Reloads the list of documents, when another tab has sent the file or the result is unknown. */
  readonly refresh: () => Promise<unknown>;
  /** Called when the session has ended. The file stays on this device until its applicant logs in again. */
  readonly onUnauthorized: () => void;
}

/** The file being handled; only its name is known if it was not chosen on this device. */
interface Subject {
  readonly id: string | undefined;
  readonly name: string;
  file: File | undefined;
}

function subjectOf({ id, file }: WaitingFile): Subject {
  return { id, name: file.name, file };
}

/** The upload of one file question, from the choice to the deletion (specification §4, File flow). */
export class DocumentUpload {
  readonly #key: AnswerKey;
  readonly #parts: UploadParts;
  readonly #sender: FileSender;
  readonly #other: OtherFile;
  readonly #pause: Pause;
  readonly #listeners = new Set<() => void>();
  #state: UploadState = { status: 'none' };
  #abort: AbortController | undefined;
  /** Whether the server may know of the file. */
  #isKnown = false;
  /** The result of the conversion stayed unknown. It is not polled again until the page is reloaded. */
  #hasGivenUp = false;
  /** Whether the displayed failure is also stored on this device. */
  #isFailureKept = false;

  constructor(key: AnswerKey, parts: UploadParts) {
    this.#key = key;
    this.#parts = parts;
    this.#sender = new FileSender(key, parts.wire);
    this.#other = new OtherFile(parts.look, (name, theirs) => this.#set({ status: 'asking', name, theirs }));
    this.#pause = new Pause(parts.clock);
  }

  readonly getState = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Stores, sends and converts a chosen file. Resolves once it is attached, refused or has failed. Without a network,
   * the file waits on this device and is sent later.
   */
  async choose(file: File): Promise<void> {
    const messages = fileMessages(file);
    if (messages.length > 0) {
      this.#set({ status: 'failed', message: messages.join(' '), file: undefined });
      return;
    }
    this.#hasGivenUp = false;
    const chosen = { id: randomId(), file, isSent: false };
    const subject = subjectOf(chosen);
    await this.#during(subject, async (signal) => {
      this.#setUploading(file);
      const kept = await this.#parts.files.put(this.#key, chosen);
      subject.file = kept.file;
      this.#isFailureKept = false;
      await this.#deliver(kept, signal);
    });
  }

  /** Continues with a file that an earlier visit stored on this device. */
  async goOn(waiting: WaitingFile): Promise<void> {
    if (this.#abort !== undefined) return;
    await this.#during(subjectOf(waiting), (signal) => this.#deliver(waiting, signal));
  }

  /** Polls a conversion that an earlier visit or another device started. */
  async follow(name: string): Promise<void> {
    if (this.#abort !== undefined || this.#hasGivenUp) return;
    this.#isKnown = true;
    await this.#during({ id: undefined, name, file: undefined }, (signal) =>
      this.#poll(name, undefined, signal),
    );
  }

  /** Shows a failure from an earlier visit. */
  failedBefore({ message, file }: FailedFile): void {
    this.#isFailureKept = true;
    if (this.#state.status === 'none') this.#set({ status: 'failed', message, file });
  }

  /** Call when the applicant has seen the failure: the next visit does not show it again. */
  async seen(): Promise<void> {
    if (!this.#isFailureKept) return;
    this.#isFailureKept = false;
    await this.#parts.files.forgetFailure(this.#key);
  }

  /** Call when the applicant has decided whether this device's file replaces that of another. */
  decide(replaces: boolean): void {
    this.#other.decide(replaces);
  }

  /** Call when the network may be back: a waiting file is tried at once. */
  retry(): void {
    this.#pause.end();
  }

  /**
   * Removes the file, whether it waits, is being sent, is attached or has failed. If that fails, reloads the server's
   * list and polls the conversion again.
   *
   * @returns whether the file is removed; false when the session has ended
   * @throws the error of the call that failed
   */
  async remove(): Promise<boolean> {
    const before = this.#state;
    const isSpared = isNotSent(before.status) && this.#other.isSpared;
    const isOnlyHere = isSpared || (before.status === 'waiting' && !this.#isKnown);
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
    await (isSpared ? this.#parts.refresh() : this.#parts.onCleared());
    return true;
  }

  /** Stops working; the stored file stays on this device. */
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
    const isOurs =
      isUnknown || error instanceof ConversionFailedError || error instanceof StorageUnreachableError;
    const message = isOurs ? error.message : sentenceFor(error);
    // Store the failure before showing it: `seen` deletes the stored one.
    await this.#parts.files.fail(this.#key, id, { message, file });
    if (signal.aborted) return;
    this.#isFailureKept = true;
    this.#set({ status: 'failed', message, file });
    this.#parts.onFailed(name, message);
    this.#hasGivenUp = isUnknown;
    // Keep the file when the result is unknown: it may be attached, now or later.
    if (isUnknown) return;
    if (this.#other.isSpared) {
      await this.#parts.refresh();
      return;
    }
    // Clear the failed conversion for the next attempt. If this fails, the next conversion replaces it.
    await this.#parts.wire.forgetConversion(this.#key).catch(() => undefined);
    await this.#parts.onCleared();
  }

  async #deliver(waiting: WaitingFile, signal: AbortSignal): Promise<void> {
    const { files, lease } = this.#parts;
    const isSent = await sendInTurn({
      lease,
      send: () => this.#send(waiting, signal),
      isThere: () => files.isThere(this.#key, waiting.id),
      onWaiting: ({ isOffline }) => this.#set({ status: 'waiting', name: waiting.file.name, isOffline }),
      pause: this.#pause,
      signal,
    });
    if (isSent) return;
    this.#set({ status: 'none' });
    await this.#parts.refresh();
  }

  async #send(waiting: WaitingFile, signal: AbortSignal): Promise<void> {
    const { id, file, isSent } = waiting;
    if (!isSent) {
      // Keep showing "waiting" until the server responds: a retry alone is no news.
      if (this.#state.status !== 'waiting') this.#setUploading(file);
      const theirs = await this.#other.keptInsteadOf(waiting, signal);
      if (theirs !== undefined) {
        await this.#giveWay(theirs, id);
        return;
      }
      if (this.#state.status === 'asking') this.#setUploading(file);
      await this.#sender.send(waiting, signal, () => {
        this.#isKnown = true;
        if (this.#state.status === 'waiting') this.#setUploading(file);
      });
      await this.#parts.files.markSent(this.#key, waiting);
    }
    this.#other.markReplaced();
    this.#isKnown = true;
    await this.#poll(file.name, id, signal);
  }

  /** Drops this device's file, since the applicant keeps that of another device. */
  async #giveWay({ status }: DocumentAnswer, id: string): Promise<void> {
    await this.#parts.files.done(this.#key, id);
    await (status === 'COMPLETED' ? this.#parts.onAttached() : this.#parts.refresh());
    this.#set({ status: 'none' });
  }

  /** Polls the conversion until the file is attached; throws when it will not be. */
  async #poll(name: string, id: string | undefined, signal: AbortSignal): Promise<void> {
    const { clock, files, wire } = this.#parts;
    this.#set({ status: 'converting', name, isLong: false });
    await watchConversion({
      clock,
      ask: () => wire.conversion(this.#key, signal),
      pause: (ms) => this.#pause.for(ms, signal),
      onPending: ({ isOffline, isLong }) =>
        this.#set(
          isOffline ? { status: 'waiting', name, isOffline } : { status: 'converting', name, isLong },
        ),
      signal,
    });
    await files.done(this.#key, id);
    this.#isKnown = false;
    // Wait for the list first, so that the field changes from "converting" to "attached" at once.
    for (let tries = 1; !(await this.#parts.onAttached()) && tries < LIST_TRIES; tries += 1)
      await this.#pause.for(backOff(undefined, tries, CONVERSION_POLL_MS), signal);
    this.#set({ status: 'none' });
  }

  #setUploading({ name, size }: File): void {
    this.#set({ status: 'uploading', name, size });
  }

  #set(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
