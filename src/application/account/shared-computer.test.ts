import { expect, test, vi } from 'vitest';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';
import { ownerOf } from '../records.ts';
import { isOnlyHere } from '../select.ts';

const { account, tabOf } = freshBrowser();

test.each([{ who: undefined }, { who: ANN }])(
  'knows whether what was entered is in this page alone ($who)',
  async ({ who }) => {
    const tab = await tabOf().start(who);
    account().always = 'lost-request';
    tab.app.set('city', 'Scranton');
    await tab.app.save();
    expect(isOnlyHere(tab.app.state)).toBe(false);
    await tab.device.setShared(true);
    expect(isOnlyHere(tab.app.state)).toBe(true);
    account().always = 'none';
    if (who === undefined) await tab.logIn(ANN);
    await tab.app.save();
    expect(isOnlyHere(tab.app.state)).toBe(false);
  },
);

test('an ended session on a shared computer keeps what waits for the same account, as long as the page is open', async () => {
  account().answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.app.set('last_name', 'Ng');
  await tab.device.setShared(true);
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

test('an ended session of another tab on a shared computer leaves here what waits, and nothing else', async () => {
  account().answers['zip'] = '18509';
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await one.device.setShared(true);
  await two.device.setShared(true);
  account().always = 'unauthorized';
  one.app.set('city', 'Scranton');
  await vi.waitFor(() => expect(two.app.get('city')).toBe('Scranton'));
  await one.app.leave('expired');
  await vi.waitFor(() => expect(two.app.state.who).toEqual({ is: 'departed', how: 'expired' }));
  const kept = two.app.state.drafts.get(await ownerOf(ANN))?.answers ?? [];
  const answers = [...kept].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]]));
  expect(Object.fromEntries(answers)).toEqual({ city: 'Scranton' });
});

test('turning storing on again in one tab has the others store what was typed there meanwhile', async () => {
  const one = await tabOf().start();
  await one.device.setShared(true);
  const two = await tabOf().start();
  two.app.set('city', 'Scranton');
  await two.app.save();
  expect(two.app.status.text).toMatch(/^Not saved here/);
  one.kill();
  await one.device.setShared(false);
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
    // Not awaited: a write may be under way.
    void two.app.save();
    await one.device.setShared(true);
    void two.app.wake();
    await vi.waitFor(() => expect(two.device.isShared).toBe(true));
    two.app.set('last_name', 'Ng');
    await two.app.save();
    expect([...one.heard, ...two.heard]).toEqual([]);
    for (const { app } of [one, two])
      expect(app.state.who.is).toBe(who === undefined ? 'visitor' : 'applicant');
    expect(two.app.getAll()).toMatchObject({ city: 'Scranton', last_name: 'Ng' });

    await two.device.setShared(false);
    await two.app.save();
    for (const tab of [one, two]) tab.kill();
    expect((await tabOf().start(who)).app.getAll()).toMatchObject({
      city: 'Scranton',
      last_name: 'Ng',
    });
  },
);
