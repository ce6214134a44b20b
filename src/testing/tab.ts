import { connect, login } from '#answers/account-answers.ts';
import { AnswersFacade } from '#answers/answers-facade.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import type { FakeAccount } from './fake-account.ts';

/** The profile that a login returns in addition to the answers. */
export const profileOf = (username: string) => ({ username, last_page: null, web_status: [] });

/** One browser tab, without a page. All tabs of a test share the test's IndexedDB. */
export class Tab {
  /** The callbacks that were called on the tab's application, in order. */
  readonly heard: string[] = [];
  readonly device = new Device();
  readonly answers: AnswersFacade;
  readonly #account: FakeAccount;

  constructor(
    account: FakeAccount,
    ownClock: Clock = clock,
    isPutBack: () => boolean = () => false,
    continuedKey: () => string | undefined = () => undefined,
  ) {
    this.#account = account;
    const hear = (word: string) => () => void this.heard.push(word);
    this.answers = new AnswersFacade({
      device: this.device,
      clock: ownClock,
      today: () => '2026-11-20',
      isPutBack,
      continuedKey,
      onActiveElsewhere: hear('active'),
      onLoginElsewhere: hear('login elsewhere'),
      onLogoutElsewhere: hear('logout elsewhere'),
    });
    connect(this.answers, this.device, account.wire, {
      onUnauthorized: hear('unauthorized'),
      onAlreadySubmitted: hear('submitted'),
      onRefused: hear('refused'),
      onFailing: ({ kind }) => void this.heard.push(`failing ${kind}`),
      onRecovered: ({ kind }) => void this.heard.push(`recovered ${kind}`),
    });
  }

  /** Opens the page; logs in if a user name is given. */
  async start(username?: string): Promise<this> {
    await this.device.open();
    await this.answers.open();
    if (username !== undefined) await this.logIn(username);
    return this;
  }

  async logIn(username: string): Promise<void> {
    const since = this.answers.stampNow();
    await login(this.answers, profileOf(username), { ...this.#account.answers }, since);
  }

  /** Closes the tab as a crash would: nothing is saved first. */
  kill(): void {
    this.answers.close();
  }
}

/**
 * Kills all tabs of a test, before the next one begins. A browser takes the locks of a crashed tab at once; here they
 * are the process's, and a call under way would keep one from the tabs of the next test.
 */
export async function killAll(tabs: Tab[]): Promise<void> {
  for (const tab of tabs.splice(0)) tab.kill();
  const { held = [] } = await navigator.locks.query();
  for (const { name } of held) {
    if (name !== undefined) await navigator.locks.request(name, { steal: true }, () => undefined);
  }
}
