// Feeds events in, and carries out the effects of steps.
import { oneTimer, type Clock, type OneTimer } from '#device/clock.ts';
import { UNFINISHED_SUFFIX, type AnswerKey, type UnfinishedKey } from '#form/keys.ts';
import type { Carriers, DeviceEffects, Effect, Effects, Event, PageEffects } from './events.ts';
import { newState } from './new-state.ts';
import { Shown } from './shown.ts';
import { SAVING } from './status.ts';
import { step } from './step.ts';

/** How often presence is checked. */
const PRESENCE_EVERY_MS = 1000;

/** Frequent events. */
const PASSING = new Set<Event['type']>(['active', 'activeElsewhere', 'ticked']);

type Key = AnswerKey | UnfinishedKey;
type LocalEffect = keyof PageEffects | keyof DeviceEffects;

export interface DispatcherParts {
  readonly clock: Clock;
  /** Returns `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  /** Whether the browser restored an early value from an earlier visit. A stored draft then wins over it. */
  readonly isRestored?: (key: string) => boolean;
  /** Schedules the effects of a letter; at once unless given. */
  readonly soon?: (run: () => void) => void;
  /** Identifies this tab; random unless given. */
  readonly tab?: string;
}

export abstract class Dispatcher extends Shown {
  /** The page has ended: nothing happens any more. */
  isClosed = false;
  /** Carry out what does not need an account. */
  protected abstract readonly local: Carriers<LocalEffect>;
  readonly #parts: DispatcherParts;
  /** Effects of letters, carried out after the frame that shows them. */
  readonly #later: Effect[] = [];
  readonly #timer: OneTimer;

  constructor(parts: DispatcherParts) {
    super(newState(parts.tab), parts.clock, parts.today);
    this.#parts = parts;
    this.#timer = oneTimer(parts.clock, () => {
      this.check();
      this.account?.due();
    });
  }

  close(): void {
    this.isClosed = true;
    this.#timer(Number.POSITIVE_INFINITY);
  }

  /** Changes the state for an event, and carries out the effects. */
  readonly dispatch = (event: Event): void => {
    if (this.isClosed) return;
    const isPassing = PASSING.has(event.type);
    // Not in the middle of a letter: a field that renders before it gets the letter would undo it.
    if (!isPassing) this.settle();
    const effects = this.#step(event);
    for (const effect of effects) this.#carryOut(effect);
    // Scrolling and the passing of time are frequent, and seldom change anything.
    if (effects.length > 0 || !isPassing || this.isChanged()) this.notify();
  };

  /** Sets an answer, and clears those that it hides. Shows them at once; the device gets them after the frame. */
  readonly set = (key: Key, value: string, isEarly = false): void => this.#type(key, value, isEarly, true);

  /** Like `set`, for text that its field already shows: all others get it after the frame. */
  readonly type = (key: Key, value: string, isEarly = false): void => this.#type(key, value, isEarly, false);

  /** Carries out now the effects of the letters typed last. */
  readonly settle = (): void => {
    if (this.#later.length === 0) return;
    for (const effect of this.#later.splice(0)) this.#carryOut(effect);
    this.notify();
  };

  /** For a page that is shown again: logs out somebody who was away for too long before anything is shown. */
  check(): void {
    this.account?.noticeActivity();
    this.dispatch({ type: 'ticked' });
  }

  #type(key: Key, value: string, isEarly: boolean, isShownAtOnce: boolean): void {
    const isRestored = isEarly && this.#parts.isRestored?.(key.replace(UNFINISHED_SUFFIX, '')) === true;
    const effects = this.#step({ type: 'typed', key, value, isRestored });
    if (effects.length === 0) return;
    const isFirst = this.#later.length === 0;
    for (const effect of effects)
      if (isShownAtOnce && effect.do === 'show') this.#carryOut(effect);
      else this.#later.push(effect);
    // An empty status line claims nothing, so it may wait for the frame.
    if (this.saidText !== '' && this.saidText !== SAVING) this.sayStatus();
    if (isFirst) (this.#parts.soon ?? ((run: () => void) => run()))(this.settle);
  }

  #step(event: Event): readonly Effect[] {
    const effects = step(this.state, event, this.now(), this.account);
    this.#arm();
    return effects;
  }

  #carryOut(effect: Effect): void {
    if (isIn(this.local, effect)) carryOut(this.local, effect);
    else if (this.account !== undefined) carryOut(this.account.effects, effect);
  }

  /** Sets the timer for whatever is due first. */
  #arm(): void {
    const elapsed = this.clock.elapsed();
    const { typingUntil, presence } = this.state;
    const at = [
      typingUntil > elapsed ? typingUntil : Number.POSITIVE_INFINITY,
      presence === undefined ? Number.POSITIVE_INFINITY : elapsed + PRESENCE_EVERY_MS,
      this.account?.dueAt(elapsed) ?? Number.POSITIVE_INFINITY,
    ];
    this.#timer(Math.min(...at));
  }
}

function isIn(local: Carriers<LocalEffect>, effect: Effect): effect is Effect<LocalEffect> {
  return effect.do in local;
}

function carryOut<Name extends keyof Effects>(carriers: Carriers<Name>, effect: Effect<Name>): void {
  carriers[effect.do](effect);
}
