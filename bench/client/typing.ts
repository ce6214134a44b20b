// Typing while everything is open: what each key costs the main thread, field by field.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { questionFor } from '../../src/form/form.ts';
import type { AnswerKey } from '../../src/form/keys.ts';
import { bringHeaviest } from './heaviest.ts';
import type { Product } from './product.ts';
import { CATEGORIES, keyCosts } from './trace.ts';
import { CPU_SLOWDOWN, quantile } from './visit.ts';

const NUM_KEYS = 20;
const KEY_EVERY_MS = 150;
/** By then, what was typed has been sent, and the page is at rest. */
const SENT_AFTER_MS = 3000;

interface TypedField {
  readonly title: string;
  readonly label: string;
  readonly what: string;
  /** The keys that are pressed, again and again. */
  readonly keys: readonly string[];
}

const LETTERS = 'abcdefghijklmnopqrst'.split('');
/** As many digits as a mask holds, and back. */
const DIGITS = [...'570555010'.split(''), ...Array<string>(9).fill('Backspace')];
/** Each letter removes the error of a blank field, or shows it again. */
const mending = (letter: string) => [letter, 'Backspace'];

const FIELDS: readonly (Omit<TypedField, 'label'> & { readonly key: AnswerKey })[] = [
  { title: 'About You', key: 'first_name', what: 'first, its error mended and back', keys: mending('a') },
  { title: 'About You', key: 'preferred_name', what: 'text', keys: LETTERS },
  { title: 'About You', key: 'phone_home', what: 'masked, with an error', keys: DIGITS },
  { title: 'About You', key: 'ssn', what: 'masked', keys: DIGITS },
  {
    title: 'About You',
    key: 'address_line_1',
    what: 'with suggestions',
    keys: '12 North Main Street'.split(''),
  },
  { title: 'About You', key: 'alien_registration_number', what: 'last', keys: LETTERS },
  { title: 'Education', key: 'iein', what: 'first, its error mended and back', keys: mending('1') },
  {
    title: 'Education',
    key: 'college_name',
    what: 'with suggestions',
    keys: 'University of Scrant'.split(''),
  },
  { title: 'Education', key: 'college_3_city', what: 'in the middle', keys: LETTERS },
  { title: 'Education', key: 'return_institute_reason', what: 'long text', keys: LETTERS },
  { title: 'Education', key: 'employ_experience', what: 'long text, last', keys: LETTERS },
];

/** The longest task per key, in milliseconds; and the time of scripts per key, all tasks together. */
export interface TypingCost {
  readonly title: string;
  readonly label: string;
  readonly what: string;
  readonly longestP50: number;
  readonly longestP98: number;
  readonly longestMax: number;
  readonly scriptP50: number;
}

/** Types into each field of the heaviest state on a slow phone. */
export async function measureTyping(
  browser: Browser,
  product: Product,
  phone: BrowserContextOptions,
): Promise<readonly TypingCost[]> {
  return inContext(browser, phone, async (context) => {
    const page = await bringHeaviest(context, product, 'typing@example.org');
    const cdp = await context.newCDPSession(page);
    const costs: TypingCost[] = [];
    for (const field of FIELDS) {
      await page.getByRole('navigation').getByRole('link', { name: field.title }).tap();
      const input = page.locator(`#${field.key}-input`);
      await input.fill('');
      await page.waitForTimeout(SENT_AFTER_MS);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await input.focus();
      const label = questionFor(field.key)?.label ?? field.key;
      costs.push(await typeInto(browser, page, { ...field, label }));
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      // An open list under a field would hide the rest of the page.
      await page.keyboard.press('Tab');
      await page.waitForTimeout(SENT_AFTER_MS);
    }
    return costs;
  });
}

/** The same in a page without scripts: the time is the browser's own. */
export async function typingInPlain(
  browser: Browser,
  url: string,
  phone: BrowserContextOptions,
): Promise<readonly TypingCost[]> {
  return inContext(browser, phone, async (context) => {
    const page = await context.newPage();
    await page.goto(url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.getByLabel('Preferred first name').focus();
    const field = { title: 'Plain HTML', label: 'Preferred first name', what: 'text', keys: LETTERS };
    return [await typeInto(browser, page, field)];
  });
}

async function inContext<T>(
  browser: Browser,
  phone: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(phone);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function typeInto(
  browser: Browser,
  page: Page,
  { title, label, what, keys }: TypedField,
): Promise<TypingCost> {
  // A first letter may load more code. That is not the cost of a letter.
  await page.keyboard.press(keys[0] ?? 'a');
  await page.keyboard.press('Backspace');
  await page.waitForTimeout(SENT_AFTER_MS);
  await browser.startTracing(page, { categories: CATEGORIES });
  for (let count = 0; count < NUM_KEYS; count += 1) {
    await page.keyboard.press(keys[count % keys.length] ?? 'a');
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  const costs = keyCosts(await browser.stopTracing());
  const ordered = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  const longest = ordered(costs.map(({ longestMs }) => longestMs));
  const script = ordered(costs.map(({ scriptMs }) => scriptMs));
  return {
    title,
    label,
    what,
    longestP50: quantile(longest, 0.5) ?? 0,
    longestP98: quantile(longest, 0.98) ?? 0,
    longestMax: longest.at(-1) ?? 0,
    scriptP50: quantile(script, 0.5) ?? 0,
  };
}
