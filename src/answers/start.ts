import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device, DeviceStatus } from '#device/device.ts';
import { SharedRecords } from '#device/shared-records.ts';
import type { Stamp } from '#device/stamp.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { DESC_SUFFIX } from '#form/keys.ts';
import type { Messages } from '#form/messages.ts';
import { AnswerStore, type Soon } from './answer-store.ts';
import { Draft } from './draft.ts';
import type { Outbox, Standing } from './outbox.ts';
import {
  ANONYMOUS,
  META_RECORD,
  ownerIn,
  ownerOf,
  prefixesOf,
  type Operation,
  type Owner,
  type RememberedProfile,
} from './records.ts';
import { SaveLine } from './save-line.ts';

export interface AnswersOptions {
  readonly device: Device;
  readonly clock: Clock;
  /** `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly onActiveElsewhere: (at: number) => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
  /** When letters are told to draft and screen; at once unless given. */
  readonly soon?: Soon;
  /** Whether the answer that is being taken is one of an earlier time: what rests unread on the device goes before. */
  readonly isPutBack?: (key: string) => boolean;
  /** This tab's own mark; chosen by chance unless given. */
  readonly tab?: string;
}

/** Whose answer is kept: this device's or the other's. */
export type Side = 'mine' | 'theirs';

/** One answer that this device and the account hold differently; the applicant chooses. */
export interface Conflict {
  readonly key: string;
  readonly mine: string;
  readonly theirs: string;
}

/** An anonymous draft that belongs to somebody else than the account that has logged in. */
export interface ForeignDraft {
  readonly answers: ReadonlyMap<string, string>;
}

/** The parts behind the facade. */
export interface Inside {
  readonly draft: Draft;
  readonly records: SharedRecords;
  readonly clock: Clock;
}

const HELD: Standing = { kind: 'held' };

/** All that rests on this device and is on its way to the account; what screens and fields talk to. */
export class AnswersFacade {
  readonly store: AnswerStore;
  readonly line: SaveLine;
  readonly #options: AnswersOptions;
  readonly #records: SharedRecords;
  readonly #draft: Draft;
  /** Comes with the account: until then nobody is logged in. */
  #outbox: Outbox | undefined;
  readonly #activity: Channel<number>;
  readonly #listeners = new Set<() => void>();
  #foreign: ForeignDraft | undefined;
  /** Who was here when this tab last heard of it; `undefined` until the device has been read. */
  #heardOf: Owner | undefined;
  #hasAskedToPersist = false;
  /** Entered at an earlier time, and not since. */
  readonly #putBack = new Set<string>();
  #deviceStatus: DeviceStatus = { kind: 'opening' };

  constructor(options: AnswersOptions) {
    this.#options = options;
    const { device, clock, today, soon = (run) => run() } = options;
    this.store = new AnswerStore(
      today,
      (changes, origin, before) => {
        if (origin === 'typed') this.#typed(changes, before);
      },
      soon,
      (key, changed) => this.#entered(key, changed),
    );
    this.#records = new SharedRecords(
      'answers',
      device,
      clock,
      prefixesOf(ANONYMOUS),
      {
        onNews: (names) => this.#news(names),
        onWritten: () => this.#notify(),
        onReplaced: () => void this.#wipedElsewhere(),
      },
      options.tab,
    );
    this.#draft = new Draft(this.#records);
    this.line = new SaveLine({
      device,
      clock,
      records: this.#records,
      draft: this.#draft,
      store: this.store,
      standing: () => this.#standing,
      soon,
    });
    this.#activity = new Channel('activity', (at: number) => options.onActiveElsewhere(at));
    device.subscribe(() => this.#deviceChanged());
  }

