import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { isAlreadySubmitted, isFinal, isLasting, isUntouched } from '#api/refusals.ts';
import type { Clock } from '#device/clock.ts';
import type { IsStillMine } from '#device/sender-lease.ts';
import { agreeing } from './account-side.ts';
import type { Draft, WaitingAnswer, WaitingOperation } from './draft.ts';
import type { AccountSide, Operation } from './records.ts';
import { acknowledged, attempted, declined } from './sent-side.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** Without a network a try costs nothing, and the device may not say when it is back. */
const LONGEST_OFFLINE_MS = 15_000;
/** How long typing rests before what was typed leaves. */
const SEND_AFTER_MS = 1000;
/** How long typing may go on before what was typed leaves all the same. */
const SEND_AFTER_MAX_MS = 10_000;
/** The account is read before it is changed, unless it has just been. */
const KNOWN_FOR_MS = 1000;
/** What the account had longer ago is read again when the applicant comes back to the page. */
const STALE_AFTER_MS = 60_000;
/** When a request that was given up has long arrived, if ever. */
const VERIFY_AFTER_MS = 45_000;

/** How the outbox reaches the server; all reject with the errors of `api/`. */
export interface Wire {
  readonly putAnswers: (answers: Readonly<Record<string, string>>) => Promise<void>;
  readonly post: (operation: Operation) => Promise<void>;
  /** Reads what the account has now and merges it, so that another device's change is never overruled. */
  readonly refresh: () => Promise<void>;
}

/** What the outbox tells of what it does. */
export interface OutboxEvents {
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
  /** The server would not take a call, and never will; it has left the line. */
  readonly onRefused: (operation: Operation) => void;
  /** Its standing changed. */
  readonly onChange: () => void;
}

export interface OnlySender {
  /** Runs in one tab at a time; `false` when another is at it. */
  run(work: (isStillMine: IsStillMine) => Promise<void>): Promise<boolean>;
}

export type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** No answer comes; tried again by itself. */
  | { readonly kind: 'offline' }
  /** The server cannot now; `at` by the clock's `elapsed`. */
  | { readonly kind: 'retrying'; readonly at: number }
  /** Nobody is logged in; what waits stays until the same account is. */
  | { readonly kind: 'held' };

/**
 * Sends what the account does not have yet: changed answers and other calls, in the order in which they
 * happened, from one tab at a time. An acknowledgement settles the value that was sent and no newer one.
 */
export class Outbox {
  readonly #draft: Draft;
  readonly #wire: Wire;
  readonly #events: OutboxEvents;
  readonly #clock: Clock;
  readonly #onlySender: OnlySender;
  readonly #sync: () => Promise<void>;
  #standing: Standing = { kind: 'held' };
  #attempts = 0;
  #knownAt = Number.NEGATIVE_INFINITY;
  /** The account is to be read, even if nothing is to be sent. */
  #isUnread = false;
  /** The server has asked to be left alone until then. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #waitsSince: number | undefined;
  /** One by one, when a batch was refused without saying which of it is at fault. */
  #isOneByOne = false;
  #cancelTimer: (() => void) | undefined;
  #cancelVerify: (() => void) | undefined;
  #run: Promise<void> | undefined;

