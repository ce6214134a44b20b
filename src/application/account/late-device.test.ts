import { claimFor } from '../claim.ts';
import { expect, test, vi } from 'vitest';
import { clock } from '#device/clock.ts';
import type { Tab } from '#testing/tab.ts';
import { FakeAccount } from '#testing/fake-account.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { profileIn } from '../select.ts';

const { account, tabOf } = freshBrowser();

/** Puts York in the account; leaves Erie unsent on the device, after an offline logout. */
async function leaveErieWaiting(): Promise<void> {
  account().answers['city'] = 'York';
  const tab = await tabOf().start(ANN);
  account().always = 'lost-request';
  tab.app.set('city', 'Erie');
  await tab.app.save();
  await tab.app.leave('expired');
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
  await tab.app.save();
  storage.mockRestore();
  await tab.device.open();
  return tab;
}

/** Logs in while one read of the open device fails. */
async function logInWithoutReading(type: (tab: Tab) => void): Promise<Tab> {
  const tab = await tabOf().start();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('not now', 'TimeoutError');
  });
  const loggedIn = tab.logIn(ANN);
  await vi.waitFor(() => expect(profileIn(tab.app.state)).toBeDefined());
  type(tab);
  await loggedIn;
  return tab;
}

const ways = [
  { how: 'before its storage opens', logIn: logInBeforeItOpens },
  { how: 'while it cannot be read', logIn: logInWithoutReading },
];
const typesNothing = () => undefined;

test.each(ways)('unsent answers on a device reach the account after a login $how', async ({ logIn }) => {
  await leaveErieWaiting();
  const tab = await logIn(typesNothing);
  await vi.waitFor(() => expect(tab.app.get('city')).toBe('Erie'));
  await tab.app.save();
  expect(account().answers['city']).toBe('Erie');
  expect(tab.conflicts).toEqual([]);
});

test.each(ways)(
  'the applicant is asked about another device’s change after a login $how',
  async ({ logIn }) => {
    await leaveErieWaiting();
    account().changeElsewhere({ city: 'Reading' });
    const tab = await logIn(typesNothing);
    await vi.waitFor(async () => {
      await tab.app.save();
      expect(tab.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Reading' }]);
    });
    expect(account().answers['city']).toBe('Reading');
  },
);

test.each(ways)(
  'what is typed after a login $how is later than the unsent answers there',
  async ({ logIn }) => {
    await leaveErieWaiting();
    const tab = await logIn((typing) => typing.app.set('city', 'Scranton'));
    await tab.app.save();
    await vi.waitFor(() => expect(tab.app.status.text).toBe('Saved to your account'));
    expect(account().answers['city']).toBe('Scranton');
    await vi.waitFor(() => expect(tab.app.journal.isWritten).toBe(true));
    tab.kill();
    expect((await tabOf().start(ANN)).app.get('city')).toBe('Scranton');
  },
);

test('values that the browser restored yield to a device that opens late; entered ones do not', async () => {
  const before = await tabOf().start();
  before.app.set('city', 'Erie');
  before.app.set('zip', '16501');
  await before.app.save();
  before.kill();
  const tab = tabOf(account(), clock, () => true);
  tab.app.type('city', 'York', true);
  tab.app.type('zip', '17401', true);
  tab.app.set('zip', '19104');
  await tab.start();
  expect(tab.app.get('city')).toBe('Erie');
  expect(tab.app.get('zip')).toBe('19104');
});

test('a draft that is read only after the login goes into the account, as at a login', async () => {
  const before = await tabOf().start();
  before.app.set('city', 'Scranton');
  await before.app.save();
  before.kill();
  const tab = await logInBeforeItOpens(() => undefined);
  await vi.waitFor(() => expect(tab.app.get('city')).toBe('Scranton'));
  await tab.app.save();
  expect(account().answers).toMatchObject({ city: 'Scranton' });
});

test('the applicant is asked about a draft made for somebody else that is read only then', async () => {
  const before = await tabOf().start();
  before.app.set('ssn', '123-45-6789');
  await claimFor(before.app, BEN);
  before.kill();
  const tab = await logInBeforeItOpens(() => undefined);
  await vi.waitFor(() => expect(tab.app.state.asksAboutDraft).toBe(true));
  await tab.app.save();
  tab.kill();
  const ofAnn = new FakeAccount();
  const next = await tabOf(ofAnn).start(ANN);
  await next.app.save();
  expect(next.app.state.asksAboutDraft).toBe(true);
  expect(ofAnn.answers).toEqual({});
});
