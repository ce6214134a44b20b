import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import type { Clock } from '#device/clock.ts';
import type { DraftAnswer, DraftOperation, Operation } from './records.ts';
import { replaces } from './records.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** How long typing rests before what was typed leaves. */
const SEND_AFTER_MS = 1000;
/** What the account had longer ago is read again before anything is sent on top of it. */
const KNOWN_FOR_MS = 15_000;

/** How the outbox reaches the server; both reject with the errors of `api/`. */
export interface Wire {
  readonly putAnswers: (answers: Readonly<Record<string, string>>) => Promise<void>;
  readonly post: (operation: Operation) => Promise<void>;
  /** Reads what the account has now and merges it, so that another device's change is never overruled. */
  readonly refresh: () => Promise<void>;
}

/** What the outbox tells of what it does. */
export interface OutboxEvents {
  /** An entry changed: it waits, was refused, or (`undefined`) has been acknowledged with this value. */
  readonly onAnswer: (key: string, draft: DraftAnswer | undefined, value: string) => void;
  readonly onOperation: (waiting: DraftOperation, isDone: boolean) => void;
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
  /** The line or its standing changed. */
  readonly onChange: () => void;
}

export type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'retrying'; readonly at: number }
  /** Nobody is logged in; what waits stays until the same account is. */
  | { readonly kind: 'held' };

/**
 * The line of what the account does not have yet: changed answers and other calls, in the order in which they
 * happened. An answer typed again takes a new place; an acknowledgement removes only the value that was sent.
 */
export class Outbox {
  readonly #wire: Wire;
  readonly #events: OutboxEvents;
  readonly #clock: Clock;
  readonly #asOnlySender: (work: () => Promise<void>) => Promise<boolean>;
  readonly #answers = new Map<string, DraftAnswer>();
  #operations: DraftOperation[] = [];
  /** Keys whose conflict the applicant has yet to decide; they wait. */
  readonly #undecided = new Set<string>();
  #order = 0;
  #attempts = 0;
  #standing: Standing = { kind: 'held' };
  #savedAt: number | undefined;
  #knownAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  #run: Promise<void> | undefined;

