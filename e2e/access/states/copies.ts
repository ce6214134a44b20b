import { expect } from 'playwright/test';
import type { Scene, State } from '../state.ts';

const FILE_PASSWORD = 'between two shifts';

/** The dialogs that save answers as a file and bring them back. */
export const copyStates: readonly State[] = [
  {
    name: 'saving a copy',
    title: 'About You',
    bring: async ({ page, applicant }) => {
      await opensSavingACopy({ page, applicant });
      await applicant.presses('Save the copy');
      await applicant.reads('Please choose a password of at least 8 characters.');
    },
  },
  {
    name: 'bringing back a copy',
    title: 'About You',
    bring: async ({ applicant }) => {
      await applicant.opens('/about');
      await applicant.presses('Account');
      await applicant.presses('Bring back answers from a copy');
      await applicant.presses('Open the copy');
      await applicant.reads('Please choose the file that you saved.');
    },
  },
  {
    name: 'what a copy would change',
    title: 'About You',
    bring: async (scene) => {
      await comparesACopy(scene);
      await expect(scene.page.getByRole('dialog', { name: 'Bring back 2 answers?' })).toBeVisible();
    },
  },
  {
    name: 'a copy brought back',
    title: 'About You',
    bring: async (scene) => {
      await comparesACopy(scene);
      await scene.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Bring back/ })
        .click();
      await expect(scene.page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
];

async function opensSavingACopy({ page, applicant }: Pick<Scene, 'page' | 'applicant'>): Promise<void> {
  await applicant.opens('/about');
  await applicant.answers('First name', 'Zoë');
  await applicant.answers('Last name', 'Lee');
  await applicant.presses('Account');
  await applicant.presses('Save a copy of your answers');
  await expect(page.getByRole('dialog', { name: 'Save a copy of your answers' })).toBeVisible();
}

/** Saves a copy, changes the answers, and opens the dialog that shows what the copy would change. */
async function comparesACopy({ page, applicant }: Scene): Promise<void> {
  await opensSavingACopy({ page, applicant });
  await applicant.answers('Password for this file', FILE_PASSWORD);
  const downloading = page.waitForEvent('download');
  await applicant.presses('Save the copy');
  const file = await (await downloading).path();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await applicant.answers('First name', 'Ann');
  await applicant.answers('Last name', '');
  await applicant.presses('Account');
  await applicant.presses('Bring back answers from a copy');
  const dialog = page.getByRole('dialog', { name: 'Bring back answers from a copy' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await applicant.answers('Password for this file', FILE_PASSWORD);
  await applicant.presses('Open the copy');
}
