import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device, DeviceStatus } from '#device/device.ts';
import { SharedRecords } from '#device/shared-records.ts';
import type { Stamp } from '#device/stamp.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { DESC_SUFFIX } from '#form/keys.ts';
import type { Messages } from '#form/messages.ts';
import { AnswerStore, type Soon } from './answer-store.ts';
import type { Conflict, ForeignDraft } from './conflict.ts';
import { Draft } from './draft.ts';
import type { Outbox, Standing } from './outbox.ts';
import { Owners } from './owners.ts';
import { ANONYMOUS, META_RECORD, prefixesOf, type Operation, type Owner } from './records.ts';
import { SaveLine } from './save-line.ts';

export interface AnswersOptions {
  readonly device: Device;
  readonly clock: Clock;
  /** `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly onActiveElsewhere: (at: number) => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
  /** When letters are passed on to the draft and the rest of the screen; at once unless given. */
  readonly soon?: Soon;
  /** Whether the browser has put this answer back from an earlier visit. A draft that is not read yet is newer. */
  readonly isPutBack?: (key: string) => boolean;
  /** This tab's own mark; chosen by chance unless given. */
  readonly tab?: string;
}

/** The parts behind the facade. */
export interface Inside {
  readonly draft: Draft;
  readonly records: SharedRecords;
  readonly clock: Clock;
}

const HELD: Standing = { kind: 'held' };

/** The answers of this tab, on the device and on their way to the account. Screens and fields talk to this. */
export class AnswersFacade {
  readonly store: AnswerStore;
  readonly saveLine: SaveLine;
  readonly owners: Owners;
  readonly #options: AnswersOptions;
  readonly #records: SharedRecords;
  readonly #draft: Draft;
  /** Comes with the account: until then nobody is logged in. */
  #outbox: Outbox | undefined;
  readonly #activity: Channel<number>;
  readonly #listeners = new Set<() => void>();
  #foreignDraft: ForeignDraft | undefined;
  #hasAskedToPersist = false;
  /** Keys whose answer the browser has put back, and nobody has changed since. */
  readonly #putBack = new Set<string>();
  #deviceStatus: DeviceStatus = { kind: 'opening' };

