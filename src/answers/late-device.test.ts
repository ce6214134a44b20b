import { expect, test, vi } from 'vitest';
import { clock } from '#device/clock.ts';
import type { Tab } from '#testing/tab.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { rememberedProfile } from './account-answers.ts';

const { account, tabOf } = freshBrowser();

/** Puts York in the account; leaves Erie unsent on the device, after an offline logout. */
async function leaveErieWaiting(): Promise<void> {
  account().answers['city'] = 'York';
  const tab = await tabOf().start(ANN);
  account().always = 'lost-request';
  tab.answers.store.set('city', 'Erie');
  await tab.answers.flush();
  await tab.answers.owners.automaticLogout();
  tab.kill();
  account().always = 'none';
}

/** Logs in before the storage opens. */
async function logInBeforeItOpens(type: (tab: Tab) => void): Promise<Tab> {
  const storage = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not yet', 'SecurityError');
  });
  const tab = await tabOf().start(ANN);
  type(tab);
  await tab.answers.flush();
  storage.mockRestore();
  await tab.device.reopen();
  return tab;
}

/** Logs in while one read of the open device fails. */
async function logInWithoutReading(type: (tab: Tab) => void): Promise<Tab> {
  const tab = await tabOf().start();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('not now', 'SecurityError');
  });
  const loggedIn = tab.logIn(ANN);
  await vi.waitFor(() => expect(rememberedProfile(tab.answers)).toBeDefined());
  type(tab);
  await loggedIn;
  return tab;
}

const ways = [
  { how: 'before its storage opens', logIn: logInBeforeItOpens },
  { how: 'while it cannot be read', logIn: logInWithoutReading },
];
const typesNothing = () => undefined;

test.each(ways)('what waits on a device reaches the account after a login $how', async ({ logIn }) => {
  await leaveErieWaiting();
  const tab = await logIn(typesNothing);
  await vi.waitFor(() => expect(tab.answers.store.get('city')).toBe('Erie'));
  await tab.answers.flush();
  expect(account().answers['city']).toBe('Erie');
  expect(tab.answers.conflicts).toEqual([]);
});

test.each(ways)('another device’s change is asked about after a login $how', async ({ logIn }) => {
  await leaveErieWaiting();
  account().answers['city'] = 'Reading';
  const tab = await logIn(typesNothing);
  await vi.waitFor(async () => {
    await tab.answers.flush();
    expect(tab.answers.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  });
  expect(account().answers['city']).toBe('Reading');
});

test.each(ways)('what is typed after a login $how is later than what waits there', async ({ logIn }) => {
  await leaveErieWaiting();
  const tab = await logIn((typing) => typing.answers.store.set('city', 'Scranton'));
  await tab.answers.flush();
  await vi.waitFor(() => expect(tab.answers.saveLine.status.text).toMatch(/^Saved to your account at /));
  expect(account().answers['city']).toBe('Scranton');
  tab.kill();
  expect((await tabOf().start(ANN)).answers.store.get('city')).toBe('Scranton');
});

test('what a page found of an earlier time yields to a device that opens late; what is entered in it does not', async () => {
  const before = await tabOf().start();
  before.answers.store.set('city', 'Erie');
  before.answers.store.set('zip', '16501');
  await before.answers.flush();
  before.kill();
  let isPutBack = true;
  const tab = tabOf(account(), clock, () => isPutBack);
  tab.answers.store.type('city', 'York');
  tab.answers.store.type('zip', '17401');
  isPutBack = false;
  tab.answers.store.set('zip', '19104');
  await tab.start();
  expect(tab.answers.store.get('city')).toBe('Erie');
  expect(tab.answers.store.get('zip')).toBe('19104');
});
