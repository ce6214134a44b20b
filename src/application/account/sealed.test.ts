import { createStore, keys } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { FakeAccount } from '#testing/fake-account.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { stolen } from '#testing/thief.ts';
import type { Tab } from '#testing/tab.ts';
import { openedDevice } from '#testing/test-device.ts';
import { accountIn } from '../record-names.ts';
import { ownerOfDraft } from '../records.ts';
import { storedFiles } from '#files/stored-files.ts';
import { lock } from '#device/changes.ts';

const TRANSCRIPT = 'college_transcript';
const local = fakeLocalStorage();
const browser = freshBrowser();

beforeEach(() => {
  browser.account().deviceKey = crypto.getRandomValues(new Uint8Array(32));
});

function filesOf(tab: Tab) {
  return storedFiles(tab.device, ownerOfDraft(tab.app.state));
}

/** A tab in which answers and a file wait for an account that cannot be reached. */
async function waiting(): Promise<Tab> {
  const account = browser.account();
  const tab = await browser.tabOf(account).start(ANN);
  account.always = 'lost-request';
  tab.app.set('first_name', 'Ann Canary');
  tab.call({ kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'canary' });
  const file = new File(['a canary of a file'], 'canary.txt', { type: 'text/plain' });
  await filesOf(tab).put(TRANSCRIPT, '1', file);
  await tab.app.journal.flush();
  expect(await stolen(local)).toContain('Ann Canary');
  expect(await stolen(local)).toContain('a canary of a file');
  return tab;
}

test('after an idle logout nothing unsent can be opened, and the next login sends it', async () => {
  const account = browser.account();
  const tab = await waiting();
  await tab.app.leave('idle');
  const loot = await stolen(local);
  expect(loot).not.toMatch(/canary/i);
  expect(loot).not.toContain(ANN);
  account.always = 'none';
  const next = await browser.tabOf(account).start(ANN);
  expect(next.app.get('first_name')).toBe('Ann Canary');
  expect(await next.app.save()).toBe(true);
  expect(account.answers['first_name']).toBe('Ann Canary');
  expect(account.operations).toContainEqual(expect.objectContaining({ chosen_tab: 'canary' }));
  const files = await filesOf(next).read();
  expect(await files?.get(TRANSCRIPT)?.file?.text()).toBe('a canary of a file');
});

test('a file that cannot be stored because the account is locked is not reported as stored here', async () => {
  const tab = await browser.tabOf().start(ANN);
  const files = filesOf(tab);
  await openedDevice().then((other) => lock(other));
  const file = new File(['late'], 'late.pdf');
  const puts = [
    await files.put(TRANSCRIPT, '1', file),
    // By now, the tab knows that it is locked.
    await files.put('employ_resume', '2', file),
  ];
  const kept = await filesOf(await browser.tabOf().start(ANN)).read();
  expect(puts.map(({ isOnDevice }) => isOnDevice)).toEqual([true, false]);
  expect([...(kept?.keys() ?? [])]).toEqual([TRANSCRIPT]);
});

test('a start that finds nobody logged in deletes what the account has, and locks what waits', async () => {
  const tab = await browser.tabOf().start(ANN);
  tab.app.set('city', 'Erie');
  expect(await tab.app.save()).toBe(true);
  tab.kill();
  (await waiting()).kill();
  const next = await browser.tabOf().start();
  await next.app.leave('expired');
  expect(await stolen(local)).not.toMatch(/canary|Erie/i);
  const left = (await keys(createStore('application', 'records'))).map(String);
  expect(left.filter((name) => name.startsWith('change/')).map((name) => name.split('/')[2])).toEqual([
    'first_name',
  ]);
});

test('an offline start opens unsent answers, as long as nobody has logged out', async () => {
  const tab = await waiting();
  const owner = ownerOfDraft(tab.app.state);
  tab.kill();
  const next = await browser.tabOf().start();
  const files = await storedFiles(next.device, owner).read();
  expect(files?.has(TRANSCRIPT)).toBe(true);
});

