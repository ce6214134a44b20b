import { AnswersFacade } from '#answers/start.ts';
import { clock, type Clock } from '#device/clock.ts';
import { Device } from '#device/device.ts';
import type { FakeAccount } from './fake-account.ts';

/** What a login leaves with the client, beside the answers. */
export const profileOf = (username: string) => ({ username, last_page: null, web_status: [] });

/** One tab of a browser, without a page. All tabs of a test share what the test has for IndexedDB. */
export class Tab {
  /** What the tab's application was told. */
  readonly heard: string[] = [];
  readonly device = new Device();
  readonly answers: AnswersFacade;
  readonly #account: FakeAccount;

  constructor(account: FakeAccount, ownClock: Clock = clock) {
    this.#account = account;
    const hear = (word: string) => () => void this.heard.push(word);
    this.answers = new AnswersFacade({
      device: this.device,
      clock: ownClock,
      today: () => '2026-11-20',
      wire: account.wire,
      onUnauthorized: hear('unauthorized'),
      onAlreadySubmitted: hear('submitted'),
      onRefused: hear('refused'),
      onActiveElsewhere: hear('active'),
      onLoginElsewhere: hear('login elsewhere'),
      onLogoutElsewhere: hear('logout elsewhere'),
    });
  }

  /** Opens the page; for somebody who is logged in when a name is given. */
  async start(username?: string): Promise<this> {
    await this.device.open();
    await this.answers.open();
    if (username !== undefined) await this.logIn(username);
    return this;
  }

  async logIn(username: string): Promise<void> {
    await this.answers.login(profileOf(username), { ...this.#account.answers });
  }

  /** Takes the tab away, as a crash would: nothing is saved on the way out. */
  kill(): void {
    this.answers.close();
  }
}

/** Numbers by chance that come again with the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
