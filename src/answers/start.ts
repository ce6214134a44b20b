import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device } from '#device/device.ts';
import { asOnlySender } from '#device/sender-lock.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { AnswerStore } from './answer-store.ts';
import { Draft } from './draft.ts';
import { adoptAnonymous, mergeAnswers, type Conflict } from './merge.ts';
import { Outbox, type Wire } from './outbox.ts';
import {
  ANONYMOUS,
  ownerOf,
  type DraftAnswer,
  type Operation,
  type Owner,
  type RememberedProfile,
} from './records.ts';
import { saveStatusOf, type SaveStatus } from './save-status.ts';

/** What tabs of one browser tell each other. Values never leave the browser's memory on this way. */
type Message =
  | { readonly kind: 'answers'; readonly owner: Owner; readonly entries: readonly Entry[] }
  | { readonly kind: 'lease'; readonly until: number }
  | { readonly kind: 'active'; readonly at: number }
  | { readonly kind: 'login' }
  | { readonly kind: 'logout' };
type Entry = readonly [key: string, value: string, draft: DraftAnswer | undefined];

export interface AnswersOptions {
  readonly device: Device;
  readonly clock: Clock;
  /** `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly wire: Omit<Wire, 'refresh'> & { readonly readAnswers: () => Promise<Answers> };
  readonly onUnauthorized: () => void;
  readonly onAlreadySubmitted: () => void;
  readonly onActiveElsewhere: (at: number) => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
}

/** An anonymous draft that was made for another account than the one that has logged in. */
export interface ForeignDraft {
  readonly answers: ReadonlyMap<string, DraftAnswer>;
}

/** All that rests on this device and is on its way to the account; what screens and fields talk to. */
export class AnswersFacade {
  readonly store: AnswerStore;
  readonly #options: AnswersOptions;
  readonly #draft: Draft;
  readonly #outbox: Outbox;
  readonly #channel: Channel<Message>;
  readonly #listeners = new Set<() => void>();
  #owner: Owner = ANONYMOUS;
  #conflicts: readonly Conflict[] = [];
  #foreign: ForeignDraft | undefined;
  #leaseUntil = 0;
  #hasAskedToPersist = false;

  constructor(options: AnswersOptions) {
    this.#options = options;
    const { device, clock, today, wire } = options;
    this.store = new AnswerStore(today, (changes, origin, before) => {
      if (origin === 'typed') this.#typed(changes, before);
    });
    this.#draft = new Draft(device, () => this.#notify());
    this.#channel = new Channel('answers', (message: Message) => this.#hear(message));
    const board = {
      now: clock.now,
      announce: (until: number) => this.#channel.post({ kind: 'lease', until }),
      until: () => this.#leaseUntil,
    };
    this.#outbox = new Outbox(
      {
        putAnswers: wire.putAnswers,
        post: wire.post,
        refresh: async () => this.merge(await wire.readAnswers()),
      },
      {
        onAnswer: (key, draft, value) => this.#keep(key, value, draft),
        onOperation: (waiting, isDone) => {
          if (isDone) this.#draft.deleteOperation(this.#owner, waiting.order);
          else this.#draft.putOperation(this.#owner, waiting);
        },
        onUnauthorized: options.onUnauthorized,
        onAlreadySubmitted: options.onAlreadySubmitted,
        onChange: () => this.#notify(),
      },
      clock,
      (work) => asOnlySender('outbox', board, work),
    );
    device.subscribe(() => this.#notify());
  }

  /** Reads the anonymous draft. What was typed before this is kept. */
  async open(): Promise<void> {
    await this.#draft.open();
    const { answers } = this.#draft.load(ANONYMOUS);
    const typed = this.store.getAll();
    this.store.apply(
      Object.fromEntries(
        [...answers].filter(([key]) => typed[key] === undefined).map(([key, { value }]) => [key, value]),
      ),
      'news',
    );
    this.#notify();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get status(): SaveStatus {
    const outbox = this.#outbox;
    return saveStatusOf({
      device: this.#options.device.getStatus(),
      isOnDevice: this.#draft.isSettled,
      hasAnswers: this.hasAnswers,
      isLoggedIn: this.#owner !== ANONYMOUS,
      standing: outbox.standing,
      waiting: outbox.waiting,
      waitingAnswers: outbox.waitingAnswers,
      refused: outbox.refused.length,
      conflicts: this.conflicts.length,
      savedAt: outbox.savedAt,
      now: this.#options.clock.now(),
    });
  }

  get hasAnswers(): boolean {
    return Object.values(this.store.getAll()).some((value) => (value ?? EMPTY_ANSWER) !== EMPTY_ANSWER);
  }

  /** Whose answers these are: nobody's yet, or an account's, by its digest. */
  get owner(): Owner {
    return this.#owner;
  }