  /** Reads what rests on the device and shows the anonymous draft. What was typed before this is kept. */
  async open(): Promise<void> {
    // What stands in the page by now is told before the device is read, and what is entered meanwhile after it.
    this.store.tell();
    await this.#records.open();
    const owner = this.#draft.meta?.owner ?? ANONYMOUS;
    this.#heardOf = owner;
    if (owner !== ANONYMOUS) await this.#records.know(prefixesOf(ANONYMOUS, owner));
    // Read after the account was: what waited here goes beside what the account has by now.
    if (this.#isLoggedIn) this.#outbox?.open(false);
    this.#notify();
  }

  /** Ends timers and channels. */
  close(): void {
    this.line.close();
    this.#outbox?.close();
    this.#records.close();
    this.#activity.close();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whose answers these are: nobody's yet, or an account's, by its digest. */
  get owner(): Owner {
    return this.#draft.owner;
  }

  get isOffline(): boolean {
    return this.standing === 'offline';
  }

  /** How it stands between this device and the account. */
  get standing(): Standing['kind'] {
    return this.#standing.kind;
  }

  /** Whether the last try to reach the account has failed. */
  get isAway(): boolean {
    return this.isOffline || this.standing === 'retrying';
  }

  /** Answers that this device and the account hold differently, a chosen option's label left to its answer. */
  get conflicts(): readonly Conflict[] {
    return [...this.#draft.conflicts].map(([key, theirs]) => ({ key, mine: this.store.get(key), theirs }));
  }

  get foreignDraft(): ForeignDraft | undefined {
    return this.#foreign;
  }

  /** The answers that the server refused, each with why. */
  get refusals(): ReadonlyMap<string, string> {
    return this.#draft.refusals;
  }

  /** Why the server refused an answer, if it did. */
  refusalOf(key: string): string | undefined {
    return this.#draft.refusalOf(key);
  }

  /** How many answers and calls have not reached the account. */
  get pending(): number {
    const answers = [...this.#draft.pending].filter((key) => !key.endsWith(DESC_SUFFIX));
    return answers.length + this.#draft.operations.length + this.line.waitingFiles;
  }

  /**
   * Files that wait on this device; counted by whoever keeps them.
   *
   * @param areOffline whether the last try to send one got no answer
   */
  setWaitingFiles(count: number, areOffline: boolean): void {
    if (this.line.setWaitingFiles(count, areOffline)) this.#notify();
  }

  /** Marks the anonymous draft as meant for the account that is being signed up. */
  async claimFor(username: string): Promise<void> {
    const draftOf = await ownerOf(username);
    this.#draft.putMeta({ ...(this.#draft.meta ?? { owner: ANONYMOUS }), draftOf });
    await this.#records.flush();
  }

  /** To be called before the account is read: what this device learns later is newer than the reading. */
  readingBegins(): Stamp {
    return this.#records.now();
  }

  /**
   * The server has let somebody in: what another has left here is neither shown to them nor sent for them.
   *
   * @returns whether another was here until now
   */
  async admit(username: string): Promise<boolean> {
    await this.#records.sync();
    const before = this.#draft.meta?.owner ?? ANONYMOUS;
    const isAnother = before !== ANONYMOUS && before !== (await ownerOf(username));
    if (isAnother) await this.automaticLogout();
    return isAnother;
  }

  /** Whether this device could start without a network, for the account that was here last. */
  get canResume(): boolean {
    const { meta } = this.#draft;
    return meta?.profile !== undefined && meta.owner !== ANONYMOUS;
  }

  /** What `account-answers.ts` works on, which comes with the account. */
  get inside(): Inside {
    return { draft: this.#draft, records: this.#records, clock: this.#options.clock };
  }

  /** @param make gives what sends to the account, and calls `onChange` when its standing changes */
  connect(make: (onChange: () => void) => Outbox): void {
    this.#outbox = make(() => this.#notify());
  }

  /** Sends what waits, whatever the retry timer says. */
  send(): void {
    this.#outbox?.send();
  }

  /**
   * The draft has become an account's.
   *
   * @param foreign what was left here for another account, and has to be decided on
   * @param isRead whether this device could be read, so that the account's answers stand beside what waits on it
   */
  becameOwn(foreign: ForeignDraft | undefined, isRead: boolean): void {
    this.#foreign = foreign;
    this.line.begin();
    this.#outbox?.open(isRead);
  }

  /** It has been decided whose the foreign draft is. */
  foreignDecided(): void {
    this.#foreign = undefined;
    this.#notify();
  }

  /** Starts without a network, with what the last login left on this device. */
  resume(): RememberedProfile | undefined {
    const { meta } = this.#draft;
    if (meta === undefined || meta.owner === ANONYMOUS) return undefined;
    this.#draft.become(meta.owner);
    this.showDraft();
    this.#outbox?.open(false);
    return meta.profile;
  }

  /** Puts a call in the same line as the answers. */
  readonly enqueue = (operation: Operation): void => {
    if (this.#isLoggedIn) this.#draft.enqueue(operation);
  };

  /** Puts what has been found amiss in that line, for the account to know. */
  enqueueMessages(messages: Messages): void {
    // The contract's shapes are mutable; the form's messages are not.
    const found = Object.entries(messages).map(([key, sentences]) => [key, [...sentences]]);
    this.enqueue({ kind: 'validations', messages: Object.fromEntries(found) });
  }

  /** The calls that the account does not know of yet, oldest first. */
  get waiting(): readonly Operation[] {
    return this.#draft.operations.map(({ operation }) => operation);
  }

  /** Updates what an offline start would know. */
  rememberProfile(change: Partial<RememberedProfile>): void {
    const { meta } = this.#draft;
    if (meta?.profile === undefined) return;
    this.#draft.putMeta({ ...meta, profile: { ...meta.profile, ...change } });
  }

  /**
   * Saves now: on this device, then to the account.
   *
   * @param patienceMs how long to wait for the account; the outbox goes on by itself afterwards
   * @returns whether the account has everything that it did not refuse
   */
  async flush(patienceMs?: number): Promise<boolean> {
    this.store.tell();
    this.line.rest();
    const written = this.#records.flush();
    const sent = Promise.all([this.#outbox?.flush() ?? true, written]).then(([isSent]) => isSent);
    if (patienceMs === undefined) return sent;
    const late = new Promise<false>((resolve) => this.#options.clock.after(patienceMs, () => resolve(false)));
    return Promise.race([sent, late]);
  }

  /** For the moment in which the page is hidden or left: nothing may have to wait for its turn any more. */
  leave(): void {
    this.store.tell();
    this.#records.leave();
    void this.flush();
  }

  /** Shown again or on line again: reads what other tabs have done meanwhile, then sends what waits. */
  retry(): void {
    void this.#records.sync().then(() => this.#outbox?.resume());
  }

  /** The server has changed the account's answers itself: shows what it has put there. */
  reread(): void {
    this.#outbox?.reread();
  }

  /** Tells the other tabs that somebody is at work here. */
  tellActive(at: number): void {
    this.#activity.post(at);
  }

  /**
   * The session has ended by itself: nothing stays on screen. What has not reached the account stays on this
   * device, sealed until the same account logs in again; the rest goes. So it is with what an earlier visit left
   * when nobody is logged in any more.
   */
  async automaticLogout(): Promise<void> {
    this.store.tell();
    const { meta } = this.#draft;
    if (!this.#isLoggedIn) this.#draft.become(meta?.owner ?? ANONYMOUS);
    const { owner, pending } = this.#draft;
    if (owner === ANONYMOUS) return;
    const reached = Object.keys(this.#draft.answers).filter((key) => !pending.has(key));
    const gone = new Map(reached.map((key) => [key, undefined] as const));
    this.#draft.put({ answers: gone, sides: gone });
    this.#leave();
    this.#draft.putMeta({ owner: ANONYMOUS, draftOf: meta?.draftOf ?? owner });
    await this.#records.flush();
    await this.#records.know(prefixesOf(ANONYMOUS));
  }

  /**
   * The applicant has logged out: nothing of theirs stays, on screen or on this device. What belongs to others
   * who use it stays sealed for them. Where nobody is logged in, the device is cleared of everything.
   */
  async chosenLogout(): Promise<void> {
    this.store.tell();
    const { owner, meta } = this.#draft;
    const isForeign = meta?.draftOf !== undefined && meta.draftOf !== owner;
    this.#leave();
    await this.#records.wipe((name) => {
      const whose = ownerIn(name);
      const isOthers = whose !== undefined && whose !== owner && (whose !== ANONYMOUS || isForeign);
      return isOthers && owner !== ANONYMOUS;
    });
    this.#draft.putMeta({ owner: ANONYMOUS, ...(isForeign && { draftOf: meta.draftOf }) });
    await this.#records.know(prefixesOf(ANONYMOUS));
    await this.#records.flush();
  }

  get #isLoggedIn(): boolean {
    return this.#draft.owner !== ANONYMOUS;
  }

  get #standing(): Standing {
    return this.#outbox?.standing ?? HELD;
  }

  #entered(key: string, changed: readonly string[]): void {
    const isOfEarlier = this.#options.isPutBack?.(key) === true;
    for (const one of changed) {
      if (isOfEarlier) this.#putBack.add(one);
      else this.#putBack.delete(one);
    }
    this.line.stir();
  }

  #typed(changes: Readonly<Record<string, string>>, before: Answers): void {
    for (const yields of [true, false]) {
      const some = Object.entries(changes).filter(
        ([key]) => (!this.#records.isOpen && this.#putBack.has(key)) === yields,
      );
      this.#draft.typed(Object.fromEntries(some), (key) => before[key] ?? EMPTY_ANSWER, yields);
    }
    this.#outbox?.changed(true);
    if (this.#hasAskedToPersist) return;
    this.#hasAskedToPersist = true;
    void this.#options.device.persist();
  }

  /** Records have changed: by this tab, by another, or found on the device. */
  #news(names: readonly string[]): void {
    // What has been typed here and not told yet is the later of the two.
    this.store.tell();
    this.store.apply(Object.fromEntries(this.#draft.take(names)), 'news');
    if (names.includes(META_RECORD)) this.#heardOwner();
    this.#outbox?.changed(false);
    this.#notify();
  }

  /** Another tab has logged in or out. */
  #heardOwner(): void {
    const owner = this.#draft.meta?.owner ?? ANONYMOUS;
    if (this.#heardOf === undefined || owner === this.#heardOf) return;
    this.#heardOf = owner;
    if (owner === this.#draft.owner) return;
    if (!this.#isLoggedIn) {
      this.#options.onLoginElsewhere();
      return;
    }
    this.#leave();
    this.#options.onLogoutElsewhere();
    void this.#records.know(prefixesOf(ANONYMOUS));
  }

  async #wipedElsewhere(): Promise<void> {
    const wasLoggedIn = this.#isLoggedIn;
    this.#leave();
    if (wasLoggedIn) this.#options.onLogoutElsewhere();
    await this.#options.device.reopen();
    await this.#records.know(prefixesOf(ANONYMOUS));
  }

  #leave(): void {
    this.#outbox?.close();
    this.#draft.become(ANONYMOUS);
    this.#foreign = undefined;
    this.line.forget();
    this.store.replace(this.#draft.answers);
    this.#notify();
  }

  /** The draft takes the place of what is on the screen. */
  showDraft(): void {
    this.store.replace(this.#draft.answers);
  }

  /** Storage that opened late is read then; what was typed while nothing was kept is written then. */
  #deviceChanged(): void {
    const before = this.#deviceStatus;
    this.#deviceStatus = this.#options.device.getStatus();
    if (this.#deviceStatus.kind === 'kept' && before.kind === 'memory-only') {
      if (before.reason === 'shared-computer') void this.#records.rewrite();
      else if (!this.#records.isOpen) void this.open();
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
    this.line.tell();
  }
}
