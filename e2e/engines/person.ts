import { expect } from 'playwright/test';
import type { Answers } from '#form/condition.ts';
import { cardHeadings } from '../support/cards.ts';
import { type Filling, fillSilently } from '../support/filling.ts';
import { confirmationCodeFor } from '../support/mailbox.ts';
import type { TestServer } from '../support/server.ts';
import { PASSWORD } from '../support/applicant.ts';
import type { Answer, Tab } from './drivers/driver.ts';
import { chooseNative, find, type Found, reads, selectAll, type Wanted } from './in-page.ts';

const BACKSPACE = '\uE003';
const CONTROL = '\uE009';

/** A person at one tab of any browser. Every method is something that the person does or sees. */
export class Person {
  readonly tab: Tab;
  readonly email: string;
  readonly #server: TestServer;
  readonly #url: string;

  constructor(tab: Tab, server: TestServer, url: string, email: string) {
    this.tab = tab;
    this.#server = server;
    this.#url = url;
    this.email = email;
  }

  /** Runs a function in the page. It is sent as text, so it may use nothing outside of itself. */
  async evaluate<R, A>(script: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON returns the value as it was
    return (await this.tab.run(`async (argument) => (${String(script)})(argument)`, [argument])) as R;
  }

  async opens(path: string): Promise<void> {
    await this.tab.goTo(`${this.#url}${path}`);
    await this.#isReady();
  }

  async reloads(): Promise<void> {
    await this.tab.goTo(await this.evaluate(() => location.href));
    await this.#isReady();
  }

  /** Types into the field with this label; in a list, chooses the option. */
  async answers(label: string, value: string): Promise<void> {
    const field = { kind: 'field', name: label } as const;
    const { tag } = await this.#sees(field);
    if (tag === 'SELECT' || tag === 'BUTTON') {
      await this.#comes(() => this.#chooses(label, value), `${label}: ${value}`);
      return;
    }
    const hasIt = async () => {
      await this.#clicks(field);
      return (await this.#look(field))?.hasFocus === true;
    };
    await this.#comes(hasIt, label);
    const isFull = await this.tab.run(String(selectAll), []);
    await this.tab.type(value === '' && isFull === true ? [BACKSPACE] : [...value]);
  }

  /** Copies the text elsewhere and pastes it over the content of the field with this label, by keyboard. */
  async pastes(label: string, text: string): Promise<void> {
    await this.answers(label, '');
    await this.evaluate((copied) => {
      const elsewhere = document.createElement('textarea');
      elsewhere.id = 'elsewhere';
      elsewhere.value = copied;
      document.body.append(elsewhere);
      elsewhere.select();
    }, text);
    await this.tab.type([`${CONTROL}c`]);
    await this.evaluate(() => document.querySelector('#elsewhere')?.remove());
    await this.#clicks({ kind: 'field', name: label });
    await this.tab.type([`${CONTROL}v`]);
  }

  /** Another list replaces the browser's own when the mouse is near, so both are tried. */
  async #chooses(label: string, option: string): Promise<boolean> {
    const list = await this.#look({ kind: 'field', name: label });
    if (list?.tag !== 'BUTTON') return (await this.tab.run(String(chooseNative), [label, option])) === true;
    await this.tab.click(list.x, list.y);
    await this.#clicks({ kind: 'option', name: option });
    return true;
  }

  /** Fills in these elements as a password manager does, as soon as all are there. */
  async findsFilledIn(fillings: readonly Filling[]): Promise<void> {
    await this.#comes(() => this.evaluate(fillSilently, fillings).then(() => true), 'the fields');
  }

  /** Chooses from the suggestions for what has been typed. */
  async takesSuggestion(text: string): Promise<void> {
    await this.#clicks({ kind: 'suggestion', name: text });
  }

  async leavesField(): Promise<void> {
    await this.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  }

  async presses(name: string, within?: string): Promise<void> {
    await this.#clicks({ kind: 'button', name, ...(within !== undefined && { within }) });
  }

  async picks(question: string, option: string): Promise<void> {
    await this.#clicks({ kind: 'radio', name: option, within: question });
  }