  constructor(
    wire: Wire,
    events: OutboxEvents,
    clock: Clock,
    asOnlySender: (work: () => Promise<void>) => Promise<boolean>,
  ) {
    this.#wire = wire;
    this.#events = events;
    this.#clock = clock;
    this.#asOnlySender = asOnlySender;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** When the account last acknowledged everything, in milliseconds since 1970. */
  get savedAt(): number | undefined {
    return this.#savedAt;
  }

  get answers(): ReadonlyMap<string, DraftAnswer> {
    return this.#answers;
  }

  /** How many answers wait, a chosen option's label not counted beside its answer. */
  get waitingAnswers(): number {
    return [...this.#sendable().map(([key]) => key), ...this.#undecided].filter(
      (key) => !key.endsWith('_desc'),
    ).length;
  }

  /** How many answers and calls wait to be sent, those refused left out. */
  get waiting(): number {
    return this.#sendable().length + this.#undecided.size + this.#operations.length;
  }

  get refused(): readonly (readonly [key: string, message: string])[] {
    return [...this.#answers].flatMap(([key, { refused }]) =>
      refused === undefined ? [] : [[key, refused] as const],
    );
  }

  /**
   * Starts anew with what an earlier visit left, for somebody who is logged in.
   *
   * @param isFresh whether the account's answers have just been read; otherwise they are before anything is sent
   */
  open(
    answers: ReadonlyMap<string, DraftAnswer>,
    operations: readonly DraftOperation[],
    undecided: Iterable<string>,
    isFresh: boolean,
  ): void {
    this.close();
    for (const [key, draft] of answers)
      this.#answers.set(key, { ...draft, order: draft.order ?? this.#next() });
    this.#operations = [...operations];
    for (const key of undecided) this.#undecided.add(key);
    const orders = [...this.#answers.values(), ...this.#operations].map(({ order }) => order ?? 0);
    this.#order = Math.max(this.#order, ...orders);
    this.#savedAt = isFresh && this.waiting === 0 ? this.#clock.now() : undefined;
    this.#knownAt = isFresh ? this.#clock.now() : Number.NEGATIVE_INFINITY;
    this.#stand({ kind: isFresh ? 'idle' : 'offline' });
    this.send();
  }

  /** Takes over what a merge with the account's present answers has found. */
  rebase(answers: ReadonlyMap<string, DraftAnswer>, undecided: Iterable<string>): void {
    for (const key of [...this.#answers.keys()]) if (!answers.has(key)) this.#answers.delete(key);
    for (const [key, draft] of answers) this.#answers.set(key, draft);
    this.#undecided.clear();
    for (const key of undecided) this.#undecided.add(key);
    this.#events.onChange();
  }

  /** Empties the line and holds: nobody is logged in. What rests on the device stays there. */
  close(): void {
    this.#cancelTimer?.();
    this.#answers.clear();
    this.#undecided.clear();
    this.#operations = [];
    this.#attempts = 0;
    this.#savedAt = undefined;
    this.#stand({ kind: 'held' });
  }

  /**
   * Puts a changed answer in line.
   *
   * @param before what it was before; the base, unless a change of it waits already
   */
  change(key: string, value: string, before: string): DraftAnswer {
    const waiting = this.#answers.get(key);
    const draft: DraftAnswer = { value, base: waiting?.base ?? before, order: this.#next() };
    this.#answers.set(key, draft);
    this.#events.onAnswer(key, draft, value);
    if (this.#standing.kind === 'idle') this.#after(SEND_AFTER_MS);
    this.#events.onChange();
    return draft;
  }

  /** Takes over what another tab of this browser has put in line or had acknowledged. */
  heard(key: string, draft: DraftAnswer | undefined): void {
    if (draft === undefined) this.#answers.delete(key);
    else this.#answers.set(key, draft);
    this.#order = Math.max(this.#order, draft?.order ?? 0);
    this.#events.onChange();
  }

  enqueue(operation: Operation): void {
    for (const before of this.#operations.filter((waiting) => replaces(operation, waiting.operation))) {
      this.#drop(before);
    }
    const waiting = { order: this.#next(), operation };
    this.#operations.push(waiting);
    this.#events.onOperation(waiting, false);
    if (this.#standing.kind === 'idle') this.#after(0);
    this.#events.onChange();
  }

  /** The applicant has decided about a conflict: the key may leave, or there is nothing left to send. */
  decided(key: string, draft: DraftAnswer | undefined): void {
    this.#undecided.delete(key);
    if (draft === undefined) this.#answers.delete(key);
    else this.#answers.set(key, draft);
    this.#events.onChange();
    this.send();
  }

  /** Sends now, whatever the retry timer says: on save, on line again, shown again. */
  send(): void {
    if (this.#standing.kind === 'held') return;
    this.#cancelTimer?.();
    void this.#sendAll();
  }

  /**
   * Sends now and waits.
   *
   * @returns whether everything in line has been acknowledged
   */
  async flush(): Promise<boolean> {
    if (this.#standing.kind === 'held') return this.waiting === 0;
    this.#cancelTimer?.();
    await this.#sendAll();
    return this.waiting === 0 && this.refused.length === 0;
  }

  #sendAll(): Promise<void> {
    this.#run ??= this.#sendInTurn().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #sendInTurn(): Promise<void> {
    if (this.#nothingToSend()) return;
    try {
      const isLed = await this.#asOnlySender(async () => {
        while (!this.#nothingToSend() && !this.#isHeld()) {
          this.#stand({ kind: 'sending' });
          if (this.#clock.now() - this.#knownAt > KNOWN_FOR_MS) {
            await this.#wire.refresh();
            this.#knownAt = this.#clock.now();
            continue;
          }
          await this.#sendNext();
          this.#attempts = 0;
        }
      });
      if (!isLed) {
        this.#after(SEND_AFTER_MS);
        return;
      }
      if (this.#isHeld()) return;
      this.#savedAt = this.#clock.now();
      this.#stand({ kind: 'idle' });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The head of the line: one call, or all answers that were changed before the next call. */
  async #sendNext(): Promise<void> {
    const [head] = this.#operations;
    const until = head?.order ?? Number.POSITIVE_INFINITY;
    const batch = this.#sendable().filter(([, draft]) => (draft.order ?? 0) < until);
    if (batch.length > 0) await this.#sendAnswers(batch);
    else if (head !== undefined) await this.#sendOperation(head);
  }

  async #sendAnswers(batch: readonly (readonly [string, DraftAnswer])[]): Promise<void> {
    try {
      await this.#wire.putAnswers(Object.fromEntries(batch.map(([key, { value }]) => [key, value])));
    } catch (error) {
      if (!(error instanceof ServerError) || !this.#refuse(batch, error)) throw error;
      return;
    }
    this.#knownAt = this.#clock.now();
    for (const [key, sent] of batch) this.#acknowledge(key, sent.value);
  }

  #acknowledge(key: string, value: string): void {
    const current = this.#answers.get(key);
    if (current === undefined) return;
    if (current.value === value) {
      this.#answers.delete(key);
      this.#events.onAnswer(key, undefined, value);
      return;
    }
    // Typed on while it was under way: the newer letters stay in line, on top of what the server has now.
    const next = { ...current, base: value };
    this.#answers.set(key, next);
    this.#events.onAnswer(key, next, next.value);
  }

  /** Marks what the server refused, so that the others can go on. Returns whether that settles the matter. */
  #refuse(batch: readonly (readonly [string, DraftAnswer])[], error: ServerError): boolean {
    if (error.status === 409) this.#events.onAlreadySubmitted();
    const isFinal =
      error.status === 409 || error.status === 422 || error.status === 400 || error.status === 413;
    if (!isFinal) return false;
    const named = batch.filter(([key]) => error.errors[key] !== undefined);
    for (const [key, sent] of named.length > 0 ? named : batch) {
      const current = this.#answers.get(key);
      if (current === undefined || current.value !== sent.value) continue;
      const draft = { ...current, refused: error.errors[key]?.[0] ?? error.message };
      this.#answers.set(key, draft);
      this.#events.onAnswer(key, draft, draft.value);
    }
    return true;
  }

  async #sendOperation(waiting: DraftOperation): Promise<void> {
    try {
      await this.#wire.post(waiting.operation);
    } catch (error) {
      const isFinal =
        error instanceof ServerError &&
        error.status >= 400 &&
        error.status < 500 &&
        ![401, 408, 429].includes(error.status);
      if (!isFinal) throw error;
      if (error.status === 409) this.#events.onAlreadySubmitted();
    }
    this.#drop(waiting);
  }

  #drop(waiting: DraftOperation): void {
    this.#operations = this.#operations.filter((other) => other !== waiting);
    this.#events.onOperation(waiting, true);
  }

  #failed(error: unknown): void {
    if (error instanceof UnauthorizedError) {
      this.#stand({ kind: 'held' });
      this.#events.onUnauthorized();
      return;
    }
    this.#attempts += 1;
    this.#knownAt = Number.NEGATIVE_INFINITY;
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#attempts - 1));
    const asked = error instanceof ServerError ? (error.retryAfterMs ?? 0) : 0;
    // Half of it by chance, so that a thousand applicants do not come back in the same second.
    const wait = Math.max(asked, backoff * (0.5 + Math.random() / 2));
    this.#stand(
      error instanceof NetworkError
        ? { kind: 'offline' }
        : { kind: 'retrying', at: this.#clock.now() + wait },
    );
    this.#after(wait);
  }

  #after(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.after(ms, () => void this.#sendAll());
  }

  #sendable(): (readonly [string, DraftAnswer])[] {
    return [...this.#answers].filter(
      ([key, { refused }]) => refused === undefined && !this.#undecided.has(key),
    );
  }

  #nothingToSend(): boolean {
    const isBackOnLine = this.#standing.kind === 'offline' && this.#knownAt === Number.NEGATIVE_INFINITY;
    return !isBackOnLine && this.#isEmpty();
  }

  #isEmpty(): boolean {
    return this.#sendable().length === 0 && this.#operations.length === 0;
  }

  #isHeld(): boolean {
    return this.#standing.kind === 'held';
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }

  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#events.onChange();
  }
}