test('the login of another account opens nothing of the owner’s and takes nothing', async () => {
  const account = browser.account();
  const tab = await waiting();
  await tab.app.leave('idle');
  const others = await browser.tabOf(new FakeAccount()).start(BEN);
  others.app.set('first_name', 'Ben');
  await others.app.save();
  expect(await stolen(local)).not.toMatch(/canary/i);
  await others.app.leave('chosen');
  account.always = 'none';
  const next = await browser.tabOf(account).start(ANN);
  expect(next.app.get('first_name')).toBe('Ann Canary');
});

test('a chosen logout leaves neither records nor key', async () => {
  const tab = await waiting();
  await tab.app.leave('chosen');
  expect(await stolen(local)).not.toMatch(/canary/i);
});

test('what another tab types while this one logs out is kept, and cannot be opened either', async () => {
  const account = browser.account();
  const tab = await waiting();
  const other = await browser.tabOf(account).start(ANN);
  other.app.set('last_name', 'Canary too');
  await Promise.all([other.app.journal.flush(), tab.app.leave('idle')]);
  await expect.poll(() => other.app.state.who).toEqual({ is: 'departed', how: 'idle' });
  await other.app.save();
  expect(await stolen(local)).not.toMatch(/canary/i);
  account.always = 'none';
  const next = await browser.tabOf(account).start(ANN);
  expect(next.app.get('first_name')).toBe('Ann Canary');
  expect(next.app.get('last_name')).toBe('Canary too');
});

test('letters typed in a tab that missed the lock of the account are written at the next login', async () => {
  const account = browser.account();
  account.deviceKey = undefined;
  account.always = 'lost-request';
  const tab = await browser.tabOf(account).start(ANN);
  await lock(await openedDevice(accountIn));
  tab.app.set('first_name', 'Ann Canary');
  await tab.app.journal.flush();
  await tab.app.leave('idle');
  await tab.logIn(ANN);
  tab.kill();
  const next = await browser.tabOf(account).start(ANN);
  expect(next.app.get('first_name')).toBe('Ann Canary');
});

test('on a server that sends no key, unsent answers open at the next login, as before', async () => {
  const account = browser.account();
  account.deviceKey = undefined;
  const tab = await waiting();
  await tab.app.leave('idle');
  account.always = 'none';
  const next = await browser.tabOf(account).start(ANN);
  expect(next.app.get('first_name')).toBe('Ann Canary');
});

test('unsent answers that a full device keeps locked replace nothing, and are asked about once there is room', async () => {
  const account = browser.account();
  account.answers['city'] = 'York';
  const tab = await browser.tabOf(account).start(ANN);
  account.always = 'lost-request';
  tab.app.set('city', 'Erie');
  await tab.app.save();
  await tab.app.leave('expired');
  tab.kill();
  account.always = 'none';
  account.changeElsewhere({ city: 'Reading' });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const next = await browser.tabOf(account).start(ANN);
  expect(next.device.getStatus()).toEqual({ kind: 'memory-only', reason: 'full' });
  full.mockRestore();
  next.app.set('zip', '18509');
  await next.app.save();
  next.kill();
  const last = await browser.tabOf(account).start(ANN);
  await last.app.save();
  expect(last.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
  expect(account.answers).toMatchObject({ city: 'Reading', zip: '18509' });
});

test('a damaged account costs no unsent answer when a session ends', async () => {
  const account = browser.account();
  const tab = await browser.tabOf(account).start(ANN);
  account.always = 'lost-request';
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  const owner = ownerOfDraft(tab.app.state);
  tab.app.state.drafts.get(owner)?.seen.clear();
  await tab.app.leave('expired');
  account.always = 'none';
  tab.kill();
  expect((await browser.tabOf(account).start(ANN)).app.get('city')).toBe('Scranton');
});
