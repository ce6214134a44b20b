import { expect } from 'playwright/test';
import { Applicant, PASSWORD } from '../../support/applicant.ts';
import type { State } from '../state.ts';

/** Parts over a page: menus, lists, dialogs, toasts and offers. */
export const overlayStates: readonly State[] = [
  {
    name: 'account menu without an account',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.presses('Account');
      await expect(page.getByRole('button', { name: 'Clear this device' })).toBeVisible();
    },
  },
  {
    name: 'account menu',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn();
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/Saved to your account/);
      await applicant.presses('Account');
      await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
    },
  },
  {
    name: 'help',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.presses('Help');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'privacy',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await page.getByRole('contentinfo').getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'an open list',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await page.locator('#country select').hover();
      await page.locator('#country').getByRole('button').click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'suggestions of schools',
    title: 'Education',
    exempt: {
      rules: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
      because:
        'the list hides the page around it from screen readers for as long as it is open; leaving the box closes it',
    },
    bring: async ({ page, applicant }) => {
      await applicant.opens('/education');
      await page.locator('[name=college_name]').pressSequentially('University of Scran', { delay: 20 });
      await expect(page.getByRole('option', { name: /University of Scranton/ })).toBeVisible();
    },
  },
  {
    name: 'the question whether to clear the device',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.presses('Account');
      await applicant.presses('Clear this device');
      await expect(page.getByRole('dialog', { name: 'Clear this device?' })).toBeVisible();
    },
  },
  {
    name: 'the warning before the session ends',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await page.clock.install();
      await applicant.comesLoggedIn();
      // The session is loaded, and the idle timer runs.
      await page.waitForLoadState('networkidle');
      await page.clock.fastForward('14:01');
      await expect(page.getByRole('dialog', { name: 'Still working?' })).toBeVisible();
    },
  },
  {
    name: 'logging out with something not yet saved',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn();
      await page.route('**/api/answer', (route) => route.abort());
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/waiting/);
      await applicant.presses('Account');
      await applicant.presses('Log Out');
      await expect(page.getByRole('dialog', { name: 'Log out without saving?' })).toBeVisible();
    },
  },
  {
    name: 'a logout that failed',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.comesLoggedIn();
      await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }));
      await applicant.presses('Account');
      await applicant.presses('Log Out');
      await expect(page.getByRole('dialog', { name: 'Unexpected Error' })).toBeVisible();
    },
  },
  {
    name: 'two devices that differ',
    title: 'About You',
    bring: async ({ page, context, applicant }) => {
      await applicant.comesLoggedIn();
      await applicant.answers('City', 'Erie');
      await applicant.reads(/Saved to your account/);
      await context.setOffline(true);
      await applicant.answers('City', 'York');
      await applicant.reads(/Offline/);
      await applicant.calls('PUT', '/api/answer', { answers: { city: 'Reading' } });
      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Which answer should we keep?' })).toBeVisible();
    },
  },
  {
    name: 'answers of somebody else',
    title: 'About You',
    bring: async ({ page, applicant, server }) => {
      const other = new Applicant(page, server, `other.${applicant.email}`);
      await other.opens('/about');
      await other.answers('First name', 'Ann');
      await other.answers('City', 'Erie');
      await other.reads('Saved on this device');
      await other.presses('Continue');
      await other.signsUp();
      await applicant.hasASession();
      await page.getByRole('link', { name: 'Log In' }).click();
      await applicant.answers('E-mail address', applicant.email);
      await applicant.answers('Password', PASSWORD);
      await applicant.presses('Submit');
      await expect(page.getByRole('dialog', { name: 'Are these answers yours?' })).toBeVisible();
    },
  },
  {
    name: 'a success told in passing',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.presses('Account');
      await applicant.presses('Use as a shared computer');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      // The toast stays while it has the focus.
      await page.keyboard.press('F8');
    },
  },
  {
    name: 'errors told in passing',
    title: 'Final Steps',
    bring: async ({ page, applicant }) => {
      await page.route('**/api/pdf', (route) =>
        route.fulfill({ json: { status: 'FAILED', url: '', message: 'The printer is out of order.' } }),
      );
      await applicant.comesLoggedIn('/final-steps?token=dead');
      await expect(page.getByRole('alertdialog')).toHaveCount(1);
      await applicant.presses('Get a PDF copy');
      await expect(page.getByRole('alertdialog')).toHaveCount(2);
      await applicant.reads('Saved to your account');
    },
  },
  {
    name: 'a copy that could not be made',
    title: 'Final Steps',
    bring: async ({ page, applicant }) => {
      await page.route('**/api/pdf', (route) =>
        route.fulfill({ json: { status: 'FAILED', url: '', message: 'The printer is out of order.' } }),
      );
      await applicant.comesLoggedIn('/final-steps');
      await applicant.presses('Get a PDF copy');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'a copy that cannot be asked for',
    title: 'Final Steps',
    bring: async ({ page, applicant }) => {
      await page.route('**/api/pdf', (route) => route.abort());
      await applicant.comesLoggedIn('/final-steps');
      await applicant.presses('Get a PDF copy');
      await applicant.reads(/Your PDF copy is not here yet/);
    },
  },
  {
    name: 'the question whether to remove a college',
    title: 'Education',
    bring: async ({ page, applicant }) => {
      await applicant.hasADraft({ college_2_city: 'Scranton' });
      await applicant.opens('/education');
      await applicant.presses('Remove College 2');
      await expect(page.getByRole('dialog', { name: 'Remove College 2' })).toBeVisible();
    },
  },
  {
    name: 'invitation to install',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await page.evaluate(() => {
        const offer = new Event('beforeinstallprompt', { cancelable: true });
        dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
      });
      await expect(page.getByRole('button', { name: 'Install' })).toBeVisible();
    },
  },
  {
    name: 'invitation to install on an iPhone',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await page.addInitScript(() => {
        Object.defineProperty(Object.getPrototypeOf(navigator), 'standalone', { get: () => false });
        Object.defineProperty(Object.getPrototypeOf(navigator), 'maxTouchPoints', { get: () => 5 });
      });
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.reads(/Add to Home Screen/);
    },
  },
  {
    name: 'offer of a new version',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/about');
      await applicant.answers('First name', 'Zoë');
      await applicant.reads('Saved on this device');
      await page.route('**/index.html?now', (route) =>
        route.fulfill({ body: '<script src="/assets/form-another.js"></script>' }),
      );
      // The page's loader fires this event if a script is no longer on the server.
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('partmissing')));
        await expect(page.getByRole('button', { name: 'Update' })).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
];
