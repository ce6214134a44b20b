import { expect, test, vi } from 'vitest';
import { ANN, BEN, freshBrowser } from '#testing/fresh-browser.ts';

const { account, tabOf } = freshBrowser();

test.each([{ who: undefined }, { who: ANN }])(
  'knows whether what was entered is in this page alone ($who)',
  async ({ who }) => {
    const tab = await tabOf().start(who);
    account().always = 'lost-request';
    tab.answers.store.set('city', 'Scranton');
    await tab.answers.flush();
    expect(tab.answers.isOnlyHere).toBe(false);
    await tab.device.setShared(true);
    expect(tab.answers.isOnlyHere).toBe(true);
    account().always = 'none';
    if (who === undefined) await tab.logIn(ANN);
    await tab.answers.flush();
    expect(tab.answers.isOnlyHere).toBe(false);
  },
);

test('an ended session on a shared computer keeps what waits for the same account, as long as the page is open', async () => {
  account().answers['zip'] = '18509';
  const tab = await tabOf().start(ANN);
  account().always = 'unauthorized';
  tab.answers.store.set('last_name', 'Ng');
  await tab.device.setShared(true);
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await tab.answers.owners.automaticLogout();
  expect(Object.values(tab.answers.store.getAll()).join('')).toBe('');

  account().always = 'none';
  await tab.logIn(BEN);
  expect(tab.answers.store.get('last_name') + tab.answers.store.get('city')).toBe('');
  await tab.answers.owners.automaticLogout();
  await tab.logIn(ANN);
  await tab.answers.flush();
  expect(account().answers).toEqual({ last_name: 'Ng', city: 'Scranton', zip: '18509' });
});

test('an ended session of another tab on a shared computer leaves here what waits, and nothing else', async () => {
  account().answers['zip'] = '18509';
  const [one, two] = [await tabOf().start(ANN), await tabOf().start(ANN)];
  await one.device.setShared(true);
  await two.device.setShared(true);
  account().always = 'unauthorized';
  one.answers.store.set('city', 'Scranton');
  await vi.waitFor(() => expect(two.answers.store.get('city')).toBe('Scranton'));
  await one.answers.owners.automaticLogout();
  await vi.waitFor(() => expect(two.heard).toContain('logout elsewhere'));
  const { records } = two.answers.inside;
  const kept = records.names('answer/').map((name) => [name.replace(/.*\//, ''), records.get(name)]);
  expect(Object.fromEntries(kept)).toEqual({ city: 'Scranton' });
});

test('turning storing on again in one tab has the others store what was typed there meanwhile', async () => {
  const one = await tabOf().start();
  await one.device.setShared(true);
  const two = await tabOf().start();
  two.answers.store.set('city', 'Scranton');
  await two.answers.flush();
  expect(two.answers.saveLine.status.text).toMatch(/^Not saved here/);
  one.kill();
  await one.device.setShared(false);
  two.answers.retry();
  await vi.waitFor(() => expect(two.answers.saveLine.status.text).toBe('Saved on this device'));
  two.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Scranton');
});

test.each([{ who: undefined }, { who: ANN }])(
  'turning storing off in one tab ends nothing in the others ($who)',
  async ({ who }) => {
    account().answers['zip'] = '18509';
    const [one, two] = [await tabOf().start(who), await tabOf().start(who)];
    account().always = 'lost-request';
    two.answers.store.set('city', 'Scranton');
    // Not awaited: a write may be under way.
    void two.answers.flush();
    await one.device.setShared(true);
    two.answers.retry();
    await vi.waitFor(() => expect(two.device.isShared).toBe(true));
    two.answers.store.set('last_name', 'Ng');
    await two.answers.flush();
    expect([...one.heard, ...two.heard]).toEqual([]);
    expect(two.answers.store.getAll()).toMatchObject({ city: 'Scranton', last_name: 'Ng' });

    await two.device.setShared(false);
    await two.answers.flush();
    for (const tab of [one, two]) tab.kill();
    expect((await tabOf().start(who)).answers.store.getAll()).toMatchObject({
      city: 'Scranton',
      last_name: 'Ng',
    });
  },
);
