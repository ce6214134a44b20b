import { connectAccount } from '#application/account/connect.ts';
import { logIn } from '#application/account/enter.ts';
import type { Operation } from '#application/model.ts';
import { accountIn } from '#application/record-names.ts';
import { Application } from '#application/run.ts';
import { waitingCalls } from '#application/select.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import type { Conflict } from '#form/conflict-choice.ts';
import type { FakeAccount } from './fake-account.ts';
import { conflictsIn, stampNow } from '#application/account/select.ts';

/** The profile that a login returns in addition to the answers. */
export const profileOf = (username: string) => ({
  username,
  last_page: null,
  web_status: [{ web_status: 'started' }],
});

const nothing = () => undefined;
const noFiles = { findFiles: nothing, noteFile: nothing, sayFile: nothing, readFiles: nothing };

/** One browser tab, without a page. All tabs of a test share the test's IndexedDB. */
export class Tab {
  /** What the tab's application has requested from the page, in order. */
  readonly heard: string[] = [];
  readonly device = new Device(accountIn);
  readonly app: Application;
  readonly #account: FakeAccount;

  constructor(
    account: FakeAccount,
    ownClock: Clock = clock,
    isRestored: () => boolean = () => false,
    refocusedKey: () => string | undefined = () => undefined,
  ) {
    this.#account = account;
    const hear = (word: string) => () => void this.heard.push(word);
    this.app = new Application({
      device: this.device,
      loadChanges: () => import('#device/changes.ts'),
      clock: ownClock,
      today: () => '2026-11-20',
      isRestored,
      refocusedKey,
      reload: hear('reload'),
    });
    connectAccount(this.app, {
      wire: account.wire,
      uploads: { effects: noFiles, due: () => undefined },
      onRecovered: () => undefined,
      onUnauthorized: hear('unauthorized'),
      effects: {
        sayFailed: ({ operation }) => void this.heard.push(`failing ${operation.kind}`),
        sayRecovered: ({ operation }) => void this.heard.push(`recovered ${operation.kind}`),
        reportVersions: () => void this.heard.push('revisions'),
        refreshList: hear('refresh'),
        forgetAccount: () => undefined,
        callServer: () => undefined,
        endSession: hear('end session'),
      },
    });
  }

  /** Opens the page; logs in if a user name is given. */
  async start(username?: string): Promise<this> {
    await this.device.open();
    await this.app.open();
    if (username !== undefined) await this.logIn(username);
    return this;
  }

  async logIn(username: string): Promise<void> {
    const since = stampNow(this.app);
    const { answers, version, deviceKey } = this.#account;
    await logIn(
      this.app,
      { profile: profileOf(username), answers: { ...answers }, version, since },
      deviceKey,
    );
  }

  /** Sends a call besides the answers. */
  call(operation: Operation): void {
    this.app.dispatch({ type: 'called', operation });
  }

  /** The calls that have not reached the account, oldest first. */
  get calls(): readonly Operation[] {
    return waitingCalls(this.app.state).map(({ operation }) => operation);
  }

  /** The answers that the applicant is asked about. */
  get conflicts(): readonly Conflict[] {
    return conflictsIn(this.app.state);
  }

  /** Closes the tab as a crash would: nothing is saved first. */
  kill(): void {
    this.app.close();
  }
}

/**
 * Kills all tabs of a test, before the next one begins. A browser releases the locks of a crashed tab at once. Here
 * they belong to the process, and a running call would block the tabs of the next test.
 */
export async function killAll(tabs: Tab[]): Promise<void> {
  for (const tab of tabs.splice(0)) tab.kill();
  const { held = [] } = await navigator.locks.query();
  for (const { name } of held) {
    if (name !== undefined) await navigator.locks.request(name, { steal: true }, () => undefined);
  }
}
