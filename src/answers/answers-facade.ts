import { Channel } from '#device/channel.ts';
import type { Clock } from '#device/clock.ts';
import type { Device, DeviceStatus } from '#device/device.ts';
import { SharedRecords } from '#device/shared-records.ts';
import type { Stamp } from '#device/stamp.ts';
import { isDescKey } from '#form/keys.ts';
import type { Messages } from '#form/messages.ts';
import { AnswerStore, type Soon } from './answer-store.ts';
import type { Conflict, ForeignDraft } from './conflict.ts';
import { Draft } from './draft.ts';
import type { Standing } from './outbox-parts.ts';
import type { Outbox } from './outbox.ts';
import { Owners } from './owners.ts';
import { ANONYMOUS, isChoice, META_RECORD, prefixesOf, type Operation, type Owner } from './records.ts';
import { SaveLine } from './save-line.ts';
import { Typing, type TypingOptions } from './typing.ts';

interface AnswersOptions extends TypingOptions {
  readonly device: Device;
  readonly clock: Clock;
  /** Returns `YYYY-MM-DD` at the university. */
  readonly today: () => string;
  readonly onActiveElsewhere: (at: number) => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
  /** Schedules passing entries to the draft and the rest of the screen; at once unless given. */
  readonly soon?: Soon;
}

/** Internals that `account-answers.ts` uses. */
export interface Inside {
  readonly draft: Draft;
  readonly records: SharedRecords;
  readonly clock: Clock;
}

const HELD: Standing = { kind: 'held' };

/** The answers of this tab, their draft on the device, and sending them. Screens and fields use this class. */
export class AnswersFacade {
  readonly store: AnswerStore;
  readonly saveLine: SaveLine;
  readonly owners: Owners;
  readonly #options: AnswersOptions;
  readonly #records: SharedRecords;
  readonly #draft: Draft;
  readonly #typing: Typing;
  /** `undefined` until the code for accounts is loaded; nobody can be logged in before that. */
  #outbox: Outbox | undefined;
  readonly #activity: Channel<number>;
  readonly #listeners = new Set<() => void>();
  #foreignDraft: ForeignDraft | undefined;
  #deviceStatus: DeviceStatus = { kind: 'opening' };

