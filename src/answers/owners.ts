import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import { isUnfinishedKey } from '#form/keys.ts';
import type { AnswerStore } from './answer-store.ts';
import type { Draft } from './draft.ts';
import { ANONYMOUS, ownerIn, ownerOf, prefixesOf, type Owner, type RememberedProfile } from './records.ts';

interface OwnersParts {
  readonly device: Device;
  readonly records: SharedRecords;
  readonly draft: Draft;
  readonly store: AnswerStore;
}

interface OwnerEvents {
  /** Called before the draft of an account is removed from this tab. */
  readonly onLeaving: () => void;
  /** Called when this tab shows the anonymous draft again. */
  readonly onLeft: () => void;
  readonly onLoginElsewhere: () => void;
  readonly onLogoutElsewhere: () => void;
}

/** The owner of this tab's draft, and what stays on the device after a logout, here or in another tab. */
export class Owners {
  readonly #parts: OwnersParts;
  readonly #events: OwnerEvents;
  /** The last owner read from the device; `undefined` until it has been read. */
  #known: Owner | undefined;

  constructor(parts: OwnersParts, events: OwnerEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  get isLoggedIn(): boolean {
    return this.#parts.draft.owner !== ANONYMOUS;
  }

  /** Updates the profile stored for a start without a network. */
  remember(change: Partial<RememberedProfile>): void {
    const { draft } = this.#parts;
    const { meta } = draft;
    if (meta?.profile === undefined) return;
    draft.putMeta({ ...meta, profile: { ...meta.profile, ...change } });
  }

  /** Reads the records of the last owner. */
  async open(): Promise<void> {
    this.#known = this.#lastOwner;
    if (this.#known !== ANONYMOUS) await this.#parts.records.know(prefixesOf(ANONYMOUS, this.#known));
  }

  /** Reserves the anonymous draft for the account that is signing up. */
  async claimFor(username: string): Promise<void> {
    const { draft, records } = this.#parts;
    const draftOf = await ownerOf(username);
    draft.putMeta({ ...(draft.meta ?? { owner: ANONYMOUS }), draftOf });
    await records.flush();
  }

  /**
   * Call when the server has accepted a login. If another account was logged in on this device, its answers are no
   * longer shown or sent.
   *
   * @returns whether another account was logged in
   */
  async admit(username: string): Promise<boolean> {
    await this.#parts.records.sync();
    const before = this.#lastOwner;
    const isAnother = before !== ANONYMOUS && before !== (await ownerOf(username));
    if (isAnother) await this.automaticLogout();
    return isAnother;
  }

  /**
   * Ends an expired session: clears the screen. Answers not yet in the account stay on this device, sealed until the
   * same account logs in; all others are deleted. At a start this also cleans up after an earlier visit, if nobody is
   * logged in any more.
   */
  async automaticLogout(): Promise<void> {
    const { draft, records, store } = this.#parts;
    store.tell();
    const { meta } = draft;
    if (!this.isLoggedIn) draft.become(this.#lastOwner);
    const { owner } = draft;
    if (owner === ANONYMOUS) return;
    this.#dropReached();
    this.#leave();
    draft.putMeta({ owner: ANONYMOUS, draftOf: meta?.draftOf ?? owner });
    await records.flush();
    await records.know(prefixesOf(ANONYMOUS));
  }

  /**
   * Logs out by choice: deletes the applicant's data from the screen and this device. Drafts of other accounts stay.
   * If nobody is logged in, deletes everything on the device.
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
    // The wipe has cleared the anonymous draft that the first `#leave` showed.
    this.#leave();
    draft.putMeta({ owner: ANONYMOUS, ...(isForeign && { draftOf: meta.draftOf }) });
    await records.know(prefixesOf(ANONYMOUS));
    await records.flush();
  }

  /** Call when the owner record changes: another tab may have logged in or out. */
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
    // A shared computer keeps all records in memory: see that none is left that the account has.
    this.#dropReached();
    this.#leave();
    this.#events.onLogoutElsewhere();
    void records.know(prefixesOf(ANONYMOUS));
  }

  /** Call when another tab has wiped the device. */
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

  /** Deletes the answers that the account has, here and on the device. */
  #dropReached(): void {
    const { draft } = this.#parts;
    const reached = Object.keys(draft.answers).filter(
      (key) => !draft.pending.has(key) && !isUnfinishedKey(key),
    );
    const gone = new Map(reached.map((key) => [key, undefined] as const));
    draft.put({ answers: gone, sides: gone });
  }

  #leave(): void {
    this.#events.onLeaving();
    this.#parts.draft.become(ANONYMOUS);
    this.#events.onLeft();
  }
}
