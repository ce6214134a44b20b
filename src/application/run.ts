// Carries out what the steps demand, and feeds events in. The only file with timers.
import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { Journal } from '#device/journal.ts';
import { nextStamp, type Stamp } from '#device/stamp.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Answers } from '#form/condition.ts';
import { UNFINISHED_SUFFIX, type AnswerKey, type UnfinishedKey } from '#form/keys.ts';
import type { Carriers, Effect, Effects, Event } from './events.ts';
import type { Departure, Now, Owner, State } from './model.ts';
import type { AccountPart, ApplicationParts } from './parts.ts';
import { ANONYMOUS, isOthers, namesIn, prefixesOf, recordAt } from './records.ts';
import { answerIn, answersIn, hasAnswers, isTyping } from './select.ts';
import { SAVING, visitorStatusOf, type SaveStatus } from './status.ts';
import { newState } from './new-state.ts';
import { step } from './step.ts';
import { Subscribers } from './subscribers.ts';

/** How often presence is looked at. */
const LOOK_EVERY_MS = 1000;

/** Events that come often. */
const PASSING = new Set<Event['type']>(['active', 'activeElsewhere', 'ticked']);

type Key = AnswerKey | UnfinishedKey;

/** The application on this page: its state, and everything that keeps it in step with the device and the account. */
export class Application {
  readonly state: State;
  readonly clock: Clock;
  readonly device: Device;
  readonly journal: Journal;
  readonly #parts: ApplicationParts;
  readonly #activity: Channel<number>;
  readonly #subscribers = new Subscribers();
  readonly #statusSubscribers = new Subscribers();
  #account: AccountPart | undefined;
  /** Effects of letters, carried out after the frame that shows them. */
  #later: Effect[] = [];
  #restedAnswers: Answers = {};
  #saidText = '';
  /** What passing events may change, as of the last notification. */
  #visible = '';
  /** The page has ended: nothing happens any more. */
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  /** Sealing or wiping that is under way. */
  #clearing: Promise<void> = Promise.resolve();

