import { expect, test } from 'vitest';
import { proofsOn } from '#device/proofs.ts';
import { FakeAccount } from '#testing/fake-account.ts';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { stolen } from '#testing/thief.ts';

const local = fakeLocalStorage();
const browser = freshBrowser();
const newKey = () => crypto.getRandomValues(new Uint8Array(32));

/** Leaves a saved and an unsent answer on the device, as a browser that was closed. Returns the account's key. */
async function leaves() {
  const account = browser.account();
  const deviceKey = newKey();
  account.deviceKey = deviceKey;
  const tab = await browser.tabOf().start(ANN);
  tab.app.set('city', 'Erie');
  expect(await tab.app.save()).toBe(true);
  account.always = 'lost-request';
  tab.app.set('first_name', 'Ann');
  await tab.app.journal.flush();
  tab.kill();
  return deviceKey;
}

/** Opens the page after the session has ended, long ago. */
async function returns() {
  const tab = await browser.tabOf().start();
  await tab.app.leave('expired');
  return tab;
}

/** A new account with the same address. */
function signedUpAgain(formerKey?: Uint8Array<ArrayBuffer>): FakeAccount {
  return Object.assign(new FakeAccount(), { deviceKey: newKey(), formerKey });
}

test('a visit without a session locks the whole draft, and keeps a proof that opens none of it', async () => {
  await leaves();
  const { device } = await returns();
  expect(await stolen(local)).not.toMatch(/Erie|"Ann"/);
  expect(await proofsOn(device)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
});

test('a new account with the address of a deleted one gets the draft that is on the device', async () => {
  const former = await leaves();
  (await returns()).kill();
  const again = signedUpAgain(former);
  const tab = await browser.tabOf(again).start(ANN);
  expect(tab.conflicts).toEqual([]);
  expect(await tab.app.save()).toBe(true);
  expect(again.answers).toMatchObject({ city: 'Erie', first_name: 'Ann' });
  tab.kill();
  // By now, the device has the proof of the new account.
  const next = await browser.tabOf(Object.assign(again, { formerKey: undefined })).start(ANN);
  expect(next.app.get('city')).toBe('Erie');
});

test('a page that was open when its account was deleted sends what was not sent, without a question', async () => {
  const account = browser.account();
  account.deviceKey = newKey();
  const tab = await browser.tabOf().start(ANN);
  tab.app.set('city', 'Erie');
  expect(await tab.app.save()).toBe(true);
  account.always = 'unauthorized';
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await tab.app.leave('expired');
  delete account.answers['city'];
  Object.assign(account, { formerKey: account.deviceKey, deviceKey: newKey(), always: 'none' });
  await tab.logIn(ANN);
  expect(tab.conflicts).toEqual([]);
  expect(await tab.app.save()).toBe(true);
  expect(account.answers).toEqual({ city: 'Scranton' });
});

test('the answer of the new account and that of the draft are both shown', async () => {
  const former = await leaves();
  (await returns()).kill();
  const again = signedUpAgain(former);
  again.answers['city'] = 'York';
  const tab = await browser.tabOf(again).start(ANN);
  expect(tab.conflicts).toMatchObject([{ key: 'city' }]);
});

test('another address gets nothing, and the draft stays locked', async () => {
  const former = await leaves();
  (await returns()).kill();
  const other = await browser.tabOf(signedUpAgain(former)).start(BEN);
  expect(other.app.get('city')).toBe('');
  expect(await stolen(local)).not.toMatch(/Erie/);
});

test('a chosen log-out leaves no proof', async () => {
  browser.account().deviceKey = newKey();
  const tab = await browser.tabOf().start(ANN);
  await tab.app.leave('chosen');
  expect(await proofsOn(tab.device)).toEqual([]);
});