  constructor(options: AnswersOptions) {
    this.#options = options;
    const { device, clock, today, soon = (run) => run(), onLoginElsewhere, onLogoutElsewhere } = options;
    this.store = new AnswerStore(
      today,
      (changes, origin, before) => {
        if (origin !== 'typed') return;
        this.#typing.keep(changes, before);
        this.#outbox?.changed(true);
      },
      soon,
      (key, changed) => {
        this.#typing.note(key, changed);
        this.saveLine.stir();
      },
    );
    this.#records = new SharedRecords('answers', device, clock, prefixesOf(ANONYMOUS), {
      onNews: (names) => this.#takeNews(names),
      onEarly: (stored, early) => this.#typing.joinStored(stored, early),
      onWritten: () => this.#notify(),
      onReplaced: () => void this.owners.noticeWipe(),
    });
    this.#draft = new Draft(this.#records);
    const parts = { device, clock, records: this.#records, draft: this.#draft, store: this.store };
    this.#typing = new Typing(parts, options);
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

  /** Reads the device and shows the draft. Letters typed before this are kept. */
  async open(): Promise<void> {
    // Pass entries on before the read: afterwards a restored value would overwrite the stored draft.
    this.store.tell();
    await this.#records.open();
    await this.owners.open();
    // Login finished before the device was read: compare the stored draft with the account now.
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

  /** Whose answers these are: `ANONYMOUS`, or the digest of an account. */
  get owner(): Owner {
    return this.#draft.owner;
  }

  get isOffline(): boolean {
    return this.standing === 'offline';
  }

  /** The outbox's state. */
  get standing(): Standing['kind'] {
    return this.#standing.kind;
  }

  /** Whether something that was entered is in this page and nowhere else. */
  get isOnlyHere(): boolean {
    if (this.#deviceStatus.kind !== 'memory-only') return false;
    return this.owners.isLoggedIn ? this.pending > 0 : this.store.hasAnswers;
  }

  /** Whether the last request to the account failed. */
  get isAway(): boolean {
    return this.isOffline || this.standing === 'retrying';
  }

  /** Answers that differ between this device and the account, without the labels, which follow their answer. */
  get conflicts(): readonly Conflict[] {
    return [...this.#draft.conflicts].map(([key, theirs]) => ({ key, mine: this.store.get(key), theirs }));
  }

  get foreignDraft(): ForeignDraft | undefined {
    return this.#foreignDraft;
  }

  /** Answers that the server refused, each with its reason. */
  get refusals(): ReadonlyMap<string, string> {
    return this.#draft.refusals;
  }

  /** Why the server refused this answer; `undefined` if it did not. */
  refusalOf(key: string): string | undefined {
    return this.#draft.refusalOf(key);
  }

  /** How many answers, choices of tabs and components, and files the account does not have yet. */
  get pending(): number {
    const answers = [...this.#draft.pending].filter((key) => !isDescKey(key));
    return answers.length + this.waiting.filter(isChoice).length + this.saveLine.waitingFiles;
  }

  /**
   * Sets how many files wait on this device; `documents/` counts them.
   *
   * @param areOffline whether the last attempt to send one got no response
   */
  setWaitingFiles(count: number, areOffline: boolean): void {
    if (this.saveLine.setWaitingFiles(count, areOffline)) this.#notify();
  }

  /** Take this stamp before reading the account: records changed after it are newer than that reading. */
  stampNow(): Stamp {
    return this.#records.now();
  }

  /** For `account-answers.ts`, which is loaded only for accounts. */
  get inside(): Inside {
    return { draft: this.#draft, records: this.#records, clock: this.#options.clock };
  }

  /** @param make creates the outbox, which must call `onChange` when its standing changes */
  connect(make: (onChange: () => void) => Outbox): void {
    this.#outbox = make(() => this.#notify());
  }

  /**
   * Starts sending to the account. Call it when the account's draft is loaded.
   *
   * @param isFresh whether the account's answers have just been merged with the draft
   */
  startSaving(isFresh: boolean): void {
    this.#outbox?.open(isFresh);
  }

  /** @param draft `undefined` once the applicant has decided about it */
  setForeignDraft(draft: ForeignDraft | undefined): void {
    this.#foreignDraft = draft;
    this.#notify();
  }

  /** Replaces the answers on screen by the draft. */
  showDraft(): void {
    this.store.replace(this.#draft.answers);
  }

  /** Adds a call to the outbox, which keeps its order among the answers. */
  readonly enqueue = (operation: Operation): void => {
    if (this.owners.isLoggedIn) this.#draft.enqueue(operation);
  };

  /** Adds the messages of a validation to the outbox. */
  enqueueMessages(messages: Messages): void {
    // Copy: the contract's types are mutable, the form's messages are readonly.
    const found = Object.entries(messages).map(([key, sentences]) => [key, [...sentences]]);
    this.enqueue({ kind: 'validations', messages: Object.fromEntries(found) });
  }

  /** Calls that have not reached the account, oldest first. */
  get waiting(): readonly Operation[] {
    return this.#draft.operations.map(({ operation }) => operation);
  }

  /** Sends everything pending now, without waiting for the retry timer. */
  send(): void {
    this.#outbox?.send();
  }

  /**
   * Saves now: on this device and to the account.
   *
   * @param patienceMs how long to wait for the account; sending continues afterwards
   * @returns whether the account has every answer and call that it did not refuse
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

  /** For a page that is hidden or left: saves everything that could be lost if it ends now. */
  saveBeforeLeaving(): void {
    this.store.tell();
    this.#records.leave();
    void this.flush();
  }

  /** For a page shown again or online again: reads the changes of other tabs, then sends everything pending. */
  retry(): void {
    void this.#records.sync().then(() => this.#outbox?.resume());
  }

  /** Reads the account again after the server itself has changed answers. */
  reread(): void {
    this.#outbox?.reread();
  }

  /** Tells the other tabs that the applicant is active here. */
  tellActive(at: number): void {
    this.#activity.post(at);
  }

  get #standing(): Standing {
    return this.#outbox?.standing ?? HELD;
  }

  /** Called when records change: in this tab, in another, or by reading the device. */
  #takeNews(names: readonly string[]): void {
    // Pass pending entries to the draft first: they are newer than these records.
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

  /** Reads storage that opened late. Writes all answers when storing is turned on again. */
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
