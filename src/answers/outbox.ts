import { backOff } from '#api/back-off.ts';
import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { isAlreadySubmitted, isFinal, isLasting, isUntouched } from '#api/refusals.ts';
import type { Clock } from '#device/clock.ts';
import type { IsStillMine } from '#device/sender-lease.ts';
import { agreeing } from './account-side.ts';
import type { Draft, WaitingAnswer, WaitingOperation } from './draft.ts';
import type { AccountSide, Operation } from './records.ts';
import { acknowledged, attempted, declined } from './sent-side.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 40_000;
/** Shorter: a request without a network costs nothing, and the browser may not report being online again. */
const LONGEST_OFFLINE_MS = 10_000;
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

/** The calls of the outbox; all reject with the errors of `api/`. */
export interface Wire {
  readonly putAnswers: (answers: Readonly<Record<string, string>>) => Promise<void>;
  readonly post: (operation: Operation) => Promise<void>;
  /** Reads the account's answers and merges them, so that another device's change is not overwritten. */
  readonly refresh: () => Promise<void>;
}

export interface OutboxEvents {
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
  /** The server refused a call for good; it is no longer in the outbox. */
  readonly onRefused: (operation: Operation) => void;
  /** The standing has changed. */
  readonly onChange: () => void;
}

export interface OnlySender {
  /** Runs work in one tab at a time; resolves to `false` when another tab is sending. */
  run(work: (isStillMine: IsStillMine) => Promise<void>): Promise<boolean>;
}

export type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** No response comes; the outbox retries. */
  | { readonly kind: 'offline' }
  /** The server fails; the outbox retries at `at`, by the clock's `elapsed`. */
  | { readonly kind: 'retrying'; readonly at: number }
  /** Nobody is logged in; the draft keeps everything unsent until the same account returns. */
  | { readonly kind: 'held' };

/**
 * Sends changed answers and other calls in the order of their changes, from one tab at a time. An acknowledgment
 * settles the value that was sent, never a newer one.
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
  /** The account must be read, even if there is nothing to send. */
  #isUnread = false;
  /** The server asked for no requests until then (Retry-After). */
  #notBefore = Number.NEGATIVE_INFINITY;
  #waitsSince: number | undefined;
  /** Sends answers one by one, after a batch was refused without naming the keys at fault. */
  #isOneByOne = false;
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
    this.#attempts = 0;
    this.#notBefore = Number.NEGATIVE_INFINITY;
    this.#waitsSince = undefined;
    this.#isOneByOne = false;
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
    if (this.#standing.kind === 'held' || this.#clock.elapsed() < this.#notBefore) return;
    this.#cancelTimer?.();
    void this.#sendAll();
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
   * @returns whether nothing is left to send, except values that the server refused
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

  /** Sends the next request: one call, or all answers changed before the next call. */
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
    // Reset after writes only: a successful read does not prove that writes work.
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
    // Store the value as sent first: if the response is lost, this device still recognizes its own value.
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

  /** Marks refused answers, so that the others can still be sent. */
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
      // Remove the call first: listeners then read the state without it.
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
      // Another tab took the lease while this one slept.
      this.#stand({ kind: 'idle' });
      this.#after(SEND_AFTER_MS);
      return;
    }
    this.#attempts += 1;
    this.#knownAt = Number.NEGATIVE_INFINITY;
    const isOffline = error instanceof NetworkError;
    const longest = isOffline ? LONGEST_OFFLINE_MS : LONGEST_RETRY_MS;
    const wait = backOff(error, this.#attempts, FIRST_RETRY_MS, longest);
    const at = this.#clock.elapsed() + wait;
    if (error instanceof ServerError && error.retryAfterMs !== undefined) this.#notBefore = at;
    this.#stand(isOffline ? { kind: 'offline' } : { kind: 'retrying', at });
    this.#after(wait);
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
    this.#attempts = 0;
    this.#stand({ kind: 'idle' });
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#events.onChange();
  }
}