  async ticks(label: string): Promise<void> {
    const box = { kind: 'checkbox', name: label } as const;
    await this.#clicks(box);
    await expect.poll(async () => (await this.#look(box))?.isChecked).toBe(true);
  }

  async choosesFiles(key: string, ...paths: readonly string[]): Promise<void> {
    const selector = `input[type=file][name=${key}]`;
    await this.#comes(
      () => this.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
      selector,
    );
    await this.tab.chooseFiles(selector, paths);
  }

  /** Waits until the service worker has what the pages need offline. */
  async isKeptForOffline(): Promise<void> {
    await this.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  }

  async isAt(path: string): Promise<void> {
    await expect.poll(() => this.evaluate(() => location.pathname), { timeout: 20_000 }).toBe(path);
    const card = cardHeadings[path];
    if (card === undefined) return;
    const heading = () => this.evaluate(() => document.querySelector('h1')?.textContent);
    await expect.poll(heading, { timeout: 20_000 }).toBe(card);
  }

  async reads(text: string | RegExp, timeout = 20_000): Promise<void> {
    await this.#comes(() => this.#isThere(text), String(text), timeout);
  }

  async doesNotRead(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.#isThere(text), String(text)).toBe(false);
  }

  async hasAnswered(label: string, value: string): Promise<void> {
    const field = { kind: 'field', name: label } as const;
    await expect
      .poll(async () => (await this.#look(field))?.value, { message: label, timeout: 20_000 })
      .toBe(value);
  }

  async signsUp(): Promise<void> {
    await this.isAt('/signup');
    await this.answers('E-mail address', this.email);
    await this.answers('Password', PASSWORD);
    await this.presses('Submit');
    await this.isAt('/confirm');
    await this.answers('Confirmation Code', await confirmationCodeFor(this.#server, this.email));
    await this.presses('Submit');
    await this.isAt('/login');
  }

  async logsIn(): Promise<void> {
    await this.isAt('/login');
    await this.answers('E-mail address', this.email);
    await this.answers('Password', PASSWORD);
    await this.presses('Submit');
    await expect.poll(() => this.evaluate(() => location.pathname), { timeout: 20_000 }).not.toBe('/login');
    await this.#isReady();
  }

  /** Gets an account with these answers, and a session, by calls of the API. */
  async hasADraft(answers: Answers = {}): Promise<void> {
    await this.opens('/about');
    const account = { username: this.email, password: PASSWORD };
    await this.calls('POST', '/public/signup', account);
    const code = await confirmationCodeFor(this.#server, this.email);
    await this.calls('POST', '/public/confirm', { username: this.email, code });
    await this.calls('POST', '/public/login', account);
    await this.calls('PUT', '/api/answer', { answers });
  }

  /** Makes a call of the API with this browser's session, and returns its answer. */
  async calls(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
    const { status, text } = await this.evaluate(
      async (call) => {
        const response = await fetch(call.path, {
          method: call.method,
          ...(call.body !== null && {
            body: JSON.stringify(call.body),
            headers: { 'content-type': 'application/json' },
          }),
        });
        return { status: response.status, text: await response.text() };
      },
      { method, path, body: body ?? null },
    );
    expect(status, `${path}: ${text}`).toBeLessThan(300);
    return JSON.parse(text);
  }

  async #isReady(): Promise<void> {
    await this.#comes(
      () =>
        this.evaluate(() => {
          const heading = document.querySelector('h1')?.textContent ?? 'Loading';
          return document.readyState === 'complete' && heading !== 'Loading';
        }),
      'the page',
    );
  }

  /** Waits until it rests: while a page is being drawn it moves, and the press may hit something else. */
  async #clicks(wanted: Wanted): Promise<void> {
    let { x, y } = await this.#sees(wanted);
    for (;;) {
      const now = await this.#sees(wanted);
      if (now.x === x && now.y === y) break;
      ({ x, y } = now);
    }
    await this.tab.click(x, y);
  }

  async #sees(wanted: Wanted): Promise<Found> {
    let found: Found | null = null;
    await this.#comes(async () => (found = await this.#look(wanted)) !== null, JSON.stringify(wanted));
    return found!;
  }

  async #look(wanted: Wanted): Promise<Found | null> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON returns the value as it was
    return (await this.tab.run(String(find), [wanted])) as Found | null;
  }

  async #isThere(text: string | RegExp): Promise<boolean> {
    const pattern = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
    return (await this.tab.run(String(reads), [pattern])) === true;
  }

  /** A page that is being left cannot answer. */
  async #comes(isThere: () => Promise<boolean>, what: string, timeout = 20_000): Promise<void> {
    await expect.poll(() => isThere().catch(() => false), { message: what, timeout }).toBe(true);
  }
}
