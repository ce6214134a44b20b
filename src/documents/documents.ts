import { ANONYMOUS, type Owner } from '#answers/records.ts';
import type { AnswersFacade } from '#answers/answers-facade.ts';
import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { randomId } from '#device/random-id.ts';
import { senderLease } from '#device/sender-lease.ts';
import { ANSWERED } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';
import { DocumentUpload, isUnderWay, type UploadState } from './document-upload.ts';
import type { DocumentWire } from './document-wire.ts';
import { WaitingFiles } from './waiting-files.ts';

export interface DocumentsParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly answers: AnswersFacade;
  readonly wire: DocumentWire;
  /** Asks the server anew which documents there are; tells whether it said so. */
  readonly refresh: () => Promise<boolean>;
  /** A document did not get through, wherever in the form its applicant is. */
  readonly onFailed: (key: AnswerKey, fileName: string, sentence: string) => void;
  /** Where a document stands has changed: what was said of it before may hold no longer. */
  readonly onMoved: (key: AnswerKey) => void;
  readonly onUnauthorized: () => void;
}

/** The files of whoever is logged in: one upload a question, and what an earlier visit left waiting. */
export class Documents {
  readonly #parts: DocumentsParts;
  readonly #uploads = new Map<AnswerKey, DocumentUpload>();
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

  /** The upload of a file question, the same one for its field and for the tabs around it. */
  uploadOf(key: AnswerKey): DocumentUpload {
    const known = this.#uploads.get(key);
    if (known !== undefined) return known;
    const { answers, clock, device, refresh, wire, onFailed, onMoved, onUnauthorized } = this.#parts;
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
      onAttached: () => settle(ANSWERED),
      onCleared: () => settle(EMPTY_ANSWER),
      onFailed: (fileName, sentence) => onFailed(key, fileName, sentence),
      refresh,
      onUnauthorized,
    });
    upload.subscribe(() => {
      onMoved(key);
      this.#count();
    });
    this.#uploads.set(key, upload);
    return upload;
  }

  /** The questions whose file is on its way to the account, or waits to be. */
  get underWay(): readonly AnswerKey[] {
    return [...this.#uploads].filter(([, upload]) => isUnderWay(upload.getState())).map(([key]) => key);
  }

  close(): void {
    this.#channel.close();
  }

  /** Shown again or on line again: what waits tries at once. */
  retry(): void {
    for (const upload of this.#uploads.values()) upload.retry();
  }

  /** Somebody has come or gone: the uploads of the one before end, files of the next one go on. */
  #follow(): void {
    const { owner } = this.#parts.answers;
    if (owner === this.#owner) return;
    this.#owner = owner;
    for (const upload of this.#uploads.values()) upload.leave();
    this.#uploads.clear();
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
    const waiting = states.filter(({ status }) => status === 'waiting' || status === 'uploading');
    this.#parts.answers.setWaitingFiles(waiting.length, states.some(isOffline));
  }
}

function isOffline(state: UploadState): boolean {
  return state.status === 'waiting' && state.isOffline;
}
