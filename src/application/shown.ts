// What components read from the application, and who is notified of changes.
import type { Clock } from '#device/clock.ts';
import type { Answers } from '#form/condition.ts';
import type { AccountEffects, Carriers } from './events.ts';
import type { Now, State } from './model.ts';
import { answerIn, answersIn, isTyping } from './select.ts';
import { visitorStatusOf, type SaveStatus, type StatusOf } from './status.ts';
import type { AccountSteps } from './step.ts';

type Listener = () => void;

/** What only an account needs. Loaded with it. */
export interface AccountPart extends AccountSteps {
  readonly statusOf: StatusOf;
  /** When something is due, by the clock's `elapsed`; infinite if nothing is. */
  readonly dueAt: (elapsed: number) => number;
  /** Reads when somebody was last active in another tab: messages may be lost. */
  readonly noticeActivity: () => void;
  readonly due: () => void;
  /** For a page that is shown again or online again: tries everything now. */
  readonly wake: () => void;
  /** Sends everything now; resolves to whether the account has it. */
  readonly send: () => Promise<boolean>;
  readonly effects: Carriers<keyof AccountEffects>;
}

/**
 * Notifies no component more than necessary: a keystroke renders one field, because each subscribes to its own answer.
 */
export class Shown {
  readonly state: State;
  readonly clock: Clock;
  readonly today: () => string;
  protected account: AccountPart | undefined;
  protected saidText = '';
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();
  readonly #ofStatus = new Set<Listener>();
  /** What frequent events may change, as of the last notification. */
  #visible = '';
  #restedAnswers: Answers = {};

  constructor(state: State, clock: Clock, today: () => string) {
    this.state = state;
    this.clock = clock;
    this.today = today;
  }

  /** Adds the code for accounts. */
  connect(account: AccountPart): void {
    this.account = account;
    this.notify();
  }

  readonly get = (key: string): string => answerIn(this.state, key);

  /** All answers, blank ones included; the same object until one changes. */
  readonly getAll = (): Answers => answersIn(this.state);

  /** The answers as of the last pause in typing: parts that move the page follow these, not each letter. */
  readonly restedAnswers = (): Answers => {
    if (!isTyping(this.state, this.clock.elapsed())) this.#restedAnswers = this.getAll();
    return this.#restedAnswers;
  };

  get status(): SaveStatus {
    const statusOf = this.state.who.is === 'applicant' ? this.account?.statusOf : undefined;
    return (statusOf ?? visitorStatusOf)(this.state, this.now());
  }

  /** Calls back when this answer changes: at once after `set`, soon after `type`. */
  subscribeTo(key: string, listener: Listener): () => void {
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners);
    return added(listeners, listener);
  }

  /** Calls back soon after anything has changed. */
  readonly subscribe = (listener: Listener): (() => void) => added(this.#all, listener);

  /** Like `subscribe`, but at once when a letter makes the status untrue. */
  readonly subscribeStatus = (listener: Listener): (() => void) => added(this.#ofStatus, listener);

  protected now(): Now {
    return { wall: this.clock.now(), elapsed: this.clock.elapsed(), today: this.today };
  }

  protected isChanged(): boolean {
    return this.#visibly() !== this.#visible;
  }

  protected notifyOf(keys: ReadonlySet<string> | 'all'): void {
    const sets = keys === 'all' ? [...this.#byKey.values()] : [...keys].map((key) => this.#byKey.get(key));
    for (const listeners of sets) for (const listener of listeners ?? []) listener();
  }

  protected notify(): void {
    this.#visible = this.#visibly();
    for (const listener of this.#all) listener();
    this.sayStatus();
  }

  protected sayStatus(): void {
    this.saidText = this.status.text;
    for (const listener of this.#ofStatus) listener();
  }

  #visibly(): string {
    const { who, presence } = this.state;
    return `${who.is} ${presence?.isWarned} ${isTyping(this.state, this.clock.elapsed())}`;
  }
}

function added(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
