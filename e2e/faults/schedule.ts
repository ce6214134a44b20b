import { expect, type Page } from 'playwright/test';
import { tidied } from '#plain-text.ts';
import { Dice } from '#testing/dice.ts';
import { PASSWORD } from '../support/applicant.ts';
import type { TestServer } from '../support/server.ts';
import { Account } from './account.ts';
import { Device } from '../support/device.ts';
import { Ledger } from './ledger.ts';
import { HostileProxy, networkFaults } from './proxy.ts';
import { CANARY, ELSEWHERE, KEYS, WORDS } from './words.ts';

const SETTLES_WITHIN_MS = 45_000;
const ASKS_WITHIN_MS = 20_000;

/** What happens on one device: typing and faults by chance, and whether anything was lost. */
export class Schedule {
  readonly ledger = new Ledger();
  readonly #dice: Dice;
  readonly #device = new Device();
  readonly #proxy: HostileProxy;
  readonly #account: Account;
  #page: Page | undefined;
  #isLoggedIn = false;
  #isOffline = false;
  #elsewhere = '';
  /** The other device's value of an answer that both devices have changed. */
  #contested: string | undefined;

  constructor(server: TestServer, seed: number) {
    this.#dice = new Dice(seed);
    this.#proxy = new HostileProxy(server.url);
    this.#account = new Account(server, `seed.${seed}.${process.pid}.${Date.now()}@example.org`);
  }

