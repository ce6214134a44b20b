// Carries out the effects of steps, and feeds events in. The only file with timers.
import type * as ChangesOfDevice from '#device/changes.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import type { Journal } from '#device/journal.ts';
import { nextStamp, type Stamp } from '#device/stamp.ts';
import { UNFINISHED_SUFFIX, type AnswerKey, type UnfinishedKey } from '#form/keys.ts';
import type { Carriers, DeviceEffects, Effect, Effects, Event, PageEffects } from './events.ts';
import type { Departure, Owner } from './model.ts';
import { newState } from './new-state.ts';
import { keepOnDevice } from './on-device.ts';
import { ownerOf } from './records.ts';
import { Shown, type AccountPart } from './shown.ts';
import { SAVING } from './status.ts';
import { step } from './step.ts';

/** How often presence is checked. */
const LOOK_EVERY_MS = 1000;

/** Frequent events. */
const PASSING = new Set<Event['type']>(['active', 'activeElsewhere', 'ticked']);

type Key = AnswerKey | UnfinishedKey;
type LocalEffect = keyof PageEffects | keyof DeviceEffects;

export type Changes = typeof ChangesOfDevice;

/** What the application needs from the page. */
export interface ApplicationParts {
  readonly device: Device;
  /** Loads the code that changes who is here. */
  readonly loadChanges: () => Promise<Changes>;
  readonly clock: Clock;
  /** Returns `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  /** Whether the browser restored an early value from an earlier visit. A stored draft then wins over it. */
  readonly isRestored?: (key: string) => boolean;
  /** The field to which a reload has returned the focus: what is entered there continues the stored text. */
  readonly refocusedKey?: () => string | undefined;
  /** Called when somebody has logged in in another tab. */
  readonly reload: () => void;
  /** Schedules the effects of a letter; at once unless given. */
  readonly soon?: (run: () => void) => void;
  /** Identifies this tab; random unless given. */
  readonly tab?: string;
}

/** The application on this page: its state, and everything that keeps it in step with the device and the account. */
export class Application extends Shown {
  readonly device: Device;
  readonly journal: Journal;
  readonly #parts: ApplicationParts;
  readonly #store: ReturnType<typeof keepOnDevice>;
  readonly #carriers: Carriers<LocalEffect>;
  /** Effects of letters, carried out after the frame that shows them. */
  readonly #later: Effect[] = [];
  /** The page has ended: nothing happens any more. */
  isClosed = false;
  #hasOpened: () => void = () => undefined;
  /** Resolves once the draft is shown, or the device cannot be read. */
  readonly opened = new Promise<void>((resolve) => (this.#hasOpened = resolve));
  #cancelTimer: (() => void) | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(parts: ApplicationParts) {
    super(newState(parts.tab), parts.clock, parts.today);
    this.#parts = parts;
    this.device = parts.device;
    this.#store = keepOnDevice(this, parts);
    this.journal = this.#store.journal;
    this.#carriers = {
      ...this.#store.effects,
      write: ({ records, isNote }) => this.journal.put(records, isNote),
      show: ({ keys }) => this.tellOf(keys),
      reload: parts.reload,
    };
  }

  /** Ends timers and channels. */
  close(): void {
    this.isClosed = true;
    this.#cancelTimer?.();
    this.journal.close();
  }

  /** Adds the code for accounts. */
  connect(account: AccountPart): void {
    this.account = account;
    this.notify();
  }

