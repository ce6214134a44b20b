import { expect } from 'playwright/test';
import { PASSWORD } from '../../support/applicant.ts';
import type { State } from '../state.ts';

/** The five cards of an account, as they open and with their messages. */
export const cardStates: readonly State[] = [
  {
    name: 'sign up',
    title: 'Sign Up',
    bring: async ({ applicant }) => applicant.opens('/signup'),
  },
  {
    name: 'sign up with a weak password',
    title: 'Sign Up',
    bring: async ({ applicant }) => {
      await applicant.opens('/signup');
      await applicant.answers('E-mail address', 'nobody');
      await applicant.answers('Password', 'Weak');
      await applicant.reads('Your email address must be valid.');
    },
  },
  {
    name: 'sign up without a network',
    title: 'Sign Up',
    bring: async ({ context, applicant }) => {
      await applicant.opens('/signup');
      await context.setOffline(true);
      await applicant.reads(/an account has to wait/);
    },
  },
  {
    name: 'confirm',
    title: 'Confirm Your Account',
    bring: async ({ page, applicant }) => {
      await applicant.opens('/signup');
      await applicant.signsUp();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    },
  },
  {
    name: 'confirm with half a code',
    title: 'Confirm Your Account',
    bring: async ({ applicant }) => {
      await applicant.opens('/confirm');
      await applicant.answers('Confirmation Code', '123');
      await applicant.reads('The confirmation code must be exactly 6 numbers.');
    },
  },
  {
    name: 'log in',
    title: 'Log In',
    bring: async ({ applicant }) => applicant.opens('/login'),
  },
  {
    name: 'log in with nothing entered',
    title: 'Log In',
    bring: async ({ applicant }) => {
      await applicant.opens('/login');
      await applicant.presses('Submit');
      await applicant.reads('Password is required.');
    },
  },
  {
    name: 'log in after the session has ended',
    title: 'Log In',
    bring: async ({ page, context, applicant }) => {
      await applicant.comesLoggedIn();
      // No other call notices that the session has ended.
      await applicant.answers('City', 'York');
      await applicant.reads(/Saved to your account/);
      const cookies = await context.cookies();
      await context.clearCookies({ name: /session$/ });
      await context.addCookies(cookies.filter(({ httpOnly }) => !httpOnly));
      await applicant.answers('City', 'Scranton');
      await applicant.isAt('/login');
      await expect(page.getByRole('alert')).toContainText('Your session is invalid.');
    },
  },
  {
    name: 'forgot password',
    title: 'Forgot Password',
    bring: async ({ applicant }) => applicant.opens('/forgot'),
  },
  {
    name: 'forgot password, the mail on its way',
    title: 'Forgot Password',
    bring: async ({ applicant }) => {
      await applicant.opens('/forgot');
      await applicant.answers('E-mail address', 'somebody@example.org');
      await applicant.presses('Submit');
      await applicant.reads(/^If there is an account/);
    },
  },
  {
    name: 'reset password',
    title: 'Reset Password',
    bring: async ({ applicant }) => {
      await applicant.opens('/reset?username=somebody@example.org&id=x');
      await applicant.answers('New Password', PASSWORD);
      await applicant.answers('Confirm Password', 'something else');
      await applicant.reads('passwords must match');
    },
  },
  {
    name: 'a link to reset that is not whole',
    title: 'Reset Password',
    bring: async ({ applicant }) => {
      await applicant.opens('/reset');
      await applicant.reads(/This link is not complete/);
    },
  },
];
