import { applyChange, type Changes } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';

type Listener = () => void;

/** Who changed answers: the applicant in this tab, or news from the device, another tab or the server. */
export type Origin = 'typed' | 'news';

/**
 * The one home of the answers while the page is open. A change tells only those who watch the keys that
 * changed, so that a keystroke renders one field.
 */
export class AnswerStore {
  readonly #today: () => string;
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #byAny = new Set<Listener>();
  readonly #onChanges: (changes: Changes, origin: Origin, before: Answers) => void;
  #answers: Answers = {};

  constructor(
    today: () => string,
    onChanges: (changes: Changes, origin: Origin, before: Answers) => void = () => undefined,
  ) {
    this.#today = today;
    this.#onChanges = onChanges;
  }

  /** One answer as typed, `''` when blank. */
  readonly get = (key: string): string => this.#answers[key] ?? EMPTY_ANSWER;

  readonly getAll = (): Answers => this.#answers;

  /** Takes an answer, and clears whatever it hides. */
  readonly set = (key: AnswerKey, value: string): void => {
    this.apply(applyChange(this.#answers, key, value, this.#today()), 'typed');
  };

  /** Takes changes as they are. */
  apply(changes: Changes, origin: Origin): void {
    const changed = Object.entries(changes).filter(([key, value]) => this.get(key) !== value);
    if (changed.length === 0) return;
    const before = this.#answers;
    this.#answers = { ...before, ...Object.fromEntries(changed) };
    this.#onChanges(Object.fromEntries(changed), origin, before);
    for (const [key] of changed) for (const listener of this.#byKey.get(key) ?? []) listener();
    for (const listener of this.#byAny) listener();
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

  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  readonly subscribeAll = (listener: Listener): (() => void) => {
    this.#byAny.add(listener);
    return () => this.#byAny.delete(listener);
  };
}
