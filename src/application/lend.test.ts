// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import type { Answers } from '#form/condition.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { hasAnswers } from './select.ts';

const { account, tabOf } = freshBrowser();

async function visitorWith(answers: Answers, own: Readonly<Record<string, string>> = {}) {
  const tab = await tabOf().start();
  for (const [key, value] of Object.entries(own))
    tab.app.dispatch({ type: 'filled', changes: { [key]: value } });
  tab.app.dispatch({ type: 'lent', answers });
  return tab;
}

test('a link is shown where the visitor has no answer, and belongs to no draft', async () => {
  const { app } = await visitorWith({ first_name: 'Carried', city: 'York' }, { first_name: 'Zoë' });
  expect(app.getAll()).toMatchObject({ first_name: 'Zoë', city: 'York' });
  expect(app.get('city')).toBe('York');
  app.dispatch({ type: 'lentDecided', takes: false });
  expect(app.get('city')).toBe('');
  expect(app.get('first_name')).toBe('Zoë');
});

test('a link that is opened again, as after a look at the login, is still shown', async () => {
  const { app } = await visitorWith({ city: 'York' });
  expect(app.getAll()).toMatchObject({ city: 'York' });
  app.dispatch({ type: 'lent', answers: { city: 'York' } });
  expect(app.get('city')).toBe('York');
  expect(app.getAll()).toMatchObject({ city: 'York' });
});

test('a link alone does not count as the visitor’s answer', async () => {
  const { app } = await visitorWith({ city: 'York' });
  expect(hasAnswers(app.state)).toBe(false);
});

test('what is typed, or cleared, over a link replaces it', async () => {
  const { app } = await visitorWith({
    first_name: 'Carried',
    city: 'York',
    employ_current: 'yes',
    employer_name: 'Acme',
  });
  app.set('first_name', 'Zoë');
  app.set('city', '');
  app.set('employ_current', 'no');
  expect(app.getAll()).toMatchObject({
    first_name: 'Zoë',
    city: '',
    employ_current: 'no',
    employer_name: '',
  });
  expect(app.state.lent.size).toBe(0);
});

test('a link that is accepted becomes the visitor’s own', async () => {
  const { app } = await visitorWith({ city: 'York' });
  app.dispatch({ type: 'lentDecided', takes: true });
  expect(app.get('city')).toBe('York');
  expect(hasAnswers(app.state)).toBe(true);
});

test.each([
  {
    answers: { program_type: 'MASTER', applied_major: 'ENGR', city: 'Erie' },
    why: 'what the answers here leave no room for',
  },
  {
    answers: { employ_resume: 'ANSWERED', submit_date: '2026-11-20', shoe_size: '43', city: 'Erie' },
    why: 'what belongs to an account, or nobody asks',
  },
])('a link shows nothing of $why', async ({ answers }) => {
  const { app } = await visitorWith(answers, { program_type: 'DOCTOR' });
  expect(app.getAll()).toEqual({ ...app.getAll(), program_type: 'DOCTOR', city: 'Erie' });
  for (const key of ['applied_major', 'employ_resume', 'submit_date', 'shoe_size'])
    expect(app.get(key)).toBe('');
});

test('a link reaches an account only when its applicant says so, with the labels of what is chosen', async () => {
  account().answers['city'] = 'Scranton';
  const tab = await visitorWith({ city: 'York', country: 'USA' });
  await tab.logIn(ANN);
  await tab.app.save();
  expect(tab.app.get('country')).toBe('');
  expect(account().answers).toEqual({ city: 'Scranton' });
  tab.app.dispatch({ type: 'lentDecided', takes: true });
  await tab.app.save();
  expect(account().answers).toMatchObject({
    city: 'Scranton',
    country: 'USA',
    country_desc: 'United States',
  });
});
