import { sentenceFor } from '#api/errors.ts';
import { call } from '#api/request.ts';
import { postFile } from '#api/upload.ts';
import { deleteConversion, getConversion, postConversion } from '#contract/conversion.ts';
import { deleteDocumentAnswer } from '#contract/document-answer.ts';
import { postPresignedUrl } from '#contract/presigned-url.ts';
import type { Clock } from '#device/clock.ts';
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import { fileMessages } from './validate-file.ts';

/** A conversion takes seconds; one that has not settled by then is lost. */
const POLL_FOR_MS = 180_000;
/** Polls in a row that may fail before the applicant is told. */
const POLL_FAILURES_MAX = 5;

export type UploadState =
  | { readonly status: 'none' }
  | { readonly status: 'uploading'; readonly name: string }
  | { readonly status: 'converting'; readonly name: string }
  | { readonly status: 'failed'; readonly message: string; readonly file: File | undefined };

export interface UploadEvents {
  /** The server has the file as a PDF. */
  readonly onAttached: () => Promise<void>;
  /** There is no file (any more). */
  readonly onCleared: () => Promise<void>;
}

/** One file question's upload: chosen, sent, converted, polled, deleted (specification §4, File flow). */
export class DocumentUpload {
  readonly #key: AnswerKey;
  readonly #clock: Clock;
  readonly #events: UploadEvents;
  readonly #listeners = new Set<() => void>();
  readonly #onFailed = new Set<(sentence: string) => void>();
  #state: UploadState = { status: 'none' };
  #abort: AbortController | undefined;

  constructor(key: AnswerKey, clock: Clock, events: UploadEvents) {
    this.#key = key;
    this.#clock = clock;
    this.#events = events;
  }

  readonly getState = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells when something went wrong on the way; the sentence says what the applicant can do. */
  readonly onFailed = (listener: (sentence: string) => void): (() => void) => {
    this.#onFailed.add(listener);
    return () => this.#onFailed.delete(listener);
  };

  /** Takes a chosen file all the way; resolves once it is attached, refused or has failed. */
  async choose(file: File): Promise<void> {
    const messages = fileMessages(file);
    if (messages.length > 0) {
      this.#set({ status: 'failed', message: messages.join(' '), file: undefined });
      return;
    }
    await this.#during(file, async (signal) => {
      this.#set({ status: 'uploading', name: file.name });
      const { url, fields } = await call(postPresignedUrl, { body: { answer_key: this.#key }, signal });
      await postFile(url, fields, file, signal);
      await call(postConversion, {
        params: { key: this.#key },
        body: { file_key: fields['key'] ?? '', file_name: file.name },
        signal,
      });
      await this.#poll(file.name, signal);
    });
  }

  /** Goes on watching a conversion that an earlier visit started. */
  async follow(name: string): Promise<void> {
    if (this.#abort !== undefined) return;
    await this.#during(undefined, (signal) => this.#poll(name, signal));
  }

  /** Takes the file back, whether it is attached, under way or failed. */
  async remove(): Promise<void> {
    this.#abort?.abort();
    await call(deleteConversion, { params: { key: this.#key } });
    await call(deleteDocumentAnswer, { params: { key: this.#key } });
    this.#set({ status: 'none' });
    await this.#events.onCleared();
  }

  async #during(file: File | undefined, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await work(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      const message = error instanceof ConversionFailedError ? error.message : sentenceFor(error);
      this.#set({ status: 'failed', message, file });
      for (const listener of this.#onFailed) listener(message);
      // So that the next try starts clean; where even this fails, the next conversion replaces it.
      await call(deleteConversion, { params: { key: this.#key } }).catch(() => undefined);
      await this.#events.onCleared();
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
    }
  }

  async #poll(name: string, signal: AbortSignal): Promise<void> {
    this.#set({ status: 'converting', name });
    const deadline = this.#clock.now() + POLL_FOR_MS;
    let failures = 0;
    while (this.#clock.now() < deadline) {
      const outcome = await call(getConversion, { params: { key: this.#key }, signal }).catch(
        (error: unknown) => {
          failures += 1;
          if (failures >= POLL_FAILURES_MAX || signal.aborted) throw error;
          return undefined;
        },
      );
      signal.throwIfAborted();
      if (outcome?.status === 'COMPLETED') {
        this.#set({ status: 'none' });
        await this.#events.onAttached();
        return;
      }
      if (outcome?.status === 'FAILED') throw new ConversionFailedError(outcome.message);
      if (outcome?.status === 'NOT_ANSWERED') {
        throw new ConversionFailedError('The file did not reach us. Please choose it again.');
      }
      await new Promise<void>((resolve) => this.#clock.after(CONVERSION_POLL_MS, resolve));
    }
    throw new ConversionFailedError('This takes longer than it should. Please choose the file again.');
  }

  #set(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The server could not make a PDF of the file, and says what the applicant can do. */
class ConversionFailedError extends Error {
  override readonly name = 'ConversionFailedError';
}
