import { applyChange, type Changes } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { AnswerKey, UnfinishedKey } from '#form/keys.ts';

type Listener = () => void;
type Key = AnswerKey | UnfinishedKey;

/** The source of a change: the applicant in this tab, or the device, another tab or the server. */
export type Origin = 'typed' | 'news';

/** Calls `run` once, soon: in the application, after the next frame. */
export type Soon = (run: () => void) => void;

/**
 * Holds the answers while the page is open. A change notifies only subscribers of the changed keys, so that a
 * keystroke renders one field.
 */
export class AnswerStore {
  /** Returns `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #byAny = new Set<Listener>();
  readonly #onChanges: (changes: Changes, origin: Origin, before: Answers) => void;
  readonly #soon: Soon;
  readonly #onTyping: (key: Key, changed: readonly string[]) => void;
  #answers: Answers = {};
  /** Changes not passed to `onChanges` yet, and the answers before them. */
  #untold: { readonly changes: Changes; readonly before: Answers } | undefined;
  /** Changed keys whose subscribers have not been notified yet. */
  readonly #unheard = new Set<string>();

  /**
   * @param onChanges receives changes, so that the draft can store them
   * @param soon schedules `onChanges` and late notifications; at once unless given
   * @param onTyping called at each entry, before `onChanges`, with all keys that it changed
   */
  constructor(
    today: () => string,
    onChanges: (changes: Changes, origin: Origin, before: Answers) => void = () => undefined,
    soon: Soon = (run) => run(),
    onTyping: (key: Key, changed: readonly string[]) => void = () => undefined,
  ) {
    this.today = today;
    this.#onChanges = onChanges;
    this.#soon = soon;
    this.#onTyping = onTyping;
  }

  /** Whether entries have not been passed to the draft yet. */
  get isUntold(): boolean {
    return this.#untold !== undefined;
  }

  /** One answer as typed, `''` when blank. */
  readonly get = (key: string): string => this.#answers[key] ?? EMPTY_ANSWER;

  readonly getAll = (): Answers => this.#answers;

  get hasAnswers(): boolean {
    const answers = this.#answers;
    // A loop, because usually the first answer decides; a list of all would cost more.
    for (const key in answers) if ((answers[key] ?? EMPTY_ANSWER) !== EMPTY_ANSWER) return true;
    return false;
  }

  /** Sets an answer and clears those it hides. Notifies their subscribers at once, the draft and others soon. */
  readonly set = (key: Key, value: string): void => {
    this.#notifyOf(this.#keep(key, value, true));
  };

  /** Like `set`, for text that its field already shows. Notifies everybody soon, so that typing never waits. */
  readonly type = (key: Key, value: string): void => {
    this.#keep(key, value, false);
  };

  /** Passes pending entries to the draft and all subscribers now. */
  readonly tell = (): void => {
    if (this.#untold === undefined) return;
    const { changes, before } = this.#untold;
    const unheard = [...this.#unheard];
    this.#untold = undefined;
    this.#unheard.clear();
    this.#onChanges(changes, 'typed', before);
    this.#notifyOf(unheard);
    this.#notifyAll();
  };

  /** Applies changes without clearing anything else. */
  apply(changes: Changes, origin: Origin): void {
    this.tell();
    const changed = Object.entries(changes).filter(([key, value]) => this.get(key) !== value);
    if (changed.length === 0) return;
    const before = this.#answers;
    this.#answers = { ...before, ...Object.fromEntries(changed) };
    this.#onChanges(Object.fromEntries(changed), origin, before);
    this.#notifyOf(changed.map(([key]) => key));
    this.#notifyAll();
  }

  /** Replaces all answers, as when another account logs in. */
  replace(answers: Answers): void {
    const gone = Object.keys(this.#answers).filter((key) => answers[key] === undefined);
    const present = Object.entries(answers).map(([key, value]) => [key, value ?? EMPTY_ANSWER] as const);
    this.apply(
      { ...Object.fromEntries(gone.map((key) => [key, EMPTY_ANSWER])), ...Object.fromEntries(present) },
      'news',
    );
  }

  /** Calls back when this answer changes: at once after `set`, soon after `type`. */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Calls back soon after any answer changes. */
  readonly subscribeAll = (listener: Listener): (() => void) => {
    this.#byAny.add(listener);
    return () => this.#byAny.delete(listener);
  };

  /** @returns the keys that changed */
  #keep(key: Key, value: string, isShownAtOnce: boolean): readonly string[] {
    const changes = applyChange(this.#answers, key, value, this.today);
    const keys = Object.keys(changes);
    if (keys.length === 0) return keys;
    const untold = this.#untold;
    this.#untold = {
      changes: { ...untold?.changes, ...changes },
      before: untold?.before ?? this.#answers,
    };
    this.#answers = { ...this.#answers, ...changes };
    if (!isShownAtOnce) for (const changed of keys) this.#unheard.add(changed);
    this.#onTyping(key, keys);
    if (untold === undefined) this.#soon(this.tell);
    return keys;
  }

  #notifyOf(keys: readonly string[]): void {
    for (const key of keys) for (const listener of this.#byKey.get(key) ?? []) listener();
  }

  #notifyAll(): void {
    for (const listener of this.#byAny) listener();
  }
}
