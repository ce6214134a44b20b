import { NetworkError, UnauthorizedError } from '#api/errors.ts';
import { isAlreadySubmitted, isFailure, isFinal, isSpoken } from '#api/refusals.ts';
import type { Clock } from '#device/clock.ts';
import { AnswerSender } from './answer-sender.ts';
import type { Draft, WaitingOperation } from './draft.ts';
import type { OnlySender, OutboxEvents, Standing, Wire } from './outbox-parts.ts';
import { isChoice } from './records.ts';
import { RetryTimes } from './retry-times.ts';
import { SetAside } from './set-aside.ts';

/** Sends after a pause in typing of this length. */
const SEND_AFTER_MS = 1000;
/** Sends after this even if typing continues. */
const SEND_AFTER_MAX_MS = 10_000;
/** The account is read before a change is sent, unless it was read within this time. */
const KNOWN_FOR_MS = 1000;
/** Returning to the page reads the account again if the last reading is older. */
const STALE_AFTER_MS = 60_000;
/** By then a request whose response was lost has arrived, if it ever does. */
const VERIFY_AFTER_MS = 45_000;

/**
 * Sends changed answers and other calls in the order of their changes, from one tab at a time. An acknowledgment
 * settles the value that was sent, never a newer one. A call that fails alone is set aside and tried again later, so
 * that it does not keep the answers behind it from the account.
 */
export class Outbox {
  readonly #draft: Draft;
  readonly #wire: Wire;
  readonly #events: OutboxEvents;
  readonly #clock: Clock;
  readonly #onlySender: OnlySender;
  readonly #sync: () => Promise<void>;
  readonly #answers: AnswerSender;
  readonly #retries: RetryTimes;
  readonly #aside: SetAside;
  #standing: Standing = { kind: 'held' };
  #knownAt = Number.NEGATIVE_INFINITY;
  /** The account must be read, even if there is nothing to send. */
  #isUnread = false;
  #waitsSince: number | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelVerify: (() => void) | undefined;
  #run: Promise<void> | undefined;

  /** @param sync reads the changes of other tabs from the device, before anything is sent */
  constructor(
    draft: Draft,
    wire: Wire,
    events: OutboxEvents,
    clock: Clock,
    onlySender: OnlySender,
    sync: () => Promise<void>,
  ) {
    this.#draft = draft;
    this.#wire = wire;
    this.#events = events;
    this.#clock = clock;
    this.#onlySender = onlySender;
    this.#sync = sync;
    this.#answers = new AnswerSender(draft, wire, events.onAlreadySubmitted, clock);
    this.#retries = new RetryTimes(clock);
    this.#aside = new SetAside(clock);
  }

  get standing(): Standing {
    return this.#standing;
  }

  /**
   * Starts sending, after a login.
   *
   * @param isFresh whether the account's answers have just been read
   */
  open(isFresh: boolean): void {
    this.close();
    this.#knownAt = isFresh ? this.#clock.elapsed() : Number.NEGATIVE_INFINITY;
    this.#isUnread = !isFresh;
    this.#draft.retryRefused();
    this.#stand({ kind: isFresh ? 'idle' : 'offline' });
    this.send();
  }

  /** Stops sending, after a logout. The draft keeps everything unsent. */
  close(): void {
    this.#cancelTimer?.();
    this.#cancelVerify?.();
    this.#cancelVerify = undefined;
    this.#retries.clear();
    this.#aside.clear();
    this.#waitsSince = undefined;
    this.#answers.together();
    this.#isUnread = false;
    this.#stand({ kind: 'held' });
  }

