// What a page asks of its application.
import type * as ChangesOfDevice from '#device/changes.ts';
import type { Device } from '#device/device.ts';
import type { Journal } from '#device/journal.ts';
import type { Effect } from './events.ts';
import { Dispatcher, type DispatcherParts } from './dispatcher.ts';
import type { Departure, Owner } from './model.ts';
import { keepOnDevice } from './on-device.ts';
import { ownerOf } from './owner.ts';

export type DeviceChanges = typeof ChangesOfDevice;

/** What the application needs from the page. */
export interface ApplicationParts extends DispatcherParts {
  readonly device: Device;
  /** Loads the code that changes who is here. */
  readonly loadChanges: () => Promise<DeviceChanges>;
  /** The field to which a reload has returned the focus: what is entered there continues the stored text. */
  readonly refocusedKey?: () => string | undefined;
  /** Called when somebody has logged in in another tab. */
  readonly reload: () => void;
}

/** The application on this page: its state, and everything that keeps it in step with the device and the account. */
export class Application extends Dispatcher {
  readonly device: Device;
  readonly journal: Journal;
  protected override readonly local: Dispatcher['local'];
  /** Reads the records of this owner too. */
  readonly addOwner: (owner: Owner) => Promise<void>;
  readonly #store: ReturnType<typeof keepOnDevice>;
  #hasOpened: () => void = () => undefined;
  /** Resolves once the draft is shown, or the device cannot be read. */
  readonly opened = new Promise<void>((resolve) => (this.#hasOpened = resolve));

  constructor(parts: ApplicationParts) {
    super(parts);
    this.device = parts.device;
    this.#store = keepOnDevice(this, parts);
    ({ journal: this.journal, addOwner: this.addOwner } = this.#store);
    const show = ({ keys }: Effect<'show'>) => this.notifyOf(keys);
    this.local = { ...this.#store.effects, show, reload: parts.reload };
  }

  /** Ends timers and channels. */
  override close(): void {
    super.close();
    this.journal.close();
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
    this.settle();
    this.journal.saveLastWords();
    void this.save();
  }

  /** For a page shown again or online again: reads the changes of other tabs, then sends everything pending. */
  async wake(): Promise<void> {
    this.check();
    await this.catchUp();
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
  async catchUp(): Promise<void> {
    await this.opened;
    await this.journal.sync();
    await this.#store.cleared();
  }

  /** Reads the device and shows the draft. Letters typed before this are kept. */
  async open(): Promise<void> {
    await this.#store.open().finally(this.#hasOpened);
    this.notify();
  }

  /** Call when the server has accepted a login. If another account was logged in here, it leaves first. */
  async admit(username: string): Promise<void> {
    await this.catchUp();
    this.dispatch({ type: 'admitted', owner: await ownerOf(username) });
    await this.#store.cleared();
  }

  /** Removes an applicant from this page; resolves once the device has followed. */
  async leave(how: Departure): Promise<void> {
    this.dispatch({ type: 'left', how });
    await this.#store.cleared();
  }
}
