import { expect, test } from 'vitest';
import { FakeAccount } from '#testing/fake-account.ts';
import type { Tab } from '#testing/tab.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { pendingIn } from './select.ts';

const HALF_A_DATE = '4\n27\n19';
const { account, tabOf } = freshBrowser();

function unfinishedIn(tab: Tab): string {
  return tab.app.get('birth_date_unfinished');
}

test('half a date is there again next time, and is in the account’s draft, but never in the account', async () => {
  const tab = await tabOf().start();
  tab.app.set('first_name', 'Ann');
  tab.app.set('birth_date_unfinished', HALF_A_DATE);
  await tab.app.save();
  tab.kill();
  const next = await tabOf().start();
  expect(unfinishedIn(next)).toBe(HALF_A_DATE);
  await next.logIn(ANN);
  await next.app.save();
  expect(unfinishedIn(next)).toBe(HALF_A_DATE);
  next.app.set('birth_date_unfinished', '4\n27\n199');
  expect(await next.app.save()).toBe(true);
  expect(account().answers).toEqual({ first_name: 'Ann' });
  next.kill();
  const last = await tabOf().start(ANN);
  expect(unfinishedIn(last)).toBe('4\n27\n199');
  expect(pendingIn(last.app.state)).toBe(0);
});

test('half a date survives an ended session, and is shown only to its own applicant', async () => {
  const tab = await tabOf().start(ANN);
  tab.app.set('birth_date_unfinished', HALF_A_DATE);
  await tab.app.save();
  await tab.app.leave('expired');
  expect(unfinishedIn(tab)).toBe('');
  tab.kill();
  const bens = await tabOf(new FakeAccount()).start(BEN);
  expect(unfinishedIn(bens)).toBe('');
  await bens.app.leave('chosen');
  bens.kill();
  expect(unfinishedIn(await tabOf().start(ANN))).toBe(HALF_A_DATE);
});

test('if two drafts have half a date, nobody is asked and nothing is sent', async () => {
  const anns = await tabOf().start(ANN);
  anns.app.set('birth_date_unfinished', '5\n\n');
  await anns.app.save();
  await anns.app.leave('expired');
  anns.app.set('birth_date_unfinished', HALF_A_DATE);
  await anns.logIn(ANN);
  await anns.app.save();
  expect(unfinishedIn(anns)).toBe(HALF_A_DATE);
  expect(anns.conflicts).toEqual([]);
  expect(account().answers).toEqual({});
});