  constructor(options: AnswersOptions) {
    this.#options = options;
    const { device, clock, today, soon = (run) => run(), onLoginElsewhere, onLogoutElsewhere } = options;
    this.store = new AnswerStore(
      today,
      (changes, origin, before) => {
        if (origin === 'typed') this.#keep(changes, before);
      },
      soon,
      (key, changed) => this.#noteEntry(key, changed),
    );
    this.#records = new SharedRecords(
      'answers',
      device,
      clock,
      prefixesOf(ANONYMOUS),
      {
        onNews: (names) => this.#takeNews(names),
        onWritten: () => this.#notify(),
        onReplaced: () => void this.owners.noticeWipe(),
      },
      options.tab,
    );
    this.#draft = new Draft(this.#records);
    const parts = { device, clock, records: this.#records, draft: this.#draft, store: this.store };
    this.saveLine = new SaveLine({ ...parts, standing: () => this.#standing, soon });
    this.owners = new Owners(parts, {
      onLeaving: () => this.#outbox?.close(),
      onLeft: () => this.#forgetAccount(),
      onLoginElsewhere,
      onLogoutElsewhere,
    });
    this.#activity = new Channel('activity', (at: number) => options.onActiveElsewhere(at));
    device.subscribe(() => this.#noticeDevice());
  }

  /** Reads what rests on the device and shows the anonymous draft. What was typed before this is kept. */
  async open(): Promise<void> {
    // What is on the page by now goes to the draft before the device is read; what is typed meanwhile, after it.
    this.store.tell();
    await this.#records.open();
    await this.owners.open();
    // The device was read after the account: what waits here is now compared with what the account has.
    if (this.owners.isLoggedIn) this.#outbox?.open(false);
    this.#notify();
  }

  /** Ends timers and channels. */
  close(): void {
    this.saveLine.close();
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

  /** How the outbox is doing. */
  get standing(): Standing['kind'] {
    return this.#standing.kind;
  }

  /** Whether the last try to reach the account has failed. */
  get isAway(): boolean {
    return this.isOffline || this.standing === 'retrying';
  }

  /** Answers that differ between this device and the account. The label of a chosen option goes with its answer. */
  get conflicts(): readonly Conflict[] {
    return [...this.#draft.conflicts].map(([key, theirs]) => ({ key, mine: this.store.get(key), theirs }));
  }

  get foreignDraft(): ForeignDraft | undefined {
    return this.#foreignDraft;
  }

  /** The answers that the server refused, each with why. */
  get refusals(): ReadonlyMap<string, string> {
    return this.#draft.refusals;
  }

  /** Why the server refused an answer, if it did. */
  refusalOf(key: string): string | undefined {
    return this.#draft.refusalOf(key);
  }

  /** How many answers, calls and files have not reached the account. */
  get pending(): number {
    const answers = [...this.#draft.pending].filter((key) => !key.endsWith(DESC_SUFFIX));
    return answers.length + this.#draft.operations.length + this.saveLine.waitingFiles;
  }

  /**
   * Takes note of files that wait on this device. Whoever keeps them counts them.
   *
   * @param areOffline whether the last try to send one got no answer
   */
  setWaitingFiles(count: number, areOffline: boolean): void {
    if (this.saveLine.setWaitingFiles(count, areOffline)) this.#notify();
  }

  /** The moment, to be noted before the account is read: what this device learns later is newer than that reading. */
  stampNow(): Stamp {
    return this.#records.now();
  }

  /** What `account-answers.ts` works on, which comes with the account. */
  get inside(): Inside {
    return { draft: this.#draft, records: this.#records, clock: this.#options.clock };
  }

  /** @param make gives what sends to the account, and calls `onChange` when its standing changes */
  connect(make: (onChange: () => void) => Outbox): void {
    this.#outbox = make(() => this.#notify());
  }

  /**
   * Begins to save to the account, whose draft is in place.
   *
   * @param isFresh whether the account's answers have just been compared with what waits on this device
   */
  startSaving(isFresh: boolean): void {
    this.#outbox?.open(isFresh);
  }

  /** @param draft `undefined` once the applicant has decided what becomes of it */
  setForeignDraft(draft: ForeignDraft | undefined): void {
    this.#foreignDraft = draft;
    this.#notify();
  }

  /** Shows the draft in place of what is on the screen. */
  showDraft(): void {
    this.store.replace(this.#draft.answers);
  }

  /** Puts a call in the outbox, in line with the answers. */
  readonly enqueue = (operation: Operation): void => {
    if (this.owners.isLoggedIn) this.#draft.enqueue(operation);
  };

  /** Puts the messages of a validation in the outbox. */
  enqueueMessages(messages: Messages): void {
    // The contract's shapes are mutable; the form's messages are not.
    const found = Object.entries(messages).map(([key, sentences]) => [key, [...sentences]]);
    this.enqueue({ kind: 'validations', messages: Object.fromEntries(found) });
  }

  /** The calls that the account does not know of yet, oldest first. */
  get waiting(): readonly Operation[] {
    return this.#draft.operations.map(({ operation }) => operation);
  }

  /** Sends what waits, whatever the retry timer says. */
  send(): void {
    this.#outbox?.send();
  }

  /**
   * Saves now: on this device, then to the account.
   *
   * @param patienceMs how long to wait for the account; the outbox goes on by itself afterwards
   * @returns whether the account has everything that it did not refuse
   */
  async flush(patienceMs?: number): Promise<boolean> {
    this.store.tell();
    this.saveLine.rest();
    const written = this.#records.flush();
    const sent = Promise.all([this.#outbox?.flush() ?? true, written]).then(([isSent]) => isSent);
    if (patienceMs === undefined) return sent;
    const late = new Promise<false>((resolve) => this.#options.clock.after(patienceMs, () => resolve(false)));
    return Promise.race([sent, late]);
  }

  /** Saves what a page that is hidden or left has no time for later. */
  saveBeforeLeaving(): void {
    this.store.tell();
    this.#records.leave();
    void this.flush();
  }

  /** The page is shown again, or is online again: reads what other tabs have done, then sends what waits. */
  retry(): void {
    void this.#records.sync().then(() => this.#outbox?.resume());
  }

  /** The server has changed answers by itself: reads them. */
  reread(): void {
    this.#outbox?.reread();
  }

  /** Tells the other tabs that somebody is at work here. */
  tellActive(at: number): void {
    this.#activity.post(at);
  }

  get #standing(): Standing {
    return this.#outbox?.standing ?? HELD;
  }

  #noteEntry(key: string, changed: readonly string[]): void {
    const isPutBack = this.#options.isPutBack?.(key) === true;
    for (const one of changed) {
      if (isPutBack) this.#putBack.add(one);
      else this.#putBack.delete(one);
    }
    this.saveLine.stir();
  }

  /** Keeps what was typed in the draft, which goes to the device and to the outbox. */
  #keep(changes: Readonly<Record<string, string>>, before: Answers): void {
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

  /** Records have changed: by this tab, by another, or because the device has been read. */
  #takeNews(names: readonly string[]): void {
    // What has been typed here and has not reached the draft yet is newer.
    this.store.tell();
    this.store.apply(Object.fromEntries(this.#draft.take(names)), 'news');
    if (names.includes(META_RECORD)) this.owners.noticeOwner();
    this.#outbox?.changed(false);
    this.#notify();
  }

  #forgetAccount(): void {
    this.#foreignDraft = undefined;
    this.saveLine.forget();
    this.showDraft();
    this.#notify();
  }

  /** Storage that opened late is read now. What was typed while nothing was kept is written now. */
  #noticeDevice(): void {
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
    this.saveLine.tell();
  }
}
