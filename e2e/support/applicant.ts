import { expect, type Locator, type Page } from 'playwright/test';
import type { Answers } from '#form/condition.ts';
import { cardHeadings } from './cards.ts';
import { completeAnswers } from './complete-answers.ts';
import { confirmationCodeFor } from './mailbox.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'Correct horse 7 battery!';
let counter = 0;

type ReachableServer = Pick<TestServer, 'url' | 'mailbox'>;

/** An applicant in a browser. Every method is something that the applicant does or sees. */
export class Applicant {
  readonly email: string;
  readonly page: Page;
  readonly #server: ReachableServer;

  constructor(
    page: Page,
    server: ReachableServer,
    email = `applicant.${process.pid}.${(counter += 1)}@example.org`,
  ) {
    this.page = page;
    this.#server = server;
    this.email = email;
  }

  /** Opens a page, and waits until its script has taken it over: a prerendered page is readable before that. */
  async opens(path: string): Promise<void> {
    await this.page.goto(`${this.#server.url}${path}`);
    const heading = this.page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(heading).not.toHaveText('Loading');
    await this.page.waitForFunction(() => !Reflect.has(window, 'stopSavingEarly'));
  }

  /** Types into the field with this label; in a list, chooses the option. */
  async answers(label: string, value: string, within: Page | Locator = this.page): Promise<void> {
    const field = fieldLabelled(label, within);
    const tag = await field.evaluate((element) => element.tagName);
    if (tag === 'SELECT') await field.selectOption({ label: value });
    else await field.fill(value);
  }

  /** Chooses an option of a radio group. */
  async picks(question: string, option: string): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: question });
    await group.getByText(option, { exact: true }).click();
    await expect(group.getByRole('radio', { name: option, exact: true })).toBeChecked();
  }

  /**
   * Types into a field with suggestions, and picks one from the list for the whole text: the list for its beginning
   * would change under the press.
   */
  async picksSuggestion(name: string, text: string, option = text): Promise<void> {
    const field = this.page.locator(`input[name=${name}]`);
    await field.fill('');
    const finished = this.page.waitForEvent(
      'requestfinished',
      (request) => new URL(request.url()).searchParams.get('text') === text,
    );
    await field.pressSequentially(text, { delay: 20 });
    const response = await (await finished).response();
    const suggestions: { text: string | null }[] = await response?.json();
    const texts = suggestions.flatMap((suggestion) => suggestion.text ?? []);
    const options = this.page.locator('[role=option]');
    const found = options.and(this.page.locator(':not(.ui-list-create)'));
    await expect(found).toHaveCount(texts.length);
    await expect(found).toContainText(texts);
    const value = texts.find((each) => each.startsWith(option)) ?? text;
    await expect(async () => {
      // Scrolling closes the list, and the runner scrolls whenever something moves.
      if (!(await options.first().isVisible())) await field.press('ArrowDown');
      await options.filter({ hasText: new RegExp(`^${option}`) }).click({ timeout: 2000 });
      await expect(options).toHaveCount(0, { timeout: 3000 });
      await expect(field).toHaveValue(value, { timeout: 3000 });
    }).toPass();
  }

  async ticks(label: string | RegExp): Promise<void> {
    const box = this.page.getByRole('checkbox', { name: label });
    await this.page.locator('label', { has: box }).click({ position: { x: 9, y: 12 } });
    await expect(box).toBeChecked();
  }

  async presses(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Presses Submit until it counts: at once after Continue, in the same place, it could be the rest of a double click. */
  async submits(): Promise<void> {
    const submit = this.page.getByRole('button', { name: 'Submit', exact: true });
    await expect(async () => {
      if (await submit.isVisible()) await submit.click({ timeout: 1000 });
      await expect(this.page).toHaveURL(/\/completion/, { timeout: 1000 });
    }).toPass();
  }

  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    const card = cardHeadings[path];
    if (card !== undefined)
      await expect(this.page.getByRole('heading', { level: 1, name: card })).toBeVisible();
  }

  /** Capital letters count: “Not saved on this device” is not “Saved on this device”. */
  async reads(text: string | RegExp): Promise<void> {
    const found = this.page.getByText(typeof text === 'string' ? new RegExp(escaped(text)) : text);
    // A screen reader hears a status later than it is shown: until then, its text may be an old “Saved”.
    const isStatus = /Saved/.test(String(text));
    const shown = isStatus ? found.and(this.page.locator(':not([role=status], [role=status] *)')) : found;
    await expect(shown.first()).toBeVisible();
  }

  async signsUp(): Promise<void> {
    await this.isAt('/signup');
    await this.answers('E-mail address', this.email);
    await this.answers('Password', PASSWORD);
    await this.presses('Submit');
    await this.isAt('/confirm');
  }

  async confirms(): Promise<void> {
    await this.answers('Confirmation Code', await confirmationCodeFor(this.#server, this.email));
    await this.presses('Submit');
    await this.isAt('/login');
  }

  /** Makes a call of the API with this browser's session. */
  async calls(method: 'POST' | 'PUT', path: string, body?: object): Promise<void> {
    const response = await this.page.request.fetch(`${this.#server.url}${path}`, {
      method,
      ...(body !== undefined && { data: body }),
    });
    expect(response.ok(), await response.text()).toBe(true);
  }

  /** Gets an account and a session by calls of the API, without opening a page. */
  async hasASession(): Promise<void> {
    const post = (call: string, body: object) => this.calls('POST', `/public/${call}`, body);
    await post('signup', { username: this.email, password: PASSWORD });
    await post('confirm', {
      username: this.email,
      code: await confirmationCodeFor(this.#server, this.email),
    });
    await post('login', { username: this.email, password: PASSWORD });
  }

  /** Gets an account with these answers, and a session. */
  async hasADraft(answers: Answers): Promise<void> {
    await this.hasASession();
    await this.calls('PUT', '/api/answer', { answers });
  }

  /** Gets an account with an application that can be submitted, and a session. */
  async hasACompleteDraft(changes: Answers = {}): Promise<void> {
    await this.hasADraft({ ...completeAnswers, ...changes });
  }

  /** Gets an account with a submitted application, and a session. */
  async hasSubmitted(changes: Answers = {}): Promise<void> {
    await this.hasACompleteDraft(changes);
    await this.calls('POST', '/api/submit');
  }

  /** Gets an account and a session, and opens a page with them. */
  async comesLoggedIn(path = '/about'): Promise<void> {
    await this.hasASession();
    await this.opens(path);
  }

  async logsIn(): Promise<void> {
    await this.isAt('/login');
    await this.answers('E-mail address', this.email);
    await this.answers('Password', PASSWORD);
    await this.presses('Submit');
    await expect(this.page).not.toHaveURL(/\/login/);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async logsOut(): Promise<void> {
    await this.presses('Account');
    await this.presses('Log Out');
    await this.isAt('/login');
  }

  async hasAnswered(label: string, value: string): Promise<void> {
    await expect(fieldLabelled(label, this.page)).toHaveValue(value);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The field with this label, whether or not the label says that it is optional. */
function fieldLabelled(label: string, within: Page | Locator): Locator {
  return within
    .getByLabel(new RegExp(`^${escaped(label)}( \\(optional\\))?$`))
    .and(within.locator('input, textarea, select'))
    .first();
}
