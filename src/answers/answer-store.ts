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
  readonly #today: () => string;
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #byAny = new Set<Listener>();
  readonly #onChanges: (changes: Changes, origin: Origin, before: Answers) => void;
  readonly #soon: Soon;
  readonly #onTyping: () => void;
  #answers: Answers = {};
  /** Typed and not told yet, with the answers from before that. */
  #untold: { readonly changes: Changes; readonly before: Answers } | undefined;

  /**
   * @param soon when what is typed is told; at once unless given
   * @param onTyping called at each letter, before it is told
   */
  constructor(
    today: () => string,
    onChanges: (changes: Changes, origin: Origin, before: Answers) => void = () => undefined,
    soon: Soon = (run) => run(),
    onTyping: () => void = () => undefined,
  ) {
    this.#today = today;
    this.#onChanges = onChanges;
    this.#soon = soon;
    this.#onTyping = onTyping;
  }

  /** Whether a letter has been taken that nobody has been told of yet. */
  get isUntold(): boolean {
    return this.#untold !== undefined;
  }

  /** One answer as typed, `''` when blank. */
  readonly get = (key: string): string => this.#answers[key] ?? EMPTY_ANSWER;

  readonly getAll = (): Answers => this.#answers;

  /** Takes an answer, and clears whatever it hides. */
  readonly set = (key: AnswerKey, value: string): void => {
    this.apply(applyChange(this.#answers, key, value, this.#today), 'typed');
  };

  /** The same for a letter in a text: it is taken at once and told of soon, so that typing never waits. */
  readonly type = (key: AnswerKey, value: string): void => {
    const changes = applyChange(this.#answers, key, value, this.#today);
    if (Object.keys(changes).length === 0) return;
    const { changes: earlier, before } = this.#untold ?? { changes: {}, before: this.#answers };
    const isFirst = this.#untold === undefined;
    this.#untold = { changes: { ...earlier, ...changes }, before };
    this.#answers = { ...this.#answers, ...changes };
    this.#onTyping();
    if (isFirst) this.#soon(this.tell);
  };

  /** Tells now of what has been typed. */
  readonly tell = (): void => {
    if (this.#untold === undefined) return;
    const { changes, before } = this.#untold;
    this.#untold = undefined;
    this.#tell(changes, 'typed', before);
  };

  /** Takes changes as they are. */
  apply(changes: Changes, origin: Origin): void {
    this.tell();
    const changed = Object.entries(changes).filter(([key, value]) => this.get(key) !== value);
    if (changed.length === 0) return;
    const before = this.#answers;
    this.#answers = { ...before, ...Object.fromEntries(changed) };
    this.#tell(Object.fromEntries(changed), origin, before);
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

  #tell(changes: Changes, origin: Origin, before: Answers): void {
    this.#onChanges(changes, origin, before);
    for (const key of Object.keys(changes)) for (const listener of this.#byKey.get(key) ?? []) listener();
    for (const listener of this.#byAny) listener();
  }
}
