import type { SharedRecords } from '#device/shared-records.ts';
import type { Stamp } from '#device/stamp.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { answerKeyOf, isUnfinishedKey } from '#form/keys.ts';
import type { Guard } from './guards.ts';
import { agreeing, conflictIn, forgiven, isPending, isSendable, refusalIn, settled } from './account-side.ts';
import {
  isAccountSide,
  ANONYMOUS,
  answerPrefix,
  isDraftMeta,
  isKeptAnswer,
  isKeptOperation,
  META_RECORD,
  operationPrefix,
  placeOf,
  sidePrefix,
  type AccountSide,
  type DraftMeta,
  type Operation,
  type Owner,
} from './records.ts';

/** Changes to store in one write; `undefined` deletes. */
interface DraftChange {
  readonly answers?: ReadonlyMap<string, string | undefined>;
  readonly sides?: ReadonlyMap<string, AccountSide | undefined>;
}

export interface WaitingOperation {
  readonly name: string;
  readonly stamp: Stamp;
  readonly operation: Operation;
}

export interface WaitingAnswer {
  readonly key: string;
  readonly value: string;
  readonly stamp: Stamp;
}

/**
 * The draft of one owner: the answers, the account's side of each, and unsent calls. It is stored in records that all
 * tabs of this browser share.
 */
export class Draft {
  readonly #records: SharedRecords;
  #owner: Owner = ANONYMOUS;
  readonly #answers = new Map<string, string>();
  readonly #sides = new Map<string, AccountSide>();
  readonly #operations = new Map<string, WaitingOperation>();
  /** Keys whose value the account may lack. */
  readonly #pending = new Set<string>();

  constructor(records: SharedRecords) {
    this.#records = records;
  }

  get owner(): Owner {
    return this.#owner;
  }

