// Storage that does not open in time, or cannot be read at a start or a login, is not used until the next start.
import { expect, test, vi } from 'vitest';
import { FakeAccount } from '#testing/fake-account.ts';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import type { Tab } from '#testing/tab.ts';
import { claimFor } from '../claim.ts';

const { account, tabOf } = freshBrowser();
const NOT_HERE = 'Not saved on this device: its storage is blocked.';

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

/** Leaves a draft of a visitor on the device. */
async function leaveDraft(madeFor?: string): Promise<void> {
  const tab = await tabOf().start();
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  if (madeFor !== undefined) await claimFor(tab.app, madeFor);
  tab.kill();
}

/** Opens a page whose storage answers only afterwards. */
async function openTooSoon(username?: string): Promise<Tab> {
  const storage = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not yet', 'SecurityError');
  });
  const tab = await tabOf().start(username);
  storage.mockRestore();
  return tab;
}

/** Lets no transaction begin on the open device meanwhile. */
async function whileBroken(act: () => Promise<unknown>): Promise<void> {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('not now', 'TimeoutError');
  });
  await act();
  broken.mockRestore();
}

/** Logs in while the open device can be neither read nor written. */
async function logInWithoutReading(): Promise<Tab> {
  const tab = await tabOf().start();
  await whileBroken(() => tab.logIn(ANN));
  return tab;
}

/** Opens a page that cannot read the open device, and logs in. */
async function startWithoutReading(): Promise<Tab> {
  const tab = tabOf();
  await tab.device.open();
  await whileBroken(() => tab.app.open());
  await tab.logIn(ANN);
  return tab;
}

const ways = [
  { how: 'does not open', logIn: () => openTooSoon(ANN) },
  { how: 'cannot be read at the start', logIn: startWithoutReading },
  { how: 'cannot be read at the login', logIn: logInWithoutReading },
];

test.each(ways)(
  'with storage that $how, the account gets what is typed, and the page says so',
  async (way) => {
    const tab = await way.logIn();
    account().always = 'lost-request';
    tab.app.set('city', 'Scranton');
    await tab.app.save();
    expect(tab.app.status.text).toBe(`Offline: 1 answer waiting. ${NOT_HERE}`);
    account().always = 'none';
    expect(await tab.app.save()).toBe(true);
    expect(tab.app.status.text).toBe('Saved to your account');
    expect(account().answers['city']).toBe('Scranton');
  },
);

test.each(ways)('unsent answers on storage that $how are sent after the next start', async (way) => {
  await leaveErieWaiting();
  const tab = await way.logIn();
  await tab.app.save();
  expect(tab.app.get('city')).toBe('York');
  tab.kill();
  const next = await tabOf().start(ANN);
  await next.app.save();
  expect(account().answers['city']).toBe('Erie');
  expect(next.conflicts).toEqual([]);
});

test.each(ways)(
  'after storage that $how, the next start asks about what was entered meanwhile',
  async (way) => {
    await leaveErieWaiting();
    const tab = await way.logIn();
    tab.app.set('city', 'Scranton');
    await tab.app.save();
    tab.kill();
    const next = await tabOf().start(ANN);
    await next.app.save();
    expect(next.conflicts).toEqual([{ key: 'city', mine: 'Erie', theirs: 'Scranton' }]);
    expect(account().answers['city']).toBe('Scranton');
  },
);

test.each(ways.slice(0, 2))(
  'a draft on storage that $how goes into the account at the next start, as at a login',
  async (way) => {
    await leaveDraft();
    const tab = await way.logIn();
    await tab.app.save();
    expect(account().answers).toEqual({});
    tab.kill();
    await (await tabOf().start(ANN)).app.save();
    expect(account().answers).toEqual({ city: 'Scranton' });
  },
);

test('the next start asks about a draft on unused storage that was made for somebody else', async () => {
  await leaveDraft(BEN);
  (await openTooSoon(ANN)).kill();
  const next = await tabOf().start(ANN);
  await next.app.save();
  expect(next.app.state.asksAboutDraft).toBe(true);
  expect(account().answers).toEqual({});
});

test('another tab stores what is typed on a page that stores nothing, and follows its login', async () => {
  const storing = await tabOf().start();
  const tab = await openTooSoon();
  tab.app.set('city', 'Scranton');
  await vi.waitFor(() => expect(storing.app.get('city')).toBe('Scranton'));
  await storing.app.save();
  expect(storing.app.status.text).toBe('Saved on this device');
  expect(tab.app.status.text).toBe(`${NOT_HERE} Sign up to keep your answers.`);
  await tab.logIn(ANN);
  await vi.waitFor(async () => {
    await storing.app.catchUp();
    expect(storing.heard).toContain('reload');
  });
});

test.each(['chosen', 'idle'] as const)(
  'a logout (%s) on a page that stores nothing ends the visit in the others, too',
  async (how) => {
    const storing = await tabOf().start(ANN);
    const tab = await openTooSoon(ANN);
    await tab.app.leave(how);
    await vi.waitFor(async () => {
      await storing.app.catchUp();
      expect(storing.app.state.who.is).toBe('departed');
    });
  },
);

test('clearing a device that could not be opened clears it, once it answers', async () => {
  await leaveDraft();
  const tab = await openTooSoon();
  await tab.app.leave('chosen');
  await vi.waitFor(async () => expect((await tabOf(new FakeAccount()).start()).app.get('city')).toBe(''));
});
