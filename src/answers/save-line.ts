import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import type { Answers } from '#form/condition.ts';
import { DESC_SUFFIX } from '#form/keys.ts';
import type { AnswerStore, Soon } from './answer-store.ts';
import type { Draft } from './draft.ts';
import { Lull } from './lull.ts';
import type { Standing } from './outbox.ts';
import { ANONYMOUS } from './records.ts';
import { visitorStatusOf, type SaveStatus, type StatusOf } from './save-status.ts';

export interface SaveLineParts {
  readonly device: Device;
  readonly clock: Clock;
  readonly records: SharedRecords;
  readonly draft: Draft;
  readonly store: AnswerStore;
  readonly standing: () => Standing;
  readonly soon: Soon;
}

/** What the page says of where the answers are, and when: never ahead of the facts, and not at every letter. */
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

  /** Hears of `status`; of the first letter of a burst at once, where something was said of those before. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears of `settledAnswers`. */
  readonly subscribeSettled = (listener: () => void): (() => void) => {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  };

  /** The answers while nobody is typing: what follows these, and moves the page, does not do so under a thumb. */
  get settledAnswers(): Answers {
    return this.#settled;
  }

  get status(): SaveStatus {
    const { device, clock, records, draft, store, standing } = this.#parts;
    const { pending, refusals, conflicts } = draft;
    const waits = [...pending].filter((key) => !key.endsWith(DESC_SUFFIX) && !refusals.has(key));
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
      refused: refusals.size,
      conflicts: conflicts.size,
      savedAt: this.#savedAt,
      elapsed: clock.elapsed(),
    });
  }

  /** The words for somebody with an account have come. */
  learn(accountStatusOf: StatusOf): void {
    this.#accountStatusOf = accountStatusOf;
  }

  /** Files that wait on this device; counted by whoever keeps them. */
  get waitingFiles(): number {
    return this.#waitingFiles;
  }

  /** @returns whether that is news */
  setWaitingFiles(count: number, areOffline: boolean): boolean {
    if (count === this.#waitingFiles && areOffline === this.#areFilesOffline) return false;
    this.#waitingFiles = count;
    this.#areFilesOffline = areOffline;
    return true;
  }

  /** Somebody types. */
  stir(): void {
    this.#lull.stir();
  }

  /** Nobody types any more, whoever did. */
  rest(): void {
    this.#lull.end();
  }

  /** Somebody's draft has become an account's: nothing has been saved to it yet. */
  begin(): void {
    this.#savedAt = undefined;
    this.#wasWaiting = true;
  }

  /** Nobody is logged in any more. */
  forget(): void {
    this.#savedAt = undefined;
    this.setWaitingFiles(0, false);
  }

  /** Something of the facts may have changed. */
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

  /** A line that says nothing yet claims nothing either: it may follow the first letter by a frame. */
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
