import { claimFor } from './claim.ts';
import { expect, test, vi } from 'vitest';
import { FakeAccount } from '#testing/fake-account.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { profileOf } from '#testing/tab.ts';
import { ownerOf } from './owner.ts';
import { META } from './record-names.ts';
import { hasAnswers, snapshotOf, webStatusIn } from './select.ts';
import { anonymousAnswers, stampNow } from './account/select.ts';

const { account, tabOf } = freshBrowser();

test('moves an anonymous draft into the account that signs up with it, and leaves none behind', async () => {
  const tab = await tabOf().start();
  tab.app.set('city', 'Scranton');
  await claimFor(tab.app, ANN);
  await tab.logIn(ANN);
  await tab.app.save();
  expect(account().answers).toMatchObject({ city: 'Scranton' });
  await tab.app.leave('chosen');
  expect((await tabOf().start()).app.get('city')).toBe('');
});

test('a visitor who clears the device sees nothing of it any more, and types into a blank form', async () => {
  const tab = await tabOf().start();
  tab.app.set('city', 'Scranton');
  tab.app.set('last_name', 'Ng');
  await tab.app.save();
  await tab.app.leave('chosen');
  expect(hasAnswers(tab.app.state)).toBe(false);
  expect(tab.app.status.text).toBe('');
  tab.app.set('city', 'Erie');
  await tab.app.save();
  expect((await tabOf().start()).app.getAll()).toMatchObject({ city: 'Erie' });
  expect((await tabOf().start()).app.get('last_name')).toBe('');
});

test.each([
  { how: 'idle', hasKey: true },
  { how: 'expired', hasKey: true },
  { how: 'idle', hasKey: false },
] as const)('what is typed after an $how session is kept on the device', async ({ how, hasKey }) => {
  if (!hasKey) account().deviceKey = undefined;
  const tab = await tabOf().start(ANN);
  await tab.app.leave(how);
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(tab.app.status.text).toBe('Saved on this device');
  tab.kill();
  expect((await tabOf().start()).app.get('city')).toBe('Scranton');
});

test('never gives a draft that Ann signed up with to Ben unasked', async () => {
  const tab = await tabOf().start();
  tab.app.set('ssn', '123-45-6789');
  await claimFor(tab.app, ANN);
  await tab.logIn(BEN);
  await tab.app.save();
  expect(account().answers).toEqual({});
  expect(tab.app.state.asksAboutDraft).toBe(true);
  expect(anonymousAnswers(tab.app.state).get('ssn')).toBe('123-45-6789');
  tab.app.dispatch({ type: 'draftDecided', takes: false });
  await tab.app.leave('chosen');
  await tab.logIn(BEN);
  expect(tab.app.state.asksAboutDraft).toBe(true);
  await tab.app.leave('chosen');
  // The draft is still there for Ann.
  const next = await tabOf().start();
  const ofAnn = new FakeAccount();
  Object.assign(account(), { answers: ofAnn.answers });
  await next.logIn(ANN);
  expect(next.app.get('ssn')).toBe('123-45-6789');
});

test('takes another’s draft when the applicant says so', async () => {
  const tab = await tabOf().start();
  tab.app.set('city', 'York');
  await claimFor(tab.app, ANN);
  await tab.logIn(BEN);
  tab.app.dispatch({ type: 'draftDecided', takes: true });
  await tab.app.save();
  expect(account().answers).toMatchObject({ city: 'York' });
  expect(tab.app.state.asksAboutDraft).toBe(false);
});

test('an ended session seals what waits, and sends it when the same account is back', async () => {
  account().answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(tab.heard).toContain('unauthorized');
  await tab.app.leave('expired');
  expect(Object.values(tab.app.getAll()).join('')).toBe('');
  tab.kill();

  account().always = 'none';
  const ofBen = new FakeAccount();
  const ben = await tabOf(ofBen).start(BEN);
  expect(ben.app.get('city')).toBe('');
  await ben.app.save();
  expect(ofBen.answers).toEqual({});
  await ben.app.leave('chosen');
  ben.kill();

  const ann = await tabOf().start(ANN);
  expect(ann.app.get('city')).toBe('Scranton');
  await ann.app.save();
  expect(account().answers).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test.each([
  { who: BEN, after: '', becomes: { is: 'departed', how: 'expired' } },
  { who: ANN, after: 'Scranton', becomes: { is: 'applicant' } },
])('$who, let in where Ann has left answers, goes on with "$after"', async ({ who, after, becomes }) => {
  const left = await tabOf().start(ANN);
  account().always = 'lost-request';
  left.app.set('city', 'Scranton');
  await left.app.save();

  const tab = await tabOf().start();
  await tab.app.admit(who);
  tab.app.dispatch({ type: 'resumed', is: 'offline' });
  expect(tab.app.get('city')).toBe(after);
  account().always = 'none';
  await tab.app.save();
  expect(account().answers['city'] ?? '').toBe(after);
  await vi.waitFor(() => expect(left.app.state.who).toMatchObject(becomes));
  expect(left.heard).toEqual([]);
  left.kill();
  tab.kill();

  // The draft is still there for Ann.
  expect((await tabOf().start(ANN)).app.get('city')).toBe('Scranton');
});

test('a chosen logout empties the other tabs, and nothing is written back', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.app.set('city', 'Scranton');
  await one.app.save();
  await one.app.leave('chosen');
  await vi.waitFor(() => expect(two.app.state.who).toEqual({ is: 'departed', how: 'chosen' }));
  expect(two.app.get('city')).toBe('');
  await two.app.save();
  const next = await tabOf().start();
  expect(next.app.get('city')).toBe('');
  expect(next.app.state.meta?.value?.profile).toBeUndefined();
});

test('a submission in one tab is known in the others, until another account logs in', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  expect([one, two].map(({ app }) => webStatusIn(app.state))).toEqual(['started', 'started']);
  one.app.dispatch({ type: 'statusReached', status: 'submitted' });
  await vi.waitFor(() => expect(webStatusIn(two.app.state)).toBe('submitted'));
  await two.app.leave('expired');
  await two.logIn(BEN);
  expect(webStatusIn(two.app.state)).toBe('started');
});

test('a login in another tab is reported once, and a second start of the same account never', async () => {
  const one = await tabOf().start();
  const two = await tabOf().start(ANN);
  await vi.waitFor(() => expect(one.heard).toEqual(['reload']));
  await tabOf().start(ANN);
  await one.app.save();
  expect(two.heard).toEqual([]);
  expect(two.app.state.who.is).toBe('applicant');
  expect(one.heard).toEqual(['reload']);
});

test('the profile of somebody who has logged in in another tab is not shown here', async () => {
  const tab = await tabOf().start(ANN);
  const meta = { owner: await ownerOf(BEN), profile: profileOf(BEN) };
  const record = { stamp: stampNow(tab.app), value: meta };
  tab.app.dispatch({ type: 'recordsCame', records: new Map([[META, record]]), from: 'tab' });
  expect(snapshotOf(tab.app.state).username).toBeNull();
  await tab.app.save();
  tab.app.dispatch({ type: 'sendAsked', readsIfOlderThanMs: -1 });
  await tab.app.save();
  expect(snapshotOf(tab.app.state).username).toBe(ANN);
});
