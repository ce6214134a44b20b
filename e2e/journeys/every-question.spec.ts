import { expect, type Page } from 'playwright/test';
import { pages } from '#form/form.ts';
import { answerKeys, type AnswerKey } from '#form/keys.ts';
import { questionsOnPage } from '#form/page.ts';
import { optionsOf, type Question } from '#form/question.ts';
import { fullProgram, hasFullProgram } from '#testing/programs.ts';
import { test } from '../support/test.ts';

const TODAY = '2026-11-20';

/** Answers that show questions which would otherwise stay hidden. */
const chosen: Partial<Record<AnswerKey, string>> = {
  birth_date: '1996-02-29',
  phone_home: '5705550101',
  phone_mobile: '5705550188',
  ssn: '123456789',
  citizenship_type: '3',
  ...fullProgram,
  iein: '12345',
  prev_attend: 'yes',
  military_veteran: 'yes',
  currently_enrolled: 'yes',
  return_institute: 'no',
  employ_current: 'yes',
  employer_tuition: 'yes',
};

/** The mask makes this of what was typed. */
const stored: Partial<Record<AnswerKey, string>> = {
  phone_home: '(570) 555-0101',
  phone_mobile: '(570) 555-0188',
  ssn: '123-45-6789',
};

test('every question is on its page, is saved, and is there again after a new login @long', async ({
  page,
  applicant,
}) => {
  test.skip(!hasFullProgram, 'No program of this university asks for the educator number.');
  test.setTimeout(180_000);
  await applicant.opens('/signup');
  await applicant.signsUp();
  await applicant.confirms();
  await applicant.logsIn();

  const given: Record<string, string> = {};
  for (const formPage of pages) {
    await page.getByRole('link', { name: formPage.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: formPage.title })).toBeVisible();
    await reveal(page);
    for (const question of questionsOnPage(formPage)) {
      const value = await answer(page, question, given);
      if (value !== undefined) given[question.key] = value;
    }
  }
  await applicant.presses('Save');
  await applicant.reads(/Saved to your account/);

  await test.step('a permanent resident is asked for another number', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'About You' }).click();
    await choose(page, 'citizenship_type', '2');
    await page.locator('[name=alien_registration_number]').fill('A12345678');
    Object.assign(given, { citizenship_type: '2', alien_registration_number: 'A12345678' });
    delete given['citizenship_visa_status'];
    await applicant.presses('Save');
    await applicant.reads(/Saved to your account/);
  });

  await test.step('being enrolled clears the last day of study, which may be planned', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Education' }).click();
    const lastDay = page.locator('[name=dates_attended_to]');
    await expect(lastDay).toHaveValue('');
    await lastDay.fill(given['dates_attended_to'] ?? '');
    await applicant.presses('Save');
    await applicant.reads(/Saved to your account/);
  });

  const profile = await page.evaluate(() => fetch('/api/profile').then((response) => response.json()));
  for (const [key, value] of Object.entries(given)) expect(profile.answer[key], key).toBe(value);

  const unasked = answerKeys.filter((key) => given[key] === undefined);
  expect(unasked.toSorted()).toEqual(
    ['citizenship_visa_status', 'submit_date', 'employ_experience', ...answerKeys.filter(isFile)].toSorted(),
  );

  await applicant.logsOut();
  await applicant.logsIn();
  for (const formPage of pages) {
    await page.getByRole('link', { name: formPage.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: formPage.title })).toBeVisible();
    for (const question of questionsOnPage(formPage)) {
      const value = given[question.key];
      if (value !== undefined) await isShown(page, question, value);
    }
  }
});

function isFile(key: AnswerKey): boolean {
  return key.endsWith('_transcript') || key === 'employ_resume';
}

/** Opens what a trigger or the add-another button hides. */
async function reveal(page: Page): Promise<void> {
  const previousName = page.getByRole('checkbox', {
    name: 'My transcripts or records are under another name',
  });
  if ((await previousName.count()) > 0)
    await page.getByText('My transcripts or records are under another name').click();
  const international = page.getByRole('button', { name: /Add a phone number outside/ });
  if ((await international.count()) > 0) await international.click();
  const another = page.getByRole('button', { name: 'Add another college' });
  if ((await another.count()) === 0) return;
  for (const number of [2, 3, 4, 5]) {
    await another.click();
    await expect(page.getByRole('heading', { name: `College ${number}` })).toBeVisible();
  }
}

async function choose(page: Page, key: string, value: string): Promise<void> {
  await page.locator(`select[name=${key}]`).selectOption(value);
}

/** Answers one question in the way of its kind; `undefined` for one that is not asked here. */
async function answer(
  page: Page,
  question: Question,
  given: Record<string, string>,
): Promise<string | undefined> {
  const { key, kind } = question;
  const field = page.locator(`[name=${key}]`);
  const value = chosen[key];
  switch (kind) {
    case 'stamp':
    case 'file':
      return undefined;
    case 'select': {
      if ((await field.count()) === 0) return undefined;
      const option = value ?? optionsOf(question, given, () => TODAY)[1]?.value ?? '';
      await choose(page, key, option);
      return option;
    }
    case 'radio': {
      if ((await field.count()) === 0) return undefined;
      const option = value ?? 'no';
      await page.locator(`label:has([name=${key}][value=${option}])`).click();
      return option;
    }
    case 'checkbox':
      await page.locator(`label:has([name=${key}])`).click({ position: { x: 9, y: 12 } });
      return 'true';
    case 'date': {
      const [year = '', month = '', day = ''] = (value ?? '').split('-');
      const group = page.locator(`#${key}`);
      await group.getByLabel('Month').fill(month);
      await group.getByLabel('Day').fill(day);
      await group.getByLabel('Year').fill(year);
      return value;
    }
    case 'month': {
      const group = page.locator(`#${key}`);
      await group.getByLabel('Month').selectOption('September');
      await group.getByLabel('Year').selectOption('2019');
      return '09/2019';
    }
    case 'text':
    case 'textarea':
    case 'phone':
    case 'ssn': {
      if ((await field.count()) === 0) return undefined;
      const typed = value ?? (key === 'alumni_email' ? 'graduate@example.org' : `x ${key}`.slice(0, 40));
      await field.fill(typed);
      await field.blur();
      return stored[key] ?? typed;
    }
    default:
      return kind satisfies never;
  }
}

async function isShown(page: Page, { key, kind }: Question, value: string): Promise<void> {
  if (kind === 'radio') await expect(page.locator(`[name=${key}][value=${value}]`), key).toBeChecked();
  else if (kind === 'checkbox') await expect(page.locator(`[name=${key}]`), key).toBeChecked();
  else if (kind === 'date') {
    await expect(page.locator(`#${key}`).getByLabel('Year'), key).toHaveValue(value.slice(0, 4));
  } else if (kind === 'month') {
    await expect(page.locator(`#${key}`).getByLabel('Month'), key).toHaveValue('9');
    await expect(page.locator(`#${key}`).getByLabel('Year'), key).toHaveValue('2019');
  } else await expect(page.locator(`[name=${key}]`), key).toHaveValue(value);
}
