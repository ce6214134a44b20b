import { expect } from 'playwright/test';
import type { Answers } from '#form/condition.ts';
import { completion } from '#tenant/completion.ts';
import { tenant } from '#tenant/tenant.ts';
import { completeAnswers } from '../../support/complete-answers.ts';
import { admin } from '../../support/server.ts';
import { manyErrors } from '../many-errors.ts';
import type { Scene, State } from '../state.ts';

/** The pages of the form, and the parts beside the questions. */
export const formStates: readonly State[] = [
  {
    name: 'first visit',
    title: 'About You',
    bring: async ({ applicant }) => {
      await applicant.opens('/about');
      await applicant.reads(tenant.texts.welcome.heading);
    },
  },
  {
    name: 'first visit to Education',
    title: 'Education',
    bring: async ({ applicant }) => applicant.opens('/education'),
  },
  {
    name: 'first visit to Final Steps',
    title: 'Final Steps',
    bring: async ({ applicant }) => applicant.opens('/final-steps'),
  },
  {
    name: 'an address that does not exist',
    title: 'About You',
    bring: async ({ page, applicant, server }) => {
      await page.goto(`${server.url}/nowhere/at/all`);
      await applicant.isAt('/about');
      await applicant.reads(tenant.texts.welcome.heading);
    },
  },
  {
    name: 'without JavaScript',
    title: 'About You',
    bring: async ({ page, server }) => {
      // Axe cannot run without JavaScript. So the page runs without our scripts, and shows the content of noscript.
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.route('**/about', async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        const body = html
          .replaceAll(/<script[^>]*>.*?<\/script>/gs, '')
          .replaceAll(/<\/?noscript>/g, '')
          // It waits for late scripts, and a browser that runs none never shows it.
          .replace(/<aside id="late".*?<\/aside>/s, '');
        await route.fulfill({ response, body });
      });
      await page.goto(`${server.url}/about`);
      await expect(page.getByRole('complementary', { name: 'JavaScript' })).toBeVisible();
    },
  },
  {
    name: 'answers without an account',
    title: 'About You',
    bring: async ({ applicant }) => {
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.reads('Saved on this device');
    },
  },
  {
    name: 'a shared computer',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.presses('Account');
      await applicant.presses('Use as a shared computer');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
      await applicant.reads(/Not saved here/);
    },
  },
  {
    name: 'welcome back',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn();
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/Saved to your account/);
      await applicant.logsOut();
      await applicant.logsIn();
      await applicant.reads(tenant.texts.welcomeBack.heading);
      await expect(page.getByRole('alertdialog')).toBeHidden();
    },
  },
  {
    name: 'offline',
    title: 'About You',
    bring: async ({ context, applicant }) => {
      await applicant.comesLoggedIn();
      await context.setOffline(true);
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/Offline: 1 answer waiting/);
    },
  },
  {
    name: 'saves that the account does not take yet',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn();
      await page.route('**/api/answer', (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json: { message: 'Busy.' } }),
      );
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/Trying again soon/);
    },
  },
  {
    name: 'validating with 1 error',
    title: 'About You',
    bring: async (scene) => {
      const { last_name: _, ...others } = completeAnswers;
      await validates(scene, others);
      await expect(scene.page.locator('#error-summary').getByRole('link')).toHaveCount(1);
    },
  },
  {
    name: 'validating with 27 errors',
    title: 'About You',
    bring: async (scene) => {
      await validates(scene, manyErrors);
      await expect(scene.page.locator('#error-summary').getByRole('link')).toHaveCount(27);
    },
  },
  {
    name: 'errors on Education',
    title: 'Education',
    bring: async (scene) => {
      await validates(scene, manyErrors);
      await scene.page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
      await scene.applicant.isAt('/education');
      await scene.applicant.reads('College 5');
    },
  },
  {
    name: 'About You with every question open',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.hasACompleteDraft({ citizenship_type: '3', citizenship_visa_status: '' });
      await applicant.opens('/about');
      await page.getByRole('button', { name: /Add a phone number outside/ }).click();
      await page.getByText('My transcripts or records are under another name').click();
      await applicant.reads(tenant.internationalPortal.name);
    },
  },
  {
    name: 'Education with every question open',
    title: 'Education',
    bring: async ({ applicant }) => {
      await applicant.hasACompleteDraft({
        ...manyErrors,
        college_address_line_1: '800 Linden Street',
        college_city: 'Scranton',
        college_state: 'PA',
        college_zip: '18510',
        prev_attend: 'yes',
        currently_enrolled: 'yes',
        return_institute: 'no',
        employ_current: 'yes',
        employer_tuition: 'yes',
      });
      await applicant.opens('/education');
      await applicant.reads('College 5');
      await applicant.reads('800 Linden Street, Scranton, PA 18510');
    },
  },
  {
    name: 'submitted',
    title: completion.heading,
    bring: async (scene) => {
      await submits(scene);
      await expect(scene.page.getByText('Download a PDF copy')).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    name: 'submitted, the copy being made',
    title: completion.heading,
    bring: async (scene) => {
      await scene.page.route('**/api/pdf', (route) =>
        route.fulfill({ json: { status: 'IN_PROGRESS', url: '', message: '' } }),
      );
      await submits(scene);
      await scene.applicant.reads('Your PDF copy is being made.');
    },
  },
  {
    name: 'read-only service view',
    title: 'Application of Zoë',
    bring: async ({ page, context, applicant, server }) => {
      await applicant.hasACompleteDraft();
      const { pathname, search } = new URL(await admin(server, 'service-link', applicant.email));
      await context.clearCookies();
      await page.goto(`${server.url}${pathname}${search}`);
      await expect(page.getByText('Öztürk-O’Neill').first()).toBeVisible();
    },
  },
  {
    name: 'full-screen loading',
    title: 'Loading About You',
    bring: async ({ page, applicant, server }) => {
      await applicant.hasASession();
      await page.route('**/api/profile', () => undefined);
      await page.goto(`${server.url}/about`);
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    },
  },
  {
    name: 'generic error',
    title: 'Something went wrong',
    bring: async ({ page, applicant, server }) => {
      await applicant.hasASession();
      await page.route('**/api/profile', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(`${server.url}/about`);
      await applicant.reads('Something went wrong.');
      await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    },
  },
  {
    name: 'a service link that is no longer good',
    title: 'Link not valid',
    bring: async ({ applicant }) => {
      await applicant.opens('/about?service_token=worn');
      await applicant.reads('This link is not valid or has expired.');
      await applicant.reads('Please ask for a new one.');
    },
  },
  {
    name: 'lists that could not be loaded',
    title: 'Education',
    bring: async ({ page, applicant }) => {
      await page.route(/\/api\/(add-another|tabs|document-answer)$/, (route) =>
        route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      );
      await applicant.comesLoggedIn('/education');
      await expect(page.getByRole('heading', { name: 'We could not load' })).toHaveCount(2);
      await applicant.reads('We could not load your file.');
    },
  },
];

/** Stores these answers in the account, and tries to submit them. */
async function validates({ page, applicant }: Scene, answers: Answers): Promise<void> {
  await applicant.hasADraft(answers);
  await applicant.opens('/final-steps');
  await applicant.presses('Submit');
  await applicant.isAt('/about');
  await expect(page.locator('#error-summary')).toBeFocused();
  await applicant.reads(/Saved to your account/);
}

async function submits({ page, applicant }: Scene): Promise<void> {
  await applicant.hasACompleteDraft();
  await applicant.calls('POST', '/api/web-status', { web_status: 'started' });
  await applicant.calls('POST', '/api/web-status', { web_status: 'validating' });
  await applicant.calls('POST', '/api/submit');
  await applicant.opens('/completion');
  await expect(page.getByText(tenant.texts.thankYou.heading.replace('{name}', 'Zoë'))).toBeVisible();
}
