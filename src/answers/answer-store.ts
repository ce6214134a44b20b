import { applyChange, type Changes } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';

type Listener = () => void;

/** Who changed answers: the applicant in this tab, or news from the device, another tab or the server. */
export type Origin = 'typed' | 'news';

/** Runs something once, soon. */
export type Soon = (run: () => void) => void;

/**
 * The one home of the answers while the page is open. A change tells only those who watch the keys that
 * changed, so that a keystroke renders one field.
 */
export class AnswerStore {
  /** `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #byAny = new Set<Listener>();
  readonly #onChanges: (changes: Changes, origin: Origin, before: Answers) => void;
  readonly #soon: Soon;
  readonly #onTyping: (key: AnswerKey, changed: readonly string[]) => void;
  #answers: Answers = {};
  /** Entered and not told to the draft yet, with the answers from before that. */
  #untold: { readonly changes: Changes; readonly before: Answers } | undefined;
  /** Keys of which those who watch them have yet to hear. */
  readonly #unheard = new Set<string>();

  /**
   * @param soon when what is entered is told; at once unless given
   * @param onTyping called at each entry, before it is told, with all that it changed
   */
  constructor(
    today: () => string,
    onChanges: (changes: Changes, origin: Origin, before: Answers) => void = () => undefined,
    soon: Soon = (run) => run(),
    onTyping: (key: AnswerKey, changed: readonly string[]) => void = () => undefined,
  ) {
    this.today = today;
    this.#onChanges = onChanges;
    this.#soon = soon;
    this.#onTyping = onTyping;
  }

  /** Whether something has been entered that the draft has not been told of yet. */
  get isUntold(): boolean {
    return this.#untold !== undefined;
  }

  /** One answer as typed, `''` when blank. */
  readonly get = (key: string): string => this.#answers[key] ?? EMPTY_ANSWER;

  readonly getAll = (): Answers => this.#answers;

  get hasAnswers(): boolean {
    const answers = this.#answers;
    // Mostly the first says it: no list of all of them is made for that.
    for (const key in answers) if ((answers[key] ?? EMPTY_ANSWER) !== EMPTY_ANSWER) return true;
    return false;
  }

  /** Takes an answer, clears whatever it hides, and shows both at once; all else, the draft included, hears of it soon. */
  readonly set = (key: AnswerKey, value: string): void => {
    this.#notifyOf(this.#keep(key, value, true));
  };

  /** The same for a letter in a text, which is on screen already: who watches it hears soon, too, so that typing never waits. */
  readonly type = (key: AnswerKey, value: string): void => {
    this.#keep(key, value, false);
  };

  /** Tells now of what has been entered. */
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

  /** Takes changes as they are. */
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

  /** Puts all answers in the place of those before, as when somebody else comes. */
  replace(answers: Answers): void {
    const gone = Object.keys(this.#answers).filter((key) => answers[key] === undefined);
    const present = Object.entries(answers).map(([key, value]) => [key, value ?? EMPTY_ANSWER] as const);
    this.apply(
      { ...Object.fromEntries(gone.map((key) => [key, EMPTY_ANSWER])), ...Object.fromEntries(present) },
      'news',
    );
  }

  /** Tells of one answer: of a choice at once, of typing soon. */
  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Tells, soon, that any of them changed. */
  readonly subscribeAll = (listener: Listener): (() => void) => {
    this.#byAny.add(listener);
    return () => this.#byAny.delete(listener);
  };

  /** @returns the keys that changed */
  #keep(key: AnswerKey, value: string, isShownAtOnce: boolean): readonly string[] {
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
