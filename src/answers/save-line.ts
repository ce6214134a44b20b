import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import type { Answers } from '#form/condition.ts';
import { isDescKey } from '#form/keys.ts';
import type { AnswerStore, Soon } from './answer-store.ts';
import type { Draft } from './draft.ts';
import { Lull } from './lull.ts';
import type { Standing } from './outbox-parts.ts';
import { ANONYMOUS } from './records.ts';
import { visitorStatusOf, type SaveStatus, type StatusOf } from './save-status.ts';

interface SaveLineParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly records: SharedRecords;
  readonly draft: Draft;
  readonly store: AnswerStore;
  readonly standing: () => Standing;
  readonly soon: Soon;
}

/** The save status: never ahead of the facts, and not updated at every letter. */
export class SaveLine {
  readonly #parts: SaveLineParts;
  readonly #lull: Lull;
  readonly #listeners = new Set<() => void>();
  readonly #settledListeners = new Set<() => void>();
  #accountStatusOf: StatusOf = visitorStatusOf;
  #settled: Answers = {};
  #savedAt: number | undefined;
  #saidText = '';
  #wasWaiting = false;
  #waitingFiles = 0;
  #areFilesOffline = false;

  constructor(parts: SaveLineParts) {
    this.#parts = parts;
    this.#lull = new Lull(parts.clock, () => this.#stirred());
    parts.store.subscribeAll(() => this.#settle());
  }

  /** Calls back when `status` may have changed, and at the first letter of a burst unless the line is empty. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls back when `settledAnswers` change. */
  readonly subscribeSettled = (listener: () => void): (() => void) => {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  };

  /** The answers as of the last pause in typing: parts that move the page follow these, not each letter. */
  get settledAnswers(): Answers {
    return this.#settled;
  }

  get status(): SaveStatus {
    const { device, clock, records, draft, store, standing } = this.#parts;
    const { pending, operations, refusals, conflicts } = draft;
    const waits = [...pending].filter((key) => !isDescKey(key) && !refusals.has(key));
    const statusOf = this.#isLoggedIn ? this.#accountStatusOf : visitorStatusOf;
    return statusOf({
      device: device.getStatus(),
      isOnDevice: records.isSettled && this.#lull.isQuiet && !store.isUntold,
      hasAnswers: store.hasAnswers,
      standing: standing(),
      waitingAnswers: waits.length - conflicts.size,
      waitingFiles: this.#waitingFiles,
      areFilesOffline: this.#areFilesOffline,
      isWaiting: this.#isWaiting || store.isUntold,
      waitingCalls: operations,
      refused: refusals.size,
      conflicts: conflicts.size,
      savedAt: this.#savedAt,
      elapsed: clock.elapsed(),
    });
  }

  /** Sets the texts for accounts, once they are loaded. */
  learn(accountStatusOf: StatusOf): void {
    this.#accountStatusOf = accountStatusOf;
  }

  /** Number of files waiting on this device; `documents/` counts them. */
  get waitingFiles(): number {
    return this.#waitingFiles;
  }

  /** @returns whether the values changed */
  setWaitingFiles(count: number, areOffline: boolean): boolean {
    if (count === this.#waitingFiles && areOffline === this.#areFilesOffline) return false;
    this.#waitingFiles = count;
    this.#areFilesOffline = areOffline;
    return true;
  }

  /** Call at each letter. */
  stir(): void {
    this.#lull.stir();
  }

  /** Ends the burst of typing now. */
  rest(): void {
    this.#lull.end();
  }

  /** Call after a login: nothing has been saved to the account yet. */
  begin(): void {
    this.#savedAt = undefined;
    this.#wasWaiting = true;
  }

  /** Call after a logout. */
  forget(): void {
    this.#savedAt = undefined;
    this.setWaitingFiles(0, false);
  }

  /** Call when any of the facts may have changed. */
  tell(): void {
    const isWaiting = this.#isWaiting;
    if (this.#isLoggedIn && this.#wasWaiting && !isWaiting) this.#savedAt = this.#parts.clock.now();
    this.#wasWaiting = isWaiting;
    this.#say();
  }

  close(): void {
    this.#lull.close();
  }

  get #isLoggedIn(): boolean {
    return this.#parts.draft.owner !== ANONYMOUS;
  }

  get #isWaiting(): boolean {
    const { pending, operations } = this.#parts.draft;
    return pending.size > 0 || operations.length > 0;
  }

  /** An empty line claims nothing, so it may be updated a frame after the first letter. */
  #stirred(): void {
    this.#settle();
    if (this.#saidText === '') this.#parts.soon(() => this.#say());
    else this.#say();
  }

  #settle(): void {
    const answers = this.#parts.store.getAll();
    if (!this.#lull.isQuiet || this.#settled === answers) return;
    this.#settled = answers;
    for (const listener of this.#settledListeners) listener();
  }

  #say(): void {
    this.#saidText = this.status.text;
    for (const listener of this.#listeners) listener();
  }
}