  /** Call when the draft changes. Answers are sent after a pause in typing, other calls at once. */
  changed(isTypedHere: boolean): void {
    if (!this.#hasWork) this.#rest();
    if (this.#standing.kind !== 'idle' || !this.#hasWork) return;
    const now = this.#clock.elapsed();
    this.#waitsSince ??= now;
    const rest = this.#draft.sendable.length > 0 ? SEND_AFTER_MS : 0;
    const latest = Math.max(0, this.#waitsSince + SEND_AFTER_MAX_MS - now);
    // Other tabs wait longer, so that the tab with the change sends it.
    this.#after(Math.min(rest, latest) + (isTypedHere ? 0 : SEND_AFTER_MS));
  }

  /** Sends now, without waiting for the retry timer; a Retry-After is still respected. */
  send(): void {
    void this.#sendNow();
  }

  /** For a page shown again: reads changes of other devices if they are due, and sends everything pending. */
  resume(): void {
    if (this.#isHeld) return;
    if (this.#clock.elapsed() - this.#knownAt > STALE_AFTER_MS) this.#isUnread = true;
    this.send();
  }

  /** Reads the account again, because the server itself has changed answers. */
  reread(): void {
    if (this.#isHeld) return;
    this.#isUnread = true;
    this.send();
  }

  /**
   * Sends now and waits for the result.
   *
   * @returns whether the account has everything that the applicant entered, except values that the server refused.
   * Calls that only note where the applicant is may still wait
   */
  async flush(): Promise<boolean> {
    await this.#sendNow();
    const { sendable, operations, pending, refusals } = this.#draft;
    const hasChoices = operations.some(({ operation }) => isChoice(operation));
    return !this.#isUnread && sendable.length === 0 && !hasChoices && pending.size === refusals.size;
  }

  get #hasWork(): boolean {
    return this.#isUnread || this.#draft.sendable.length > 0 || this.#due.length > 0;
  }

  /** Unsent calls that may be tried now, oldest first. */
  get #due(): readonly WaitingOperation[] {
    return this.#draft.operations.filter((waiting) => !this.#aside.has(waiting));
  }

  get #isHeld(): boolean {
    return this.#standing.kind === 'held';
  }

  async #sendNow(): Promise<void> {
    if (this.#isHeld || this.#retries.isHeldBack) return;
    this.#cancelTimer?.();
    this.#aside.hasten();
    await this.#sendAll();
  }

  #sendAll(): Promise<void> {
    this.#run ??= this.#sendInTurn().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #sendInTurn(isToVerify = false): Promise<void> {
    if (!this.#hasWork && !isToVerify) {
      if (this.#standing.kind === 'idle') this.#idle();
      else this.#rest();
      return;
    }
    const { owner } = this.#draft;
    try {
      const isLed = await this.#onlySender.run(async (isStillMine) => {
        await this.#sync();
        if (isToVerify) await this.#refresh();
        while (this.#hasWork && !this.#isHeld && owner === this.#draft.owner) {
          if (!(await isStillMine())) return;
          this.#stand({ kind: 'sending' });
          await this.#sendNext();
        }
      });
      if (this.#isHeld || owner !== this.#draft.owner) return;
      this.#retries.succeeded();
      this.#waitsSince = undefined;
      this.#idle();
      if (!isLed || this.#hasWork) this.#after(SEND_AFTER_MS);
      else this.#answers.together();
      if (this.#draft.hasStrays) this.#verifyLater();
    } catch (error) {
      if (owner === this.#draft.owner && !this.#isHeld) this.#failed(error);
    }
  }

  /** Sends the next request: one call, or all answers changed before the next call. */
  async #sendNext(): Promise<void> {
    if (this.#isUnread || this.#clock.elapsed() - this.#knownAt > KNOWN_FOR_MS) {
      await this.#refresh();
      return;
    }
    const { sendable } = this.#draft;
    const [head] = this.#due;
    const before = head === undefined ? sendable : sendable.filter(({ stamp }) => stamp < head.stamp);
    if (before.length > 0) await this.#answers.send(before);
    else if (head === undefined || !(await this.#sendOperation(head))) return;
    this.#retries.succeeded();
  }

  async #refresh(): Promise<void> {
    await this.#wire.refresh();
    this.#isUnread = false;
    this.#knownAt = this.#clock.elapsed();
  }

  /** @returns whether the server took the call, or refused it for good; `false` if it is set aside */
  async #sendOperation(waiting: WaitingOperation): Promise<boolean> {
    const { operation } = waiting;
    const { owner } = this.#draft;
    try {
      await this.#wire.post(operation);
    } catch (error) {
      if (isFinal(error)) {
        // Remove the call first: listeners then read the state without it.
        this.#draft.done(waiting);
        this.#aside.delete(waiting);
        if (isAlreadySubmitted(error)) this.#events.onAlreadySubmitted();
        else this.#events.onRefused(operation);
        return true;
      }
      const isOurs = owner === this.#draft.owner && !this.#isHeld;
      if (!isOurs || !isFailure(error) || !this.#aside.add(waiting, error)) throw error;
      if (isSpoken(error) && !this.#aside.isSaid(waiting)) {
        this.#aside.said(waiting);
        this.#events.onFailing(operation);
      }
      return false;
    }
    this.#draft.done(waiting);
    if (this.#aside.isSaid(waiting)) this.#events.onRecovered(operation);
    this.#aside.delete(waiting);
    return true;
  }

  #failed(error: unknown): void {
    if (error instanceof UnauthorizedError) {
      this.#stand({ kind: 'held' });
      this.#events.onUnauthorized();
      return;
    }
    if (error instanceof DOMException && error.name === 'AbortError') {
      // Another tab took the lease while this one slept.
      this.#stand({ kind: 'idle' });
      this.#after(SEND_AFTER_MS);
      return;
    }
    this.#knownAt = Number.NEGATIVE_INFINITY;
    const at = this.#retries.failed(error);
    this.#stand(error instanceof NetworkError ? { kind: 'offline' } : { kind: 'retrying', at });
    this.#after(at - this.#clock.elapsed());
  }

  #after(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.after(ms, () => void this.#sendAll());
  }

  /** Reads the account once more: a request whose response was lost may have overwritten a later one. */
  #verifyLater(): void {
    this.#cancelVerify ??= this.#clock.after(VERIFY_AFTER_MS, () => {
      this.#cancelVerify = undefined;
      if (this.#standing.kind !== 'idle') return;
      this.#run ??= this.#sendInTurn(true).finally(() => {
        this.#run = undefined;
      });
    });
  }

  /** Stops retrying when nothing is left to send, as after another tab has sent it. */
  #rest(): void {
    if (this.#standing.kind !== 'offline' && this.#standing.kind !== 'retrying') return;
    this.#cancelTimer?.();
    this.#retries.succeeded();
    this.#idle();
  }

  /** Nothing is left to send for now; calls set aside are tried again at their time. */
  #idle(): void {
    const laterAt = this.#aside.nextAt(this.#draft.operations);
    if (laterAt !== undefined) this.#after(Math.ceil(laterAt - this.#clock.elapsed()));
    this.#stand({ kind: 'idle', laterAt });
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#events.onChange();
  }
}
