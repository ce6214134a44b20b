import { ANONYMOUS, type Owner } from '#answers/records.ts';
import type { AnswersFacade } from '#answers/answers-facade.ts';
import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { randomId } from '#device/random-id.ts';
import { senderLease } from '#device/sender-lease.ts';
import { ANSWERED } from '#form/change.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';
import { DocumentUpload } from './document-upload.ts';
import type { DocumentWire } from './document-wire.ts';
import { WaitingFiles } from './waiting-files.ts';
import { isNotSent, isUnderWay, type UploadState } from './upload-state.ts';

interface DocumentsParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly answers: AnswersFacade;
  readonly wire: DocumentWire;
  /** Reads the list of documents from the server. */
  readonly read: (signal: AbortSignal) => Promise<DocumentAnswers>;
  /** Reloads the list of documents; resolves to whether that succeeded. */
  readonly refresh: () => Promise<boolean>;
  /** Called when an upload fails, on whatever page the applicant is. */
  readonly onFailed: (key: AnswerKey, fileName: string, sentence: string) => void;
  /** Called when a document's state changes, so that old messages about it can be removed. */
  readonly onMoved: (key: AnswerKey) => void;
  readonly onUnauthorized: () => void;
}

/** The documents of the logged-in applicant: one upload per question, and files stored by earlier visits. */
export class Documents {
  readonly #parts: DocumentsParts;
  readonly #uploads = new Map<AnswerKey, DocumentUpload>();
  readonly #listeners = new Set<() => void>();
  readonly #channel: Channel<'changed'>;
  readonly #tab = randomId();
  #owner: Owner = ANONYMOUS;
  #files: WaitingFiles;

  constructor(parts: DocumentsParts) {
    this.#parts = parts;
    this.#files = new WaitingFiles(parts.device, ANONYMOUS);
    this.#channel = new Channel('documents', () => void parts.refresh());
    parts.answers.subscribe(() => this.#follow());
  }

  /** Returns the upload of a file question, one object for its field and the tabs around it. */
  uploadOf(key: AnswerKey): DocumentUpload {
    const known = this.#uploads.get(key);
    if (known !== undefined) return known;
    const { answers, clock, device, read, refresh, wire, onFailed, onMoved, onUnauthorized } = this.#parts;
    const settle = async (answer: string) => {
      answers.store.set(key, answer);
      const isKnown = await refresh();
      this.#channel.post('changed');
      return isKnown;
    };
    const upload = new DocumentUpload(key, {
      wire,
      clock,
      files: this.#files,
      lease: senderLease(device, `file/${key}`, this.#tab),
      look: async (signal) => (await read(signal))[key],
      onAttached: () => settle(ANSWERED),
      onCleared: () => settle(EMPTY_ANSWER),
      onFailed: (fileName, sentence) => onFailed(key, fileName, sentence),
      refresh,
      onUnauthorized,
    });
    upload.subscribe(() => {
      onMoved(key);
      this.#count();
      this.#tell();
    });
    this.#uploads.set(key, upload);
    return upload;
  }

  /** The questions whose file is being sent or converted, or waits for that. */
  get underWay(): readonly AnswerKey[] {
    return [...this.#uploads].filter(([, upload]) => isUnderWay(upload.getState())).map(([key]) => key);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the first question whose applicant is asked whether to replace the file of another device. */
  readonly getAsked = (): AnswerKey | undefined =>
    answerKeys.find((key) => this.#uploads.get(key)?.getState().status === 'asking');

  close(): void {
    this.#channel.close();
  }

  /** Call when the page is shown again or online again: waiting files are tried at once. */
  retry(): void {
    for (const upload of this.#uploads.values()) upload.retry();
  }

  /** After a login or logout: stops the old uploads, and continues those of the new owner. */
  #follow(): void {
    const { owner } = this.#parts.answers;
    if (owner === this.#owner) return;
    this.#owner = owner;
    for (const upload of this.#uploads.values()) upload.leave();
    this.#uploads.clear();
    this.#tell();
    this.#files = new WaitingFiles(this.#parts.device, owner);
    if (owner !== ANONYMOUS) void this.#goOn(this.#files);
  }

  async #goOn(files: WaitingFiles): Promise<void> {
    const { waiting, failed } = await files.left();
    if (files !== this.#files) return;
    for (const key of answerKeys) {
      const [file, failure] = [waiting.get(key), failed.get(key)];
      if (file !== undefined) void this.uploadOf(key).goOn(file);
      else if (failure !== undefined) this.uploadOf(key).failedBefore(failure);
    }
  }

  #count(): void {
    const states = [...this.#uploads.values()].map((upload) => upload.getState());
    const waiting = states.filter(({ status }) => isNotSent(status));
    this.#parts.answers.setWaitingFiles(waiting.length, states.some(isOffline));
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isOffline(state: UploadState): boolean {
  return state.status === 'waiting' && state.isOffline;
}