  get isOffline(): boolean {
    return this.#outbox.standing.kind === 'offline';
  }

  /** Answers that this device and the account hold differently, a chosen option's label left to its answer. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts.filter(({ key }) => !key.endsWith('_desc'));
  }

  get foreignDraft(): ForeignDraft | undefined {
    return this.#foreign;
  }

  /** Why the server refused an answer, if it did. */
  refusalOf(key: string): string | undefined {
    return this.#outbox.answers.get(key)?.refused;
  }

  /** Marks the anonymous draft as meant for the account that is being signed up. */
  async claimFor(username: string): Promise<void> {
    this.#draft.putMeta({ owner: ANONYMOUS, claimedBy: await ownerOf(username) });
    await this.#draft.flush();
  }

  /** Somebody has logged in: their answers, what waits for them on this device, and the anonymous draft, as one. */
  async login(profile: RememberedProfile, server: Answers): Promise<void> {
    const owner = await ownerOf(profile.username);
    const meta = this.#draft.meta;
    const { answers: kept, operations } = this.#draft.load(owner);
    const anonymous = this.#draft.load(ANONYMOUS).answers;
    const isForeign = anonymous.size > 0 && meta?.claimedBy !== undefined && meta.claimedBy !== owner;
    this.#foreign = isForeign ? { answers: anonymous } : undefined;
    const waiting = new Map([...kept].filter(([, { order }]) => order !== undefined));
    const adopted = isForeign ? [] : adoptAnonymous(anonymous, server);
    const merged = mergeAnswers(new Map([...adopted, ...waiting]), server);
    this.#owner = owner;
    this.#draft.forget(owner);
    if (!isForeign) this.#draft.forget(ANONYMOUS);
    this.#draft.putMeta({
      owner,
      profile,
      ...(isForeign && meta.claimedBy !== undefined && { claimedBy: meta.claimedBy }),
    });
    for (const { order, operation } of operations) this.#draft.putOperation(owner, { order, operation });
    this.#show(merged.answers, merged.pending, merged.conflicts);
    this.#outbox.open(
      merged.pending,
      operations,
      merged.conflicts.map(({ key }) => key),
      true,
    );
    for (const [key, draft] of this.#outbox.answers) this.#draft.putAnswer(owner, key, draft);
    await this.#draft.flush();
    this.#channel.post({ kind: 'login' });
    this.#notify();
  }

  /** Whether this device could start without a network, for the account that was here last. */
  get canResume(): boolean {
    const meta = this.#draft.meta;
    return meta?.profile !== undefined && meta.owner !== ANONYMOUS;
  }

  /** Starts without a network, with what the last login left on this device. */
  resume(): RememberedProfile | undefined {
    const meta = this.#draft.meta;
    if (meta === undefined || meta.owner === ANONYMOUS) return undefined;
    const { answers, operations } = this.#draft.load(meta.owner);
    this.#owner = meta.owner;
    this.store.replace(Object.fromEntries([...answers].map(([key, { value }]) => [key, value])));
    const waiting = new Map([...answers].filter(([, { order }]) => order !== undefined));
    this.#outbox.open(waiting, operations, [], false);
    return meta.profile;
  }

  /** Brings the account's present answers in, key by key, beside what waits here. */
  merge(server: Answers): void {
    const merged = mergeAnswers(this.#outbox.answers, server);
    this.#show(merged.answers, merged.pending, merged.conflicts);
    this.#outbox.rebase(
      merged.pending,
      merged.conflicts.map(({ key }) => key),
    );
    this.#notify();
  }

  /** The applicant keeps this device's answer or the other's. */
  choose(key: string, keeps: 'mine' | 'theirs'): void {
    const decided = this.#conflicts.filter(
      (conflict) => conflict.key === key || conflict.key === `${key}_desc`,
    );
    this.#conflicts = this.#conflicts.filter((conflict) => !decided.includes(conflict));
    for (const { key: decidedKey, theirs } of decided) {
      const draft = this.#outbox.answers.get(decidedKey);
      if (keeps === 'mine' && draft !== undefined) {
        this.#outbox.decided(decidedKey, { ...draft, base: theirs });
      } else {
        this.store.apply({ [decidedKey]: theirs }, 'news');
        this.#keep(decidedKey, theirs, undefined);
        this.#outbox.decided(decidedKey, undefined);
      }
    }
    this.#notify();
  }

  /** Takes another's anonymous draft into this account after all, or leaves it where it is. */
  decideForeign(takes: boolean): void {
    const foreign = this.#foreign;
    this.#foreign = undefined;
    if (takes && foreign !== undefined) {
      const blanks = [...foreign.answers].filter(([key]) => this.store.get(key) === EMPTY_ANSWER);
      this.store.apply(Object.fromEntries(blanks.map(([key, { value }]) => [key, value])), 'typed');
      this.#draft.forget(ANONYMOUS);
    }
    this.#notify();
  }

  /** Fills blank answers, as from a temporary view; what has been typed stays. */
  fillBlanks(answers: Answers): void {
    const blanks = Object.entries(answers).filter(([key]) => this.store.get(key) === EMPTY_ANSWER);
    this.store.apply(Object.fromEntries(blanks.map(([key, value]) => [key, value ?? EMPTY_ANSWER])), 'typed');
  }

  /** Puts a call in the same line as the answers. */
  readonly enqueue = (operation: Operation): void => {
    if (this.#owner !== ANONYMOUS) this.#outbox.enqueue(operation);
  };

  /** Updates what an offline start would know. */
  rememberProfile(change: Partial<RememberedProfile>): void {
    const meta = this.#draft.meta;
    if (meta?.profile === undefined) return;
    this.#draft.putMeta({ ...meta, profile: { ...meta.profile, ...change } });
  }

  /**
   * Saves now: on this device, then to the account.
   *
   * @param patienceMs how long to wait for the account; the outbox goes on by itself afterwards
   * @returns whether the account has everything
   */
  async flush(patienceMs?: number): Promise<boolean> {
    await this.#draft.flush();
    const sent = this.#outbox.flush();
    if (patienceMs === undefined) return sent;
    const late = new Promise<false>((resolve) => this.#options.clock.after(patienceMs, () => resolve(false)));
    return Promise.race([sent, late]);
  }

  /** Has what waits sent: on line again, or shown again. */
  retry(): void {
    this.#outbox.send();
  }

  /** How many changes have not reached the account. */
  get pending(): number {
    return this.#outbox.waiting + this.#outbox.refused.length;
  }

  /** Tells the other tabs that somebody is at work here. */
  tellActive(at: number): void {
    this.#channel.post({ kind: 'active', at });
  }

  /**
   * The session has ended by itself: nothing stays on screen. What has not reached the account stays on this
   * device, sealed until the same account logs in again; the rest goes.
   */
  async automaticLogout(): Promise<void> {
    const owner = this.#owner;
    if (owner === ANONYMOUS) return;
    const { answers } = this.#draft.load(owner);
    for (const [key, { order }] of answers)
      if (order === undefined) this.#draft.putAnswer(owner, key, undefined);
    this.#leave();
    this.#draft.putMeta({ owner: ANONYMOUS });
    await this.#draft.flush();
    this.#channel.post({ kind: 'logout' });
  }

  /** The applicant has logged out: nothing stays, on screen or on this device. */
  async chosenLogout(): Promise<void> {
    this.#leave();
    await this.#draft.wipe();
    this.#channel.post({ kind: 'logout' });
  }

  #leave(): void {
    this.#outbox.close();
    this.#owner = ANONYMOUS;
    this.#conflicts = [];
    this.#foreign = undefined;
    this.store.replace({});
    this.#notify();
  }

  #typed(changes: Readonly<Record<string, string>>, before: Answers): void {
    for (const [key, value] of Object.entries(changes)) {
      if (this.#owner === ANONYMOUS) this.#keep(key, value, { value });
      else this.#outbox.change(key, value, before[key] ?? EMPTY_ANSWER);
    }
    if (!this.#hasAskedToPersist) {
      this.#hasAskedToPersist = true;
      void this.#options.device.persist();
    }
    this.#notify();
  }

  /** Writes one answer to the device and tells the other tabs. */
  #keep(key: string, value: string, draft: DraftAnswer | undefined): void {
    this.#draft.putAnswer(this.#owner, key, draft ?? { value });
    this.#channel.post({ kind: 'answers', owner: this.#owner, entries: [[key, value, draft]] });
  }

  #show(answers: Answers, pending: ReadonlyMap<string, DraftAnswer>, conflicts: readonly Conflict[]): void {
    this.#conflicts = conflicts;
    this.store.replace(answers);
    for (const [key, value] of Object.entries(this.store.getAll())) {
      this.#draft.putAnswer(this.#owner, key, pending.get(key) ?? { value: value ?? EMPTY_ANSWER });
    }
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'lease':
        this.#leaseUntil = message.until;
        return;
      case 'active':
        this.#options.onActiveElsewhere(message.at);
        return;
      case 'login':
        this.#options.onLoginElsewhere();
        return;
      case 'logout':
        this.#leave();
        this.#options.onLogoutElsewhere();
        return;
      case 'answers':
        if (message.owner !== this.#owner) return;
        for (const [key, value, draft] of message.entries) {
          if (this.#owner !== ANONYMOUS) this.#outbox.heard(key, draft);
          this.store.apply({ [key]: value }, 'news');
        }
        return;
      default:
        message satisfies never;
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