  async begin(): Promise<void> {
    await this.#proxy.start();
    await this.#account.signUp();
    await this.#account.logIn();
    await this.#device.start();
    await this.#open();
    if (this.#dice.chance(0.7)) await this.#logIn();
  }

  async end(): Promise<void> {
    await this.#device.end();
    await this.#proxy.stop();
  }

  async step(): Promise<void> {
    if (this.#isLoggedIn && this.#dice.chance(0.5)) this.#misbehave();
    await this.#type();
    const what = this.#dice.below(10);
    if (what === 0) await this.#kill();
    else if (what === 1) await this.#crash();
    else if (what === 2) await this.#reload();
    else if (what === 3) await this.#goAround();
    else if (what === 4) await this.#flap();
    else if (what === 5) await this.#typeInAnotherTab();
    else if (what === 6) await this.#changeElsewhere();
    else if (what === 7 && !this.#isLoggedIn) await this.#logIn();
    else if (what === 8 && this.#isLoggedIn) await this.#contest();
    else if (what === 9 && this.#isLoggedIn) await this.#endSession();
  }

  /** Ends all faults, and waits until everything has reached the account. */
  async settle(): Promise<void> {
    this.#proxy.heal();
    if (this.#isOffline) await this.#flap();
    if (!this.#isLoggedIn) await this.#logIn();
    await this.#open();
    this.ledger.note('healed');
    await expect(async () => {
      await this.#decide();
      const status = await this.#tab.locator('.ui-status-seen').first().textContent();
      expect(status).toMatch(/^Saved to your account/);
    }).toPass({ timeout: SETTLES_WITHIN_MS });
  }

  async judge(): Promise<void> {
    const answers = await this.#account.answers();
    for (const key of this.ledger.keys)
      expect(tidied(answers[key] ?? ''), key).toBe(tidied(this.ledger.last(key)));
    expect(answers[ELSEWHERE] ?? '').toBe(this.#elsewhere);
    await this.#isThere();
    await expect(this.#field(ELSEWHERE)).toHaveValue(this.#elsewhere);
    await this.#device.context.close();
    expect(await this.#device.filesWith(CANARY)).toEqual([]);
  }

  get #tab(): Page {
    if (this.#page === undefined) throw new Error('There is no page.');
    return this.#page;
  }

  #field(key: string) {
    return this.#tab.locator(`[name=${key}]`);
  }

  async #open(page?: Page): Promise<Page> {
    const tab = page ?? (this.#page !== undefined && !this.#page.isClosed() ? this.#page : undefined);
    this.#page = tab ?? (await this.#device.context.newPage());
    await this.#tab.goto(`${this.#proxy.url}/about`);
    await this.#isThere();
    return this.#tab;
  }

  async #isThere(): Promise<void> {
    const heading = this.#tab.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    // If Education is the account's last page, the form opens there.
    if ((await heading.textContent()) === 'Education')
      await this.#tab.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
    await expect(heading).toHaveText('About You');
  }

  async #logIn(): Promise<void> {
    this.#proxy.heal();
    if (this.#isOffline) await this.#flap();
    await this.#tab.goto(`${this.#proxy.url}/login`);
    await this.#field('username').fill(this.#account.email);
    await this.#field('password').fill(PASSWORD);
    await this.#tab.getByRole('button', { name: 'Submit' }).click();
    await this.#isThere();
    this.#isLoggedIn = true;
    this.ledger.note('logged in');
  }

  /** Types into a question letter by letter. Some pauses let a save begin. */
  async #type(): Promise<void> {
    await this.#decide();
    const key = this.#dice.oneOf(KEYS);
    const field = this.#field(key);
    await field.focus();
    await this.#tab.keyboard.press('End');
    // A field that was left is tidied: it has no blank at its end.
    let value = await field.inputValue();
    expect(tidied(value)).toBe(tidied(this.ledger.last(key)));
    if (value.length > 25 || this.#dice.chance(0.15)) {
      await field.fill('');
      value = '';
      this.ledger.typed(key, value);
    }
    for (const letter of this.#dice.oneOf(WORDS)) {
      await this.#tab.keyboard.insertText(letter);
      value += letter;
      this.ledger.typed(key, value);
      if (this.#dice.chance(0.2)) await this.#tab.waitForTimeout(this.#dice.below(400));
    }
    await expect(field).toHaveValue(value);
  }

  #misbehave(): void {
    for (let more = 1 + this.#dice.below(3); more > 0; more -= 1)
      this.#proxy.faults.push(this.#dice.oneOf(networkFaults));
    this.ledger.note(`the line: ${this.#proxy.faults.join(', ')}`);
  }

  async #kill(): Promise<void> {
    this.ledger.note('the browser is killed');
    const diedAt = Date.now();
    await this.#device.kill();
    this.#page = undefined;
    // The network emulation ends with the browser.
    this.#isOffline = false;
    await this.#device.start();
    await this.#open();
    await this.#seesAllSince(diedAt);
  }

  async #crash(): Promise<void> {
    this.ledger.note('the tab crashes');
    const diedAt = Date.now();
    const tab = this.#tab;
    const next = await this.#device.context.newPage();
    void tab.goto('chrome://crash').catch(() => undefined);
    await new Promise((resolve) => tab.once('crash', resolve));
    await tab.close();
    this.#page = next;
    await this.#open();
    await this.#seesAllSince(diedAt);
  }

  /** Checks that the page lost at most what was typed in the half second before it ended. */
  async #seesAllSince(endedAt: number): Promise<void> {
    for (const key of this.ledger.keys) {
      const possible = this.ledger.possibleAfterDeathAt(key, endedAt).map(tidied);
      const value = async () => tidied(await this.#field(key).inputValue());
      const message = `${key} is one of ${JSON.stringify(possible)}`;
      // The draft is loaded a moment after the page.
      await expect.poll(async () => possible.includes(await value()), { message }).toBe(true);
    }
    const values = await this.#valuesAtRest();
    for (const [key, value] of values)
      if (tidied(value) !== tidied(this.ledger.last(key))) this.ledger.typed(key, value);
  }

  /** What the fields show once nothing has changed for a second: a slow device shows the draft late. */
  async #valuesAtRest(): Promise<ReadonlyMap<string, string>> {
    let values = new Map<string, string>();
    for (let numSame = 0; numSame < 4; numSame += 1) {
      const before = JSON.stringify([...values]);
      await this.#tab.waitForTimeout(250);
      values = new Map();
      for (const key of this.ledger.keys) values.set(key, await this.#field(key).inputValue());
      if (JSON.stringify([...values]) !== before) numSame = -1;
    }
    return values;
  }

  async #reload(): Promise<void> {
    this.ledger.note('reload');
    const at = Date.now();
    await this.#tab.reload();
    await this.#isThere();
    await this.#seesAllSince(at);
  }

  async #goAround(): Promise<void> {
    this.ledger.note('to Education and back');
    const at = Date.now();
    if (!this.#isLoggedIn) {
      await this.#tab.goto(`${this.#proxy.url}/education`);
      await this.#tab.goto(`${this.#proxy.url}/about`);
    } else {
      await this.#decide();
      await this.#tab.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
      await expect(this.#tab.getByRole('heading', { level: 1, name: 'Education' })).toBeVisible();
      await this.#decide();
      await this.#tab.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
    }
    await this.#isThere();
    await this.#seesAllSince(at);
  }

  async #flap(): Promise<void> {
    this.#isOffline = !this.#isOffline;
    this.ledger.note(this.#isOffline ? 'offline' : 'online');
    // Offline, the page cannot be opened without the worker.
    if (this.#isOffline) await this.#tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await this.#device.context.setOffline(this.#isOffline);
  }

  async #typeInAnotherTab(): Promise<void> {
    this.ledger.note('another tab');
    const first = this.#tab;
    await this.#open(await this.#device.context.newPage());
    await this.#seesAll();
    await this.#type();
    await first.close();
  }

  async #changeElsewhere(): Promise<void> {
    this.#elsewhere = `${this.#dice.oneOf(WORDS)}${this.#dice.below(100)}`;
    this.ledger.note(`another device: ${ELSEWHERE} = ${JSON.stringify(this.#elsewhere)}`);
    await this.#account.change(ELSEWHERE, this.#elsewhere);
  }

  /** Changes one answer on both devices while this one is offline. The applicant has to be asked. */
  async #contest(): Promise<void> {
    if (this.#contested !== undefined || this.#proxy.faults.length > 0) return;
    const key = 'middle_name';
    if (!this.#isOffline) {
      // Wait until the typed answers are saved. Otherwise this would not be a change on both devices.
      await expect(this.#tab.getByText(/^Saved to your account/).first()).toBeAttached();
      await this.#flap();
    }
    const theirs = `Other${this.#dice.below(1000)}`;
    // Never the present value, which would be no change.
    const mine = `${beginningOf(this.ledger.last(key), 10)}Mine${this.#dice.below(1000)}`;
    await this.#field(key).fill(mine);
    this.ledger.typed(key, mine);
    await this.#account.change(key, theirs);
    this.ledger.note(`another device: ${key} = ${JSON.stringify(theirs)}`);
    this.#contested = theirs;
    await this.#flap();
    await expect(this.#question).toBeVisible({ timeout: ASKS_WITHIN_MS });
    await expect(this.#question).toContainText(mine);
    await expect(this.#question).toContainText(theirs);
    await this.#decide();
  }

  get #question() {
    return this.#tab.getByRole('dialog', { name: 'Which answer should we keep?' });
  }

  /** Chooses a value if the page asks. It must not ask about an answer that only this device has changed. */
  async #decide(): Promise<void> {
    if (!(await this.#question.isVisible())) return;
    if (this.#contested === undefined) throw new Error('It asks about an answer that nobody else changed.');
    const keepsMine = this.#dice.chance(0.5);
    this.ledger.note(`keeps ${keepsMine ? 'this device' : 'the other device'}`);
    await this.#tab.getByRole('button', { name: keepsMine ? /this device/ : /other device/ }).click();
    if (!keepsMine) this.ledger.typed('middle_name', this.#contested);
    this.#contested = undefined;
    await expect(this.#question).toBeHidden();
  }

  /** Makes the server answer that the session has ended. */
  async #endSession(): Promise<void> {
    if (this.#isOffline || this.#proxy.faults.length > 0) return;
    const key = this.#dice.oneOf(KEYS);
    const value = `${beginningOf(this.ledger.last(key), 20)}!${this.#dice.below(1000)}`;
    await this.#field(key).fill(value);
    this.ledger.typed(key, value);
    // Any call may notice it. What was typed waits for a second before it is sent.
    this.#proxy.faults.push('unauthorized-401');
    this.ledger.note('the session ends');
    await expect(this.#tab).toHaveURL(/\/login/, { timeout: 30_000 });
    this.#isLoggedIn = false;
    await this.#logIn();
    await this.#seesAll();
  }

  async #seesAll(): Promise<void> {
    for (const key of this.ledger.keys) {
      const value = async () => tidied(await this.#field(key).inputValue());
      await expect.poll(value, { message: key }).toBe(tidied(this.ledger.last(key)));
    }
  }
}

/** The first characters of a text, none of them cut in half. */
function beginningOf(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
