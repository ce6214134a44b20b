import { afterEach, expect, test, vi } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { clock } from '#device/clock.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { rememberedProfile, resume } from './account-answers.ts';
import { withWaiting } from './with-waiting.ts';

const { account, tabOf } = freshBrowser();

afterEach(() => {
  vi.unstubAllGlobals();
});

test('starts without a network with what the last login left, and sends once there is one', async () => {
  account().answers['zip'] = '18509';
  const before = await tabOf().start(ANN);
  account().always = 'lost-request';
  before.answers.store.set('city', 'Scranton');
  await before.answers.flush();
  before.kill();

  const tab = await tabOf().start();
  expect(rememberedProfile(tab.answers)).toBeDefined();
  expect(resume(tab.answers)).toMatchObject({ username: ANN });
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toBe('Offline: 1 answer waiting. Saved on this device.');
  account().always = 'none';
  await tab.answers.flush();
  expect(account().answers).toMatchObject({ city: 'Scranton' });
  expect(tab.answers.saveLine.status.text).toMatch(/^Saved to your account at /);
});

test('a profile is as it will be once the account has heard of what waits', async () => {
  const before = await tabOf().start(ANN);
  account().always = 'lost-request';
  before.answers.enqueue({ kind: 'web-status', web_status: 'validating' });
  before.answers.enqueue({ kind: 'last-page', last_page: '/education' });
  await before.answers.flush();
  before.kill();

  const tab = await tabOf().start(ANN);
  const stale = { last_page: '/about', web_status: [{ web_status: 'started' }] };
  expect(withWaiting(stale, tab.answers.waiting)).toEqual({
    last_page: '/education',
    web_status: [{ web_status: 'started' }, { web_status: 'validating' }],
  });
  account().always = 'none';
  await tab.answers.flush();
  expect(withWaiting(stale, tab.answers.waiting)).toEqual(stale);
});

test.each([
  { title: 'an answer', key: 'city', status: '1 answer needs you: not sent to your account', pending: 1 },
  { title: 'a label', key: 'gender_desc', status: /^Saved to your account at /, pending: 0 },
  { title: 'a stamp', key: 'submit_date', status: /^Saved to your account at /, pending: 0 },
])('$title that the server refuses keeps nothing waiting', async ({ key, status, pending }) => {
  const tab = await tabOf().start(ANN);
  account().faults.push({ status: 422, errors: { [key]: ['Please use fewer signs.'] } });
  tab.answers.store.set('city', 'Scranton');
  tab.answers.store.set('gender', 'female');
  tab.answers.store.set('submit_date', '2026-11-20');
  expect(await tab.answers.flush()).toBe(true);
  expect(account().answers).not.toHaveProperty(key);
  expect(tab.answers.saveLine.status.text).toMatch(status);
  expect(tab.answers.pending).toBe(pending);
  expect([...tab.answers.refusals.keys()]).toEqual(pending === 1 ? [key] : []);
});

test('a server that can be read and not changed is left in peace for longer each time', async () => {
  const waits: number[] = [];
  const impatient = {
    ...clock,
    after(ms: number, callback: () => void) {
      waits.push(ms);
      return waits.length < 20 ? clock.after(0, callback) : () => undefined;
    },
  };
  const tab = await tabOf(account(), impatient).start(ANN);
  account().onPut = () => {
    throw new ServerError(502, 'unexpected', {}, undefined, false);
  };
  tab.answers.store.set('city', 'Scranton');
  await vi.waitFor(() => expect(Math.max(...waits)).toBeGreaterThan(30_000));
});

test('an answer that was refused for what the call was, and not for what it says, is sent again at the next visit', async () => {
  const tab = await tabOf().start(ANN);
  account().faults.push({ status: 403 });
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toBe('1 answer needs you: not sent to your account');
  tab.kill();
  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(account().answers['city']).toBe('Scranton');
  expect(next.answers.refusals.size).toBe(0);
});

test('newer letters stay when the answer to older ones comes late', async () => {
  const tab = await tabOf().start(ANN);
  let arrive = () => {};
  account().faults.push({ until: new Promise((resolve) => (arrive = resolve)) });
  tab.answers.store.set('city', 'Scr');
  const saved = tab.answers.flush();
  await vi.waitFor(() => expect(account().calls).toBe(1));
  tab.answers.store.set('city', 'Scranton');
  arrive();
  await saved;
  expect(tab.answers.store.get('city')).toBe('Scranton');
  expect(account().answers['city']).toBe('Scranton');
});

test('calls wait in the order in which they happened, the last of a kind alone', async () => {
  const tab = await tabOf().start(ANN);
  account().always = 'lost-request';
  tab.answers.enqueue({ kind: 'last-page', last_page: '/about' });
  tab.answers.enqueue({ kind: 'web-status', web_status: 'started' });
  tab.answers.enqueue({ kind: 'last-page', last_page: '/education' });
  await tab.answers.flush();
  tab.kill();
  account().always = 'none';
  const next = await tabOf().start(ANN);
  await next.answers.flush();
  expect(account().operations).toEqual([
    { kind: 'web-status', web_status: 'started' },
    { kind: 'last-page', last_page: '/education' },
  ]);
  next.kill();
  await (await tabOf().start(ANN)).answers.flush();
  expect(account().operations).toHaveLength(2);
});

test.each([
  { tabs: 'that hear each other', channel: BroadcastChannel },
  { tabs: 'that look at the device', channel: undefined },
])('a choice made while an older one is being sent is sent after it, in tabs $tabs', async ({ channel }) => {
  vi.stubGlobal('BroadcastChannel', channel);
  const choice = (chosen_tab: string) => ({ kind: 'tabs', tab_id: 'experience', chosen_tab }) as const;
  const sender = await tabOf().start(ANN);
  const other = await tabOf().start(ANN);
  let arrive = () => {};
  account().failing['tabs'] = { until: new Promise((resolve) => (arrive = resolve)) };
  sender.answers.enqueue(choice('upload'));
  const saved = sender.answers.flush();
  await vi.waitFor(() => expect(account().asked).toHaveLength(1));
  other.answers.enqueue(choice('describe'));
  await other.answers.flush(0);
  arrive();
  await saved;
  await vi.waitFor(async () => {
    await other.answers.flush();
    expect(account().operations).toEqual([choice('upload'), choice('describe')]);
  });
});