  get meta(): DraftMeta | undefined {
    return read(isDraftMeta, this.#records.get(META_RECORD));
  }

  putMeta(meta: DraftMeta): void {
    if (JSON.stringify(meta) === JSON.stringify(this.meta)) return;
    this.#records.put(new Map([[META_RECORD, meta]]));
  }

  /** Switches to the draft of another owner. */
  become(owner: Owner): void {
    this.#owner = owner;
    for (const map of [this.#answers, this.#sides, this.#operations, this.#pending]) map.clear();
    this.take(
      [answerPrefix(owner), sidePrefix(owner), operationPrefix(owner)].flatMap((prefix) =>
        this.#records.names(prefix),
      ),
    );
  }

  /**
   * Reads these records after a change.
   *
   * @returns the answers among them
   */
  take(names: readonly string[]): ReadonlyMap<string, string> {
    const changed = new Map<string, string>();
    const [answer, side, waiting] = [
      answerPrefix(this.#owner),
      sidePrefix(this.#owner),
      operationPrefix(this.#owner),
    ];
    for (const name of names) {
      const value = this.#records.get(name);
      if (name.startsWith(answer)) {
        const key = name.slice(answer.length);
        keep(this.#answers, key, read(isKeptAnswer, value));
        changed.set(key, this.answer(key));
        this.#judge(key);
      } else if (name.startsWith(side)) {
        const key = name.slice(side.length);
        const known = read(isAccountSide, value);
        // Drop a conflict about a label: only questions are asked about, and the label follows its answer.
        keep(this.#sides, key, known && questionFor(key) === undefined ? settled(known) : known);
        this.#judge(key);
      } else if (name.startsWith(waiting)) {
        const operation = read(isKeptOperation, value) ?? undefined;
        const stamp = this.#records.stampOf(name);
        keep(this.#operations, name, operation === undefined ? undefined : { name, stamp, operation });
      }
    }
    return changed;
  }

  answer(key: string): string {
    return this.#answers.get(key) ?? EMPTY_ANSWER;
  }

  /** The account's side of an answer; `undefined` when this draft does not have the answer. */
  side(key: string): AccountSide | undefined {
    return this.#answers.has(key) ? this.#sides.get(key) : undefined;
  }

  /** All answers, blank ones included. */
  get answers(): Answers {
    return Object.fromEntries(this.#answers);
  }

  /** The nonblank answers of the anonymous draft. */
  get anonymous(): ReadonlyMap<string, string> {
    const prefix = answerPrefix(ANONYMOUS);
    return new Map(
      this.#records.names(prefix).flatMap((name) => {
        const value = read(isKeptAnswer, this.#records.get(name)) ?? EMPTY_ANSWER;
        return value === EMPTY_ANSWER ? [] : [[name.slice(prefix.length), value] as const];
      }),
    );
  }

  /** Unsent calls, oldest first. */
  get operations(): readonly WaitingOperation[] {
    return [...this.#operations.values()].sort(byStamp);
  }

  /** Answers that can be sent now, in the order of their last change. */
  get sendable(): readonly WaitingAnswer[] {
    const { conflicts } = this;
    return [...this.#pending]
      .filter((key) => !conflicts.has(answerKeyOf(key)))
      .flatMap((key) => {
        const [value, side] = [this.answer(key), this.side(key)];
        const stamp = this.#records.stampOf(`${answerPrefix(this.#owner)}${key}`);
        return side !== undefined && isSendable(value, side) ? [{ key, value, stamp }] : [];
      })
      .sort(byStamp);
  }

  /** Keys whose value the account may lack: unsent, refused or in conflict. */
  get pending(): ReadonlySet<string> {
    return this.#pending;
  }

  /** The other device's value of each answer that was changed here too. */
  get conflicts(): ReadonlyMap<string, string> {
    return this.#ofPending(conflictIn);
  }

  get refusals(): ReadonlyMap<string, string> {
    return this.#ofPending(refusalIn);
  }

  /** Like `refusals`, for one answer: every field calls this at every change. */
  refusalOf(key: string): string | undefined {
    const side = this.#pending.has(key) ? this.side(key) : undefined;
    return side === undefined ? undefined : refusalIn(this.answer(key), side);
  }

  /** Makes refused answers sendable again, unless the refusal is lasting. */
  retryRefused(): void {
    const sides = [...this.#sides].flatMap(([key, side]) =>
      side.refused?.isLasting === false ? [[key, forgiven(side)] as const] : [],
    );
    if (sides.length > 0) this.put({ sides: new Map(sides) });
  }

  /** Whether a request whose response was lost may still arrive and undo a later one. */
  get hasStrays(): boolean {
    return [...this.#sides.values()].some(({ sent }) => sent.length > 0);
  }

  /** Resolves once everything is stored on the device, or a write has failed. */
  flush(): Promise<void> {
    return this.#records.flush();
  }

  /**
   * Stores typed changes.
   *
   * @param before the answers before the change: the first change of an answer is based on them
   * @param yields whether a stored draft that is not read yet wins over these
   */
  typed(changes: Readonly<Record<string, string>>, before: (key: string) => string, yields = false): void {
    const sides = new Map<string, AccountSide>();
    if (this.#owner !== ANONYMOUS) {
      for (const key of Object.keys(changes)) {
        if (!isUnfinishedKey(key) && this.side(key) === undefined) sides.set(key, agreeing(before(key)));
      }
    }
    this.put({ answers: new Map(Object.entries(changes)), sides }, new Map(), yields);
  }

  /** Adds an unsent call, replacing an earlier one of the same place. */
  enqueue(waiting: Operation): void {
    this.#records.put(new Map([[`${operationPrefix(this.#owner)}${placeOf(waiting)}`, waiting]]));
  }

  /** Marks a call as done, unless a newer one has replaced it, also in a tab that this one has not heard yet. */
  done({ name, stamp }: WaitingOperation): void {
    if (this.#operations.get(name)?.stamp === stamp) this.#records.put(new Map([[name, null]]), true);
  }

  put(
    { answers = new Map(), sides = new Map() }: DraftChange,
    others: ReadonlyMap<string, unknown> = new Map(),
    yields = false,
  ): void {
    this.#records.put(
      new Map([
        ...others,
        ...named(answerPrefix(this.#owner), answers),
        ...named(sidePrefix(this.#owner), sides),
      ]),
      yields,
    );
  }

  #judge(key: string): void {
    const side = this.side(key);
    const value = this.answer(key);
    // A refused label or stamp has no field to correct it: do not count it as pending.
    const kind = questionFor(key)?.kind;
    const isLost = side && (kind ?? 'stamp') === 'stamp' && refusalIn(value, side) !== undefined;
    if (side !== undefined && isPending(value, side) && !isLost) this.#pending.add(key);
    else this.#pending.delete(key);
  }

  #ofPending(judge: (value: string, side: AccountSide) => string | undefined): ReadonlyMap<string, string> {
    return new Map(
      [...this.#pending].flatMap((key) => {
        const side = this.side(key);
        const verdict = side === undefined ? undefined : judge(this.answer(key), side);
        return verdict === undefined ? [] : [[key, verdict] as const];
      }),
    );
  }
}

function named<Value>(prefix: string, values: ReadonlyMap<string, Value>): Map<string, unknown> {
  return new Map([...values].map(([key, value]) => [`${prefix}${key}`, value]));
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function byStamp(a: { readonly stamp: Stamp }, b: { readonly stamp: Stamp }): number {
  return a.stamp < b.stamp ? -1 : 1;
}

/** Returns `undefined` also for a record of another release that this one cannot read. */
function read<T>(is: Guard<T>, value: unknown): T | undefined {
  return is(value) ? value : undefined;
}
