import { expect, test, vi } from 'vitest';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import type { Tab } from '#testing/tab.ts';
import { ownerOf } from '../owner.ts';
import { META } from '../record-names.ts';
import { isOnlyHere } from '../select.ts';
import { setShared } from '#device/changes.ts';
import { stampNow } from './select.ts';

const { account, tabOf } = freshBrowser();

test.each([{ who: undefined }, { who: ANN }])(
  'knows whether what was entered is in this page alone ($who)',
  async ({ who }) => {
    const tab = await tabOf().start(who);
    account().always = 'lost-request';
    tab.app.set('city', 'Scranton');
    await tab.app.save();
    expect(isOnlyHere(tab.app.state)).toBe(false);
    await setShared(tab.device, true);
    expect(isOnlyHere(tab.app.state)).toBe(true);
    account().always = 'none';
    if (who === undefined) await tab.logIn(ANN);
    await tab.app.save();
    expect(isOnlyHere(tab.app.state)).toBe(false);
  },
);

test('an ended session on a shared computer keeps unsent answers for the same account, as long as the page is open', async () => {
  account().answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.app.set('last_name', 'Ng');
  await setShared(tab.device, true);
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await tab.app.leave('expired');
  expect(Object.values(tab.app.getAll()).join('')).toBe('');

  account().always = 'none';
  await tab.logIn(BEN);
  expect(tab.app.get('last_name') + tab.app.get('city')).toBe('');
  await tab.app.leave('expired');
  await tab.logIn(ANN);
  await tab.app.save();
  expect(account().answers).toEqual({ last_name: 'Ng', city: 'Scranton', zip: '18509' });
});

test('an ended session of another tab on a shared computer leaves only unsent answers here', async () => {
  account().answers['zip'] = '18509';
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await setShared(one.device, true);
  await setShared(two.device, true);
  account().always = 'unauthorized';
  one.app.set('city', 'Scranton');
  await vi.waitFor(() => expect(two.app.get('city')).toBe('Scranton'));
  await one.app.leave('expired');
  await vi.waitFor(() => expect(two.app.state.who).toEqual({ is: 'departed', how: 'expired' }));
  const kept = two.app.state.drafts.get(await ownerOf(ANN))?.answers ?? [];
  const answers = [...kept].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value.value]]));
  expect(Object.fromEntries(answers)).toEqual({ city: 'Scranton' });
});

test('turning storing on again in one tab makes the others store what was typed there since', async () => {
  const one = await tabOf().start();
  await setShared(one.device, true);
  const two = await tabOf().start();
  two.app.set('city', 'Scranton');
  await two.app.save();
  expect(two.app.status.text).toMatch(/^Not saved here/);
  one.kill();
  await setShared(one.device, false);
  void two.app.wake();
  await vi.waitFor(() => expect(two.app.status.text).toBe('Saved on this device'));
  two.kill();
  expect((await tabOf().start()).app.get('city')).toBe('Scranton');
});

test.each([{ who: undefined }, { who: ANN }])(
  'turning storing off in one tab ends nothing in the others ($who)',
  async ({ who }) => {
    account().answers['zip'] = '18509';
    const [one, two] = [await tabOf().start(who), await tabOf().start(who)];
    account().always = 'lost-request';
    two.app.set('city', 'Scranton');
    // Not awaited: a write may be in progress.
    void two.app.save();
    await setShared(one.device, true);
    void two.app.wake();
    await vi.waitFor(() => expect(two.device.isShared).toBe(true));
    two.app.set('last_name', 'Ng');
    await two.app.save();
    expect([...one.heard, ...two.heard]).toEqual([]);
    for (const { app } of [one, two])
      expect(app.state.who.is).toBe(who === undefined ? 'visitor' : 'applicant');
    expect(two.app.getAll()).toMatchObject({ city: 'Scranton', last_name: 'Ng' });

    await setShared(two.device, false);
    await two.app.save();
    for (const tab of [one, two]) tab.kill();
    expect((await tabOf().start(who)).app.getAll()).toMatchObject({
      city: 'Scranton',
      last_name: 'Ng',
    });
  },
);

/** A tab on a shared computer whose session has ended while an answer waited. */
async function endedWithScranton() {
  const tab = await tabOf().start(ANN);
  await setShared(tab.device, true);
  account().always = 'unauthorized';
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await tab.app.leave('expired');
  account().always = 'none';
  return tab;
}

test('the browser asks before it closes a page that alone has what an ended session left', async () => {
  expect(isOnlyHere((await endedWithScranton()).app.state)).toBe(true);
});

test('a login in another tab does not reload such a page', async () => {
  const tab = await endedWithScranton();
  const owner = await ownerOf(ANN);
  const records = new Map([[META, { stamp: stampNow(tab.app), value: { owner } }]]);
  tab.app.dispatch({ type: 'recordsCame', records, from: 'tab' });
  expect(tab.app.state.meta?.value).toEqual({ owner });
  expect(tab.heard).not.toContain('reload');
});

test('somebody else who logs in and out there deletes nothing of it', async () => {
  const tab = await endedWithScranton();
  await tab.logIn(BEN);
  await tab.app.leave('chosen');
  await tab.logIn(ANN);
  expect(tab.app.get('city')).toBe('Scranton');
});

test('what waits sealed for an account outlives a shared computer', async () => {
  account().deviceKey = crypto.getRandomValues(new Uint8Array(32));
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await tab.app.leave('idle');
  tab.kill();
  const visitor = await tabOf().start();
  await setShared(visitor.device, true);
  await setShared(visitor.device, false);
  visitor.kill();
  expect((await tabOf().start(ANN)).app.get('city')).toBe('Scranton');
});

test.each([
  { what: 'a wipe', act: (tab: Tab) => tab.app.leave('chosen') },
  { what: 'turning storing off', act: (tab: Tab) => setShared(tab.device, true) },
])('$what that the storage refuses is repeated', async ({ act }) => {
  const tab = await tabOf().start();
  tab.app.set('ssn', '123-45-6789');
  await tab.app.save();
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('not now', 'TimeoutError');
  });
  await act(tab);
  broken.mockRestore();
  tab.app.set('city', 'Erie');
  await tab.app.save();
  tab.kill();
  expect((await tabOf().start()).app.get('ssn')).toBe('');
});

test('storing that is turned on again says so only once everything is written', async () => {
  const { app, device } = await tabOf().start();
  await setShared(device, true);
  app.set('city', 'Scranton');
  await app.save();
  const said: string[] = [];
  app.subscribeStatus(() => said.push(`${app.status.text}, ${app.journal.isWritten}`));
  await setShared(device, false);
  await vi.waitFor(() => expect(app.status.text).toBe('Saved on this device'));
  expect(said).not.toContain('Saved on this device, false');
});