  /** @param sync takes over what other tabs have put on the device, before anything is sent */
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
  }

  get standing(): Standing {
    return this.#standing;
  }

  /**
   * Starts to send, for somebody who is logged in.
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

  /** Holds: nobody is logged in. What waits stays in the draft. */
  close(): void {
    this.#cancelTimer?.();
    this.#cancelVerify?.();
    this.#cancelVerify = undefined;
    this.#attempts = 0;
    this.#notBefore = Number.NEGATIVE_INFINITY;
    this.#waitsSince = undefined;
    this.#isOneByOne = false;
    this.#isUnread = false;
    this.#stand({ kind: 'held' });
  }

  /** Something may wait now; it leaves once typing rests, and a call at once. */
  changed(isTypedHere: boolean): void {
    if (!this.#hasWork) this.#rest();
    if (this.#standing.kind !== 'idle' || !this.#hasWork) return;
    const now = this.#clock.elapsed();
    this.#waitsSince ??= now;
    const rest = this.#draft.sendable.length > 0 ? SEND_AFTER_MS : 0;
    const latest = Math.max(0, this.#waitsSince + SEND_AFTER_MAX_MS - now);
    // The tab in which it was typed goes first.
    this.#after(Math.min(rest, latest) + (isTypedHere ? 0 : SEND_AFTER_MS));
  }

  /** Sends now, whatever the retry timer says: on save, on line again, shown again. */
  send(): void {
    if (this.#standing.kind === 'held' || this.#clock.elapsed() < this.#notBefore) return;
    this.#cancelTimer?.();
    void this.#sendAll();
  }

  /** The applicant is back: looks what has changed elsewhere meanwhile, and sends what waits. */
  resume(): void {
    if (this.#isHeld) return;
    if (this.#clock.elapsed() - this.#knownAt > STALE_AFTER_MS) this.#isUnread = true;
    this.send();
  }

  /** The account has changed by itself: reads what it has now. */
  reread(): void {
    if (this.#isHeld) return;
    this.#isUnread = true;
    this.send();
  }

  /**
   * Sends now and waits.
   *
   * @returns whether nothing is left to send; what the server refused is for the applicant to change
   */
  async flush(): Promise<boolean> {
    const isHeldBack = this.#standing.kind === 'held' || this.#clock.elapsed() < this.#notBefore;
    if (!isHeldBack) {
      this.#cancelTimer?.();
      await this.#sendAll();
    }
    return !this.#hasWork && this.#draft.pending.size === this.#draft.refusals.size;
  }

  get #hasWork(): boolean {
    return this.#isUnread || this.#draft.sendable.length > 0 || this.#draft.operations.length > 0;
  }

  get #isHeld(): boolean {
    return this.#standing.kind === 'held';
  }

  #sendAll(): Promise<void> {
    this.#run ??= this.#sendInTurn().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #sendInTurn(isToVerify = false): Promise<void> {
    if (!this.#hasWork && !isToVerify) {
      this.#rest();
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
      this.#attempts = 0;
      this.#stand({ kind: 'idle' });
      this.#waitsSince = undefined;
      if (!isLed || this.#hasWork) this.#after(SEND_AFTER_MS);
      else this.#isOneByOne = false;
      if (this.#draft.hasStrays) this.#verifyLater();
    } catch (error) {
      if (owner === this.#draft.owner && !this.#isHeld) this.#failed(error);
    }
  }

  /** The head of the line: one call, or all answers that were changed before the next call. */
  async #sendNext(): Promise<void> {
    const { sendable, operations } = this.#draft;
    const [head] = operations;
    const before = head === undefined ? sendable : sendable.filter(({ stamp }) => stamp < head.stamp);
    const batch = this.#isOneByOne ? before.slice(0, 1) : before;
    if (this.#isUnread || this.#clock.elapsed() - this.#knownAt > KNOWN_FOR_MS) {
      await this.#refresh();
      return;
    }
    if (batch.length > 0) await this.#sendAnswers(batch);
    else if (head !== undefined) await this.#sendOperation(head);
    // That the account can be read does not mean that it can be changed.
    this.#attempts = 0;
  }

  async #refresh(): Promise<void> {
    await this.#wire.refresh();
    this.#isUnread = false;
    this.#knownAt = this.#clock.elapsed();
  }

  async #sendAnswers(batch: readonly WaitingAnswer[]): Promise<void> {
    const { owner } = this.#draft;
    const now = this.#clock.now();
    // On the device before it leaves: should the answer to it be lost, this device knows its own value again.
    this.#mark(batch, (side, value) => attempted(side, value, now));
    await this.#draft.flush();
    try {
      await this.#wire.putAnswers(Object.fromEntries(batch.map(({ key, value }) => [key, value])));
    } catch (error) {
      if (owner !== this.#draft.owner) throw error;
      if (isUntouched(error)) this.#mark(batch, (side, value) => declined(side, value));
      if (!isFinal(error)) throw error;
      this.#refuse(batch, error);
      return;
    }
    if (owner === this.#draft.owner) this.#mark(batch, acknowledged);
  }

  /** Marks what the server refused, so that the others can go on. */
  #refuse(batch: readonly WaitingAnswer[], error: ServerError): void {
    const isSubmitted = isAlreadySubmitted(error);
    if (isSubmitted) this.#events.onAlreadySubmitted();
    const named = batch.filter(({ key }) => error.errors[key] !== undefined);
    if (named.length === 0 && batch.length > 1 && !isSubmitted) {
      this.#isOneByOne = true;
      this.#mark(batch, (side, value) => declined(side, value));
      return;
    }
    const isAtFault = new Set((named.length > 0 ? named : batch).map(({ key }) => key));
    this.#mark(batch, (side, value, key) =>
      isAtFault.has(key)
        ? declined(side, value, {
            message: error.errors[key]?.[0] ?? error.message,
            isLasting: isLasting(error),
          })
        : declined(side, value),
    );
  }

  #mark(
    batch: readonly WaitingAnswer[],
    next: (side: AccountSide, value: string, key: string) => AccountSide,
  ): void {
    const sides = batch.map(({ key, value }) => {
      const side = this.#draft.side(key) ?? agreeing('');
      return [key, next(side, value, key)] as const;
    });
    this.#draft.put({ sides: new Map(sides) });
  }

  async #sendOperation(waiting: WaitingOperation): Promise<void> {
    try {
      await this.#wire.post(waiting.operation);
    } catch (error) {
      if (!isFinal(error)) throw error;
      // It waits no more when that is told: what is shown then is what the server has.
      this.#draft.done(waiting);
      if (isAlreadySubmitted(error)) this.#events.onAlreadySubmitted();
      else this.#events.onRefused(waiting.operation);
      return;
    }
    this.#draft.done(waiting);
  }

  #failed(error: unknown): void {
    if (error instanceof UnauthorizedError) {
      this.#stand({ kind: 'held' });
      this.#events.onUnauthorized();
      return;
    }
    if (error instanceof DOMException && error.name === 'AbortError') {
      // Another tab has taken over from this one, which slept.
      this.#stand({ kind: 'idle' });
      this.#after(SEND_AFTER_MS);
      return;
    }
    this.#attempts += 1;
    this.#knownAt = Number.NEGATIVE_INFINITY;
    const isOffline = error instanceof NetworkError;
    const longest = isOffline ? LONGEST_OFFLINE_MS : LONGEST_RETRY_MS;
    const backoff = Math.min(longest, FIRST_RETRY_MS * 2 ** (this.#attempts - 1));
    const asked = error instanceof ServerError ? error.retryAfterMs : undefined;
    // Half of it by chance, so that a thousand applicants do not come back in the same second.
    const wait = Math.max(asked ?? 0, backoff * (0.5 + Math.random() / 2));
    const at = this.#clock.elapsed() + wait;
    if (asked !== undefined) this.#notBefore = at;
    this.#stand(isOffline ? { kind: 'offline' } : { kind: 'retrying', at });
    this.#after(wait);
  }

  #after(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.after(ms, () => void this.#sendAll());
  }

  /** Looks once more whether a request that was given up has arrived after all, behind a later one. */
  #verifyLater(): void {
    this.#cancelVerify ??= this.#clock.after(VERIFY_AFTER_MS, () => {
      this.#cancelVerify = undefined;
      if (this.#standing.kind !== 'idle') return;
      this.#run ??= this.#sendInTurn(true).finally(() => {
        this.#run = undefined;
      });
    });
  }

  /** Nothing is left to try again: another tab has sent it. */
  #rest(): void {
    if (this.#standing.kind !== 'offline' && this.#standing.kind !== 'retrying') return;
    this.#cancelTimer?.();
    this.#attempts = 0;
    this.#stand({ kind: 'idle' });
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#events.onChange();
  }
}
