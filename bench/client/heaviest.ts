// The heaviest state that the form can be in: an account, every question open, every error shown.
import * as z from 'zod/mini';
import type { BrowserContext, Page } from 'playwright-core';
import { fullProgram } from '../../src/testing/programs.ts';
import type { Product } from './product.ts';

const PASSWORD = 'Correct horse 7 battery!';
const CODE_WITHIN_MS = 60_000;

const keptMails = z.array(z.object({ to: z.string(), text: z.string() }));

/** Opens everything that conditions, triggers and add-another hide, and leaves or makes every error. */
const ANSWERS = {
  previous_name: 'x',
  phone_home: '123',
  phone_international: '+44',
  optin_sms_ind: 'true',
  country: 'USA',
  zip: '1',
  citizenship_type: '2',
  military_veteran: 'yes',
  ...fullProgram,
  prev_attend: 'yes',
  college_2_city: 'Erie',
  college_3_city: 'York',
  college_4_city: 'Reading',
  college_5_city: 'Easton',
  currently_enrolled: 'yes',
  return_institute: 'no',
  employ_current: 'yes',
  employer_country: 'USA',
  employer_tuition: 'yes',
  alumni_email: 'nobody',
};

/** Makes an account as a person does, over HTTP, fills it, and has the page show all that is missing. */
export async function bringHeaviest(
  context: BrowserContext,
  { url, mailbox }: Product,
  username: string,
): Promise<Page> {
  const call = async (method: string, path: string, data: object) => {
    const response = await context.request.fetch(`${url}${path}`, { method, data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  };
  await call('POST', '/public/signup', { username, password: PASSWORD });
  await call('POST', '/public/confirm', {
    username,
    code: await confirmationCode(context, mailbox, username),
  });
  await call('POST', '/public/login', { username, password: PASSWORD });
  await call('PUT', '/api/answer', { answers: ANSWERS });
  await call('PUT', '/api/tabs', { tab_id: 'employ_experience_tabs', chosen_tab: 'employ_experience' });
  const page = await context.newPage();
  await page.goto(`${url}/final-steps`);
  await page.getByRole('button', { name: 'Submit', exact: true }).tap();
  await page.locator('#error-summary').waitFor();
  await page.getByText('Saved to your account').first().waitFor();
  return page;
}

async function confirmationCode(context: BrowserContext, mailbox: string, to: string): Promise<string> {
  const deadline = performance.now() + CODE_WITHIN_MS;
  while (performance.now() < deadline) {
    const mails = keptMails.parse(await (await context.request.get(`${mailbox}.json`)).json());
    const own = mails.filter((mail) => mail.to === to);
    const code = own.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code !== undefined) return code;
    await new Promise((next) => {
      setTimeout(next, 100);
    });
  }
  throw new Error('No confirmation code came.');
}
