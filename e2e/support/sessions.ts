import type { Browser, Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import type { TestServer } from './server.ts';

/** Another person, with a session in this page's browser that the page does not notice. */
export async function withAnAccount(page: Page, server: TestServer): Promise<Applicant> {
  const other = new Applicant(page, server);
  await other.hasASession();
  return other;
}

/** The address of another person, who has signed up in another browser. */
export async function addressElsewhere(browser: Browser, server: TestServer): Promise<string> {
  const elsewhere = await browser.newContext();
  const { email } = await withAnAccount(await elsewhere.newPage(), server);
  await elsewhere.close();
  return email;
}

/** Logs in, and enters a first name. */
export async function comesAndSaysAnn(applicant: Applicant): Promise<void> {
  await applicant.comesLoggedIn();
  await applicant.answers('First name', 'Ann');
  await applicant.reads(/Saved to your account/);
}

export async function answersOnAccount(page: Page, server: TestServer): Promise<unknown> {
  const profile = await page.request.get(`${server.url}/api/profile`);
  return (await profile.json()).answer;
}
