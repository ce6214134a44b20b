import { expect, test, vi } from 'vitest';
import { FakeAccount } from '#testing/fake-account.ts';
import { profileOf } from '#testing/tab.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { decideForeign, isKnownAsSubmitted, login, rememberedProfile, resume } from './account-answers.ts';

const { account, tabOf } = freshBrowser();

test('takes an anonymous draft along into the account that signs up with it, and leaves none behind', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(ANN), {}, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account().answers).toMatchObject({ city: 'Scranton' });
  await tab.answers.owners.chosenLogout();
  expect((await tabOf().start()).answers.store.get('city')).toBe('');
});

test('a visitor who clears the device sees nothing of it any more, and types into a blank form', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  tab.answers.store.set('last_name', 'Ng');
  await tab.answers.flush();
  await tab.answers.owners.chosenLogout();
  expect(tab.answers.store.hasAnswers).toBe(false);
  expect(tab.answers.saveLine.status.text).toBe('');
  tab.answers.store.set('city', 'Erie');
  await tab.answers.flush();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Erie' });
  expect((await tabOf().start()).answers.store.get('last_name')).toBe('');
});

test('never gives a draft that Ann signed up with to Ben unasked', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('ssn', '123-45-6789');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(BEN), {}, tab.answers.stampNow());
  await tab.answers.flush();
  expect(account().answers).toEqual({});
  expect(tab.answers.foreignDraft?.answers.get('ssn')).toBe('123-45-6789');
  decideForeign(tab.answers, false);
  await tab.answers.owners.chosenLogout();
  // The draft is still there for Ann.
  const next = await tabOf().start();
  const ofAnn = new FakeAccount();
  Object.assign(account(), { answers: ofAnn.answers });
  await login(next.answers, profileOf(ANN), {}, next.answers.stampNow());
  expect(next.answers.store.get('ssn')).toBe('123-45-6789');
});

test('takes another’s draft when the applicant says so', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'York');
  await tab.answers.owners.claimFor(ANN);
  await login(tab.answers, profileOf(BEN), {}, tab.answers.stampNow());
  decideForeign(tab.answers, true);
  await tab.answers.flush();
  expect(account().answers).toMatchObject({ city: 'York' });
  expect(tab.answers.foreignDraft).toBeUndefined();
});

test('an ended session seals what waits, and sends it when the same account is back', async () => {
  account().answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.heard).toContain('unauthorized');
  await tab.answers.owners.automaticLogout();
  expect(Object.values(tab.answers.store.getAll()).join('')).toBe('');
  tab.kill();

  account().always = 'none';
  const ofBen = new FakeAccount();
  const ben = await tabOf(ofBen).start(BEN);
  expect(ben.answers.store.get('city')).toBe('');
  await ben.answers.flush();
  expect(ofBen.answers).toEqual({});
  await ben.answers.owners.chosenLogout();
  ben.kill();

  const ann = await tabOf().start(ANN);
  expect(ann.answers.store.get('city')).toBe('Scranton');
  await ann.answers.flush();
  expect(account().answers).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test.each([
  { who: BEN, after: '', heard: ['logout elsewhere'] },
  { who: ANN, after: 'Scranton', heard: [] },
])('$who, let in where Ann has left answers, goes on with "$after"', async ({ who, after, heard }) => {
  const left = await tabOf().start(ANN);
  account().always = 'lost-request';
  left.answers.store.set('city', 'Scranton');
  await left.answers.flush();

  const tab = await tabOf().start();
  await tab.answers.owners.admit(who);
  resume(tab.answers);
  expect(tab.answers.store.get('city')).toBe(after);
  account().always = 'none';
  await tab.answers.flush();
  expect(account().answers['city'] ?? '').toBe(after);
  await vi.waitFor(() => expect(left.heard).toEqual(heard));
  left.kill();
  tab.kill();

  // The draft is still there for Ann.
  expect((await tabOf().start(ANN)).answers.store.get('city')).toBe('Scranton');
});

test('a chosen logout empties the other tabs, and nothing is written back', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'Scranton');
  await one.answers.flush();
  await one.answers.owners.chosenLogout();
  await vi.waitFor(() => expect(two.heard).toContain('logout elsewhere'));
  expect(two.answers.store.get('city')).toBe('');
  await two.answers.flush();
  const next = await tabOf().start();
  expect(next.answers.store.get('city')).toBe('');
  expect(rememberedProfile(next.answers)).toBeUndefined();
});

test('a submission in one tab is known in the others, until another account logs in', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  expect([one, two].map(({ answers }) => isKnownAsSubmitted(answers))).toEqual([false, false]);
  one.answers.owners.remember({ web_status: [{ web_status: 'started' }, { web_status: 'submitted' }] });
  await vi.waitFor(() => expect(isKnownAsSubmitted(two.answers)).toBe(true));
  await two.answers.owners.automaticLogout();
  await two.logIn(BEN);
  expect(isKnownAsSubmitted(two.answers)).toBe(false);
});

test('a login in another tab is told once, and a second start of the same account to nobody', async () => {
  const one = await tabOf().start();
  const two = await tabOf().start(ANN);
  await vi.waitFor(() => expect(one.heard).toEqual(['login elsewhere']));
  await tabOf().start(ANN);
  await one.answers.flush();
  expect(two.heard).toEqual([]);
  expect(one.heard).toEqual(['login elsewhere']);
});
