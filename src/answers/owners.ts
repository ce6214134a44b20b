import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import type { AnswerStore } from './answer-store.ts';
import type { Draft } from './draft.ts';
import { ANONYMOUS, ownerIn, ownerOf, prefixesOf, type Owner, type RememberedProfile } from './records.ts';

export interface OwnersParts {
  readonly device: Device;
  readonly records: SharedRecords;
  readonly draft: Draft;
  readonly store: AnswerStore;
}

export interface OwnerEvents {
  /** The account's answers are about to be taken off this tab. */
  readonly onLeaving: () => void;
  /** The draft is the anonymous one again. */
  readonly onLeft: () => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
}

/** Whose draft this tab holds, and what stays on the device when its owner logs out, here or in another tab. */
export class Owners {
  readonly #parts: OwnersParts;
  readonly #events: OwnerEvents;
  /** The owner that the device named last; `undefined` until the device has been read. */
  #known: Owner | undefined;

  constructor(parts: OwnersParts, events: OwnerEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  get isLoggedIn(): boolean {
    return this.#parts.draft.owner !== ANONYMOUS;
  }

  /** Changes what a start without a network will know. */
  remember(change: Partial<RememberedProfile>): void {
    const { draft } = this.#parts;
    const { meta } = draft;
    if (meta?.profile === undefined) return;
    draft.putMeta({ ...meta, profile: { ...meta.profile, ...change } });
  }

  /** Reads the records of whoever was here last. */
  async open(): Promise<void> {
    this.#known = this.#lastOwner;
    if (this.#known !== ANONYMOUS) await this.#parts.records.know(prefixesOf(ANONYMOUS, this.#known));
  }

  /** Marks the anonymous draft as meant for the account that is being signed up. */
  async claimFor(username: string): Promise<void> {
    const { draft, records } = this.#parts;
    const draftOf = await ownerOf(username);
    draft.putMeta({ ...(draft.meta ?? { owner: ANONYMOUS }), draftOf });
    await records.flush();
  }

  /**
   * To be called when the server has accepted a login. If somebody else was logged in here until now, their answers
   * are neither shown nor sent any more.
   *
   * @returns whether somebody else was
   */
  async admit(username: string): Promise<boolean> {
    await this.#parts.records.sync();
    const before = this.#lastOwner;
    const isAnother = before !== ANONYMOUS && before !== (await ownerOf(username));
    if (isAnother) await this.automaticLogout();
    return isAnother;
  }

  /**
   * The session has ended by itself: nothing stays on screen. Answers that have not reached the account stay on this
   * device, sealed until the same account logs in again; the others go. The same is done at a start for what an
   * earlier visit has left, if nobody is logged in any more.
   */
  async automaticLogout(): Promise<void> {
    const { draft, records, store } = this.#parts;
    store.tell();
    const { meta } = draft;
    if (!this.isLoggedIn) draft.become(this.#lastOwner);
    const { owner, pending } = draft;
    if (owner === ANONYMOUS) return;
    const reached = Object.keys(draft.answers).filter((key) => !pending.has(key));
    const gone = new Map(reached.map((key) => [key, undefined] as const));
    draft.put({ answers: gone, sides: gone });
    this.#leave();
    draft.putMeta({ owner: ANONYMOUS, draftOf: meta?.draftOf ?? owner });
    await records.flush();
    await records.know(prefixesOf(ANONYMOUS));
  }

  /**
   * The applicant has logged out: nothing of theirs stays, on screen or on this device. Drafts of other people who
   * use the device stay sealed for them. If nobody is logged in, the device is cleared of everything.
   */
  async chosenLogout(): Promise<void> {
    const { draft, records, store } = this.#parts;
    store.tell();
    const { owner, meta } = draft;
    const isForeign = meta?.draftOf !== undefined && meta.draftOf !== owner;
    this.#leave();
    await records.wipe((name) => {
      const whose = ownerIn(name);
      const isOthers = whose !== undefined && whose !== owner && (whose !== ANONYMOUS || isForeign);
      return isOthers && owner !== ANONYMOUS;
    });
    // An anonymous draft was there until the device was wiped.
    this.#leave();
    draft.putMeta({ owner: ANONYMOUS, ...(isForeign && { draftOf: meta.draftOf }) });
    await records.know(prefixesOf(ANONYMOUS));
    await records.flush();
  }

  /** The record of who is here has changed: another tab may have logged in or out. */
  noticeOwner(): void {
    const owner = this.#lastOwner;
    if (this.#known === undefined || owner === this.#known) return;
    this.#known = owner;
    const { draft, records } = this.#parts;
    if (owner === draft.owner) return;
    if (!this.isLoggedIn) {
      this.#events.onLoginElsewhere();
      return;
    }
    this.#leave();
    this.#events.onLogoutElsewhere();
    void records.know(prefixesOf(ANONYMOUS));
  }

  /** Another tab has wiped the device. */
  async noticeWipe(): Promise<void> {
    const { device, records } = this.#parts;
    const wasLoggedIn = this.isLoggedIn;
    this.#leave();
    if (wasLoggedIn) this.#events.onLogoutElsewhere();
    await device.reopen();
    await records.know(prefixesOf(ANONYMOUS));
  }

  get #lastOwner(): Owner {
    return this.#parts.draft.meta?.owner ?? ANONYMOUS;
  }

  #leave(): void {
    this.#events.onLeaving();
    this.#parts.draft.become(ANONYMOUS);
    this.#events.onLeft();
  }
}