  constructor(parts: ApplicationParts) {
    const { device, clock } = parts;
    this.#parts = parts;
    this.state = newState(parts.tab);
    this.clock = clock;
    this.device = device;
    this.journal = new Journal('answers', device, clock, prefixesOf([ANONYMOUS]), {
      recordAt: (name) => recordAt(this.state, name),
      names: () => namesIn(this.state),
      isRead: () => this.state.isDeviceRead,
      take: (records, from) => this.#take(records, from),
      onUnread: () => this.dispatch({ type: 'deviceUnread' }),
      onWritten: () => {
        if (this.journal.isWritten) this.dispatch({ type: 'written' });
      },
      onReplaced: () => void this.#replaced(),
    });
    this.#activity = new Channel('activity', (at: number) => this.dispatch({ type: 'activeElsewhere', at }));
    device.subscribe(() => this.#noticeDevice());
  }

  /** Reads the device and shows the draft. Letters typed before this are kept. */
  async open(): Promise<void> {
    // Passed on before the reading: afterwards a restored value would overwrite the stored draft.
    this.tell();
    await this.journal.open();
    const owner = this.state.meta?.value?.owner ?? ANONYMOUS;
    if (owner !== ANONYMOUS) await this.know(owner);
    this.#notify();
  }

  /** Ends timers and channels. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.journal.close();
    this.#activity.close();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reads the records of this owner too; resolves to whether the device could be read. */
  async know(owner: Owner): Promise<boolean> {
    this.dispatch({ type: 'ownerAdded', owner });
    return this.journal.know(prefixesOf(new Set([ANONYMOUS, ...this.state.drafts.keys()])));
  }

  /** Has the code for accounts take part. */
  connect(account: AccountPart): void {
    this.#account = account;
    this.#notify();
  }

  /** Has the state change as the event demands, and carries out what follows. */
  readonly dispatch = (event: Event): void => {
    if (this.#isClosed) return;
    const isPassing = PASSING.has(event.type);
    // Not in the middle of a letter: a field that is drawn before it has heard of the letter would undo it.
    if (!isPassing) this.tell();
    let hasEffects = false;
    this.#run(event, (effects) => {
      hasEffects = effects.length > 0;
      effects.forEach((effect) => this.#carryOut(effect));
    });
    // Scrolling and the passing of time seldom change anything, and come often.
    if (hasEffects || !isPassing || this.#visibly() !== this.#visible) this.#notify();
  };

  /** One answer as typed, `''` when blank. */
  readonly get = (key: string): string => answerIn(this.state, key);

  /** All answers, blank ones included; the same object until one changes. */
  readonly getAll = (): Answers => answersIn(this.state);

  get hasAnswers(): boolean {
    return hasAnswers(this.state);
  }

  /** Returns `YYYY-MM-DD` at the university. */
  readonly today = (): string => this.#parts.today();

  /** Sets an answer, and clears those that it hides. Shows them at once; the device gets them after the frame. */
  readonly set = (key: Key, value: string): void => this.#type(key, value, true);

  /** Like `set`, for text that its field already shows: everybody else hears of it after the frame. */
  readonly type = (key: Key, value: string): void => this.#type(key, value, false);

  /** Carries out now what follows from the letters typed last. */
  readonly tell = (): void => {
    if (this.#later.length === 0) return;
    const effects = this.#later;
    this.#later = [];
    const records = effects.flatMap((effect) => (effect.do === 'write' ? [...effect.records] : []));
    this.journal.put(new Map(records));
    for (const effect of effects) if (effect.do !== 'write') this.#carryOut(effect);
    this.#notify();
  };

  /** Calls back when this answer changes: at once after `set`, soon after `type`. */
  subscribeTo(key: string, listener: () => void): () => void {
    return this.#subscribers.to(key, listener);
  }

  /** Calls back soon after anything has changed. */
  readonly subscribe = this.#subscribers.toAll;

  /** Like `subscribe`, but at once when a letter makes untrue what the status says. */
  readonly subscribeStatus = this.#statusSubscribers.toAll;

  /** The save status in words, never ahead of the facts. */
  get status(): SaveStatus {
    const statusOf = this.state.who.is === 'applicant' ? this.#account?.statusOf : undefined;
    return (statusOf ?? visitorStatusOf)(this.state, this.#now());
  }

  /** The answers as of the last pause in typing: parts that move the page follow these, not each letter. */
  readonly restedAnswers = (): Answers => {
    if (!isTyping(this.state, this.clock.elapsed())) this.#restedAnswers = this.getAll();
    return this.#restedAnswers;
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
    const sent = Promise.all([this.#account?.send() ?? true, written]).then(([isSent]) => isSent);
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
    await this.journal.sync();
    this.#account?.wake();
  }

  /** For a page that is shown again: somebody who was away for too long is logged out before anything is shown. */
  check(): void {
    this.#account?.look();
    this.dispatch({ type: 'ticked' });
  }

  /** The applicant does something. */
  readonly noticeActivity = (): void => {
    if (this.state.presence === undefined) return;
    this.#account?.look();
    this.dispatch({ type: 'active', isChosen: false });
  };

  /** Resolves conflicts by the values that the applicant has chosen. */
  async decide(values: Readonly<Record<string, string>>): Promise<void> {
    // Another tab may have asked the same question.
    await this.journal.sync();
    this.dispatch({ type: 'chosen', values });
    void this.#account?.send();
  }

  /** Resolves once the device has been sealed or wiped after a departure. */
  get cleared(): Promise<void> {
    return this.#clearing;
  }

  /** Ends what this page shows of an applicant; resolves once the device has followed. */
  async leave(how: Departure): Promise<void> {
    this.dispatch({ type: 'left', how });
    await this.#clearing;
  }

  /** What passing events may change. */
  #visibly(): string {
    const { who, presence } = this.state;
    return `${who.is} ${presence?.isWarned} ${isTyping(this.state, this.clock.elapsed())}`;
  }

  #now(): Now {
    return { wall: this.clock.now(), elapsed: this.clock.elapsed(), today: this.today };
  }

  #run(event: Event, carryOut: (effects: readonly Effect[]) => void): void {
    carryOut(step(this.state, event, this.#now(), this.#account));
    this.#arm();
  }

  #type(key: Key, value: string, isShownAtOnce: boolean): void {
    const isRestored = this.#parts.isRestored?.(key.replace(UNFINISHED_SUFFIX, '')) === true;
    this.#run({ type: 'typed', key, value, isRestored }, (effects) => {
      if (effects.length === 0) return;
      const isFirst = this.#later.length === 0;
      for (const effect of effects)
        if (isShownAtOnce && effect.do === 'show') this.#carryOut(effect);
        else this.#later.push(effect);
      // An empty line claims nothing, so it may change a frame later.
      if (this.#saidText !== '' && this.#saidText !== SAVING) this.#sayStatus();
      if (isFirst) (this.#parts.soon ?? ((run: () => void) => run()))(this.tell);
    });
  }

  readonly #effects: Partial<Carriers> = {
    write: ({ records }) => this.journal.put(records),
    show: ({ keys }) => this.#subscribers.tellOf(keys),
    persist: () => void this.device.persist(),
    seal: ({ owner }) => void (this.#clearing = this.#clearing.then(() => this.#seal(owner))),
    wipe: (effect) => void (this.#clearing = this.#clearing.then(() => this.#wipe(effect))),
    goToLogin: ({ how }) => this.#parts.goToLogin(how),
    reload: () => this.#parts.reload(),
    tellActive: ({ at }) => this.#activity.post(at),
  };

  #carryOut<Name extends keyof Effects>(effect: Effect<Name>): void {
    this.#effects[effect.do]?.(effect);
    this.#account?.effects[effect.do]?.(effect);
  }

  /** Writes what is left, drops the account's key, and forgets the records here, unless they are nowhere else. */
  async #seal(owner: Owner): Promise<void> {
    await this.journal.flush();
    await this.device.lock();
    if (owner !== ANONYMOUS && this.journal.isWritten && !this.device.isShared)
      this.dispatch({ type: 'ownerForgotten', owner });
  }

  async #wipe({ owner, draftOf }: Effect<'wipe'>): Promise<void> {
    await this.journal.wipe((name) => isOthers(name, owner, draftOf));
    this.dispatch({ type: 'wiped', draftOf });
    await this.journal.know(prefixesOf([ANONYMOUS]));
    await this.journal.flush();
  }

  #take(records: ReadonlyMap<string, DeviceRecord>, from: 'device' | 'tab'): readonly string[] {
    // What was typed last is newer than these records.
    this.tell();
    const later = [...records].filter(
      ([name, { stamp }]) => stamp > (recordAt(this.state, name)?.stamp ?? ''),
    );
    this.dispatch({ type: 'recordsCame', records, from, refocusedKey: this.#parts.refocusedKey?.() });
    return later
      .filter(([name, { stamp }]) => recordAt(this.state, name)?.stamp === stamp)
      .map(([name]) => name);
  }

  /** Another tab has wiped this device. */
  async #replaced(): Promise<void> {
    this.dispatch({ type: 'wipedElsewhere' });
    await this.device.reopen();
    await this.journal.know(prefixesOf([ANONYMOUS]));
  }

  /** Reads storage that opened late. Writes all answers when storing is turned on again. */
  #noticeDevice(): void {
    const before = this.state.device;
    const status = this.device.getStatus();
    this.dispatch({ type: 'deviceChanged', status });
    if (status.kind !== 'kept' || before.kind !== 'memory-only') return;
    if (before.reason === 'shared-computer') void this.journal.rewrite();
    else if (!this.state.isDeviceRead) void this.open();
  }

  #notify(): void {
    this.#visible = this.#visibly();
    this.#subscribers.tellAll();
    this.#sayStatus();
  }

  #sayStatus(): void {
    this.#saidText = this.status.text;
    this.#statusSubscribers.tellAll();
  }

  /** Has one timer wait for whatever is due first. */
  #arm(): void {
    const elapsed = this.clock.elapsed();
    const { typingUntil, presence } = this.state;
    const at = Math.min(
      typingUntil > elapsed ? typingUntil : Number.POSITIVE_INFINITY,
      presence === undefined ? Number.POSITIVE_INFINITY : elapsed + LOOK_EVERY_MS,
      this.#account?.dueAt(this.state, elapsed) ?? Number.POSITIVE_INFINITY,
    );
    if (at === this.#timerAt) return;
    this.#cancelTimer?.();
    this.#timerAt = at;
    if (at === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.clock.after(Math.max(0, Math.ceil(at - elapsed)), () => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.check();
      this.#account?.due();
    });
  }
}
