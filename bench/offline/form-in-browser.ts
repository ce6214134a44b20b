import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { HostileProxy } from '../../e2e/faults/proxy.ts';
import { PASSWORD } from '../../e2e/support/applicant.ts';
import type { Dice } from '../../src/testing/dice.ts';
import type { Contestant } from './contestants.ts';
import type { Ledger } from './ledger.ts';

/** Questions for plain text, without a mask or suggestions. */
export const KEYS = [
  'first_name',
  'middle_name',
  'last_name',
  'preferred_name',
  'address_line_2',
  'city',
] as const;

const LONGEST = 36;
const LOOK_EVERY_MS = 50;
const NUM_QUIET_LOOKS = 6;
const RESTS_WITHIN_MS = 5000;
const SAVES_WITHIN_MS = 2000;

interface Seen {
  readonly status: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A contestant's form in one tab, as an applicant uses it. */
export class FormInBrowser {
  readonly #page: Page;
  readonly #contestant: Contestant;
  readonly #proxy: HostileProxy;

  constructor(page: Page, contestant: Contestant, proxy: HostileProxy) {
    this.#page = page;
    this.#contestant = contestant;
    this.#proxy = proxy;
  }

  get password(): Locator {
    return this.#page.locator('[name=password]');
  }

  /** @param email the applicant who has to log in first; missing if there is a session */
  async open(email?: string): Promise<void> {
    const { form, login = form } = this.#contestant;
    await this.#page.goto(`${this.#proxy.url}${email === undefined ? form : login}`);
    if (email !== undefined) await this.logIn(email);
    await this.#rest();
  }

  async logIn(email: string): Promise<void> {
    await this.#page.locator('[name=username]').fill(email);
    await this.password.fill(PASSWORD);
    await this.#page.getByRole('button', { name: 'Submit', exact: true }).click();
    await this.password.waitFor({ state: 'hidden' });
    await this.#field(KEYS[0]).waitFor();
  }

  /** What the page shows at one moment. */
  seen(): Promise<Seen> {
    return this.#page.evaluate(
      ({ keys, selector }) => ({
        status: document.querySelector(selector)?.textContent ?? '',
        values: Object.fromEntries(
          keys.flatMap((key) => {
            const input = document.querySelector<HTMLInputElement>(`input[name=${key}]`);
            return input === null ? [] : [[key, input.value]];
          }),
        ),
      }),
      { keys: KEYS, selector: this.#contestant.status },
    );
  }

  /** Types letters at the end of what the form shows (or over it if it is long), as long as the form shows them. */
  async type(key: string, count: number, ledger: Ledger, dice: Dice): Promise<void> {
    const field = this.#field(key);
    await field.focus();
    let value = await field.inputValue();
    if (value.length + count > LONGEST) {
      await field.selectText();
      value = '';
    } else await this.#page.keyboard.press('End');
    for (let nth = 0; nth < count; nth += 1) {
      const letter = String.fromCodePoint(97 + dice.below(26));
      value += letter;
      const isShown = ledger.types(key, value);
      await this.#page.keyboard.type(letter);
      const { values } = await this.seen();
      // A logout has removed the form.
      if (values[key] !== value) return;
      isShown();
      await delay(dice.whole(20, 120));
    }
  }

  async save(): Promise<void> {
    const { saveButton } = this.#contestant;
    if (saveButton === undefined) return;
    const button = this.#page.getByRole('button', { name: saveButton, exact: true });
    // A logout may remove the form before the click.
    if (await button.isVisible()) await button.click({ timeout: SAVES_WITHIN_MS }).catch(() => undefined);
  }

  #field(key: string): Locator {
    return this.#page.locator(`input[name=${key}]`);
  }

  /** Waits until the form is there and has saved what was unsaved, for some seconds at most. */
  async #rest(): Promise<void> {
    await this.#field(KEYS[0]).waitFor();
    const deadline = Date.now() + RESTS_WITHIN_MS;
    for (let quiet = 0; quiet < NUM_QUIET_LOOKS && Date.now() < deadline;) {
      await delay(LOOK_EVERY_MS);
      const latest = this.#proxy.calls.slice(-20);
      const isBusy = latest.some(({ name, isOver }) => !isOver && /profile|answer/.test(name));
      const { status } = await this.seen();
      quiet = !isBusy && this.#contestant.isSaved.test(status) ? quiet + 1 : 0;
    }
  }
}