  /** Changes the state for an event, and carries out the effects. */
  readonly dispatch = (event: Event): void => {
    if (this.isClosed) return;
    const isPassing = PASSING.has(event.type);
    // Not in the middle of a letter: a field that renders before it gets the letter would undo it.
    if (!isPassing) this.tell();
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
  readonly tell = (): void => {
    if (this.#later.length === 0) return;
    for (const effect of this.#later.splice(0)) this.#carryOut(effect);
    this.notify();
  };

  /** A stamp of this moment: take it before a request, so that later changes here are newer than the response. */
  stamp(): Stamp {
    return nextStamp(this.state.stamps, this.clock.now());
  }

  /**
   * Saves now: on this device and to the account.
   *
   * @param patienceMs how long to wait for the account; sending continues afterwards
   * @returns whether the account has every answer and call that it did not refuse
   */
  async save(patienceMs?: number): Promise<boolean> {
    this.dispatch({ type: 'rested' });
    const written = this.journal.flush();
    const sent = Promise.all([this.account?.send() ?? true, written]).then(([isSent]) => isSent);
    if (patienceMs === undefined) return sent;
    const late = new Promise<false>((resolve) => this.clock.after(patienceMs, () => resolve(false)));
    return Promise.race([sent, late]);
  }

  /** For a page that is hidden or left: saves everything that could be lost if it ends now. */
  saveBeforeLeaving(): void {
    this.tell();
    this.journal.saveLastWords();
    void this.save();
  }

  /** For a page shown again or online again: reads the changes of other tabs, then sends everything pending. */
  async wake(): Promise<void> {
    this.check();
    await this.opened;
    await this.journal.sync();
    this.account?.wake();
  }

  /** Turns storing on this device off or on. */
  async setShared(isShared: boolean): Promise<void> {
    // Otherwise records that nobody has read yet would be deleted.
    await this.opened;
    const { setShared } = await this.#store.changes();
    await setShared(this.device, isShared);
  }

  /** Reads what other tabs have changed. Resolves once this page shows who is here. */
  async look(): Promise<void> {
    await this.opened;
    await this.journal.sync();
    await this.#store.cleared();
  }

  /** For a page that is shown again: logs out somebody who was away for too long before anything is shown. */
  check(): void {
    this.account?.look();
    this.dispatch({ type: 'ticked' });
  }

  readonly noticeActivity = (): void => {
    if (this.state.presence === undefined) return;
    this.account?.look();
    this.dispatch({ type: 'active', isChosen: false });
  };

  /** Resolves conflicts by the values that the applicant has chosen. */
  async decide(values: Readonly<Record<string, string>>): Promise<void> {
    // Another tab may have asked the same question.
    await this.journal.sync();
    this.dispatch({ type: 'chosen', values });
    void this.account?.send();
  }

  /** Reads the device and shows the draft. Letters typed before this are kept. */
  async open(): Promise<void> {
    await this.#store.open().finally(this.#hasOpened);
    this.notify();
  }

  /** Reads the records of this owner too. */
  know(owner: Owner): Promise<void> {
    return this.#store.know(owner);
  }

  /** Reserves the anonymous draft for the account that is signing up, and remembers that its code is not entered yet. */
  async claimFor(username: string): Promise<void> {
    this.dispatch({ type: 'claimed', owner: await ownerOf(username), username });
    await this.journal.flush();
  }

  /** Call when the server has accepted a login. If another account was logged in here, it leaves first. */
  async admit(username: string): Promise<void> {
    await this.opened;
    await this.journal.sync();
    this.dispatch({ type: 'admitted', owner: await ownerOf(username) });
    await this.#store.cleared();
  }

  /** Removes an applicant from this page; resolves once the device has followed. */
  async leave(how: Departure): Promise<void> {
    this.dispatch({ type: 'left', how });
    await this.#store.cleared();
  }

  #step(event: Event): readonly Effect[] {
    const effects = step(this.state, event, this.now(), this.account);
    this.#arm();
    return effects;
  }

  #type(key: Key, value: string, isEarly: boolean, isShownAtOnce: boolean): void {
    const isRestored = isEarly && this.#parts.isRestored?.(key.replace(UNFINISHED_SUFFIX, '')) === true;
    const effects = this.#step({ type: 'typed', key, value, isRestored });
    if (effects.length === 0) return;
    const isFirst = this.#later.length === 0;
    for (const effect of effects)
      if (isShownAtOnce && effect.do === 'show') this.#carryOut(effect);
      else this.#later.push(effect);
    // An empty line claims nothing, so it may change a frame later.
    if (this.saidText !== '' && this.saidText !== SAVING) this.sayStatus();
    if (isFirst) (this.#parts.soon ?? ((run: () => void) => run()))(this.tell);
  }

  #isLocal(effect: Effect): effect is Effect<LocalEffect> {
    return effect.do in this.#carriers;
  }

  #carryOut(effect: Effect): void {
    if (this.#isLocal(effect)) carryOut(this.#carriers, effect);
    else if (this.account !== undefined) carryOut(this.account.effects, effect);
  }

  /** Sets one timer for whatever is due first. */
  #arm(): void {
    const elapsed = this.clock.elapsed();
    const { typingUntil, presence } = this.state;
    const at = Math.min(
      typingUntil > elapsed ? typingUntil : Number.POSITIVE_INFINITY,
      presence === undefined ? Number.POSITIVE_INFINITY : elapsed + LOOK_EVERY_MS,
      this.account?.dueAt(elapsed) ?? Number.POSITIVE_INFINITY,
    );
    if (at === this.#timerAt) return;
    this.#cancelTimer?.();
    this.#timerAt = at;
    if (at === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.clock.after(Math.max(0, Math.ceil(at - elapsed)), () => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.check();
      this.account?.due();
    });
  }
}

function carryOut<Name extends keyof Effects>(carriers: Carriers<Name>, effect: Effect<Name>): void {
  carriers[effect.do](effect);
}
