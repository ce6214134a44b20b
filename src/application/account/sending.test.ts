import { afterEach, expect, test, vi } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { handClock } from '#testing/hand-clock.ts';
import { pendingIn, profileIn } from '../select.ts';
import { refusalsIn } from './select.ts';

const { account, tabOf } = freshBrowser();

afterEach(() => {
  vi.unstubAllGlobals();
});

test('starts offline with what the last login left, and sends once there is a network', async () => {
  account().answers['zip'] = '18509';
  const before = await tabOf().start(ANN);
  account().always = 'lost-request';
  before.app.set('city', 'Scranton');
  await before.app.save();
  before.kill();

  const tab = await tabOf().start();
  tab.app.dispatch({ type: 'resumed', is: 'offline' });
  expect(profileIn(tab.app.state)).toMatchObject({ username: ANN });
  expect(tab.app.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
  await tab.app.save();
  expect(tab.app.status.text).toBe('Offline: 1 answer waiting. Saved on this device.');
  account().always = 'none';
  await tab.app.save();
  expect(account().answers).toMatchObject({ city: 'Scranton' });
  expect(tab.app.status.text).toBe('Saved to your account');
});

test('a profile is as it will be once the unsent calls have reached the account', async () => {
  const before = await tabOf().start(ANN);
  account().always = 'lost-request';
  before.call({ kind: 'web-status', web_status: 'validating' });
  before.call({ kind: 'last-page', last_page: '/education' });
  await before.app.save();
  before.kill();

  const tab = await tabOf().start(ANN);
  expect(profileIn(tab.app.state)).toMatchObject({
    last_page: '/education',
    web_status: [{ web_status: 'started' }, { web_status: 'validating' }],
  });
  account().always = 'none';
  await tab.app.save();
  // The account has it, and the profile that was read before does not.
  expect(tab.calls).toEqual([]);
  expect(profileIn(tab.app.state)).toMatchObject({
    last_page: '/education',
    web_status: [{ web_status: 'started' }, { web_status: 'validating' }],
  });
});

test.each([
  { title: 'an answer', key: 'city', refused: ['city'] },
  { title: 'a label', key: 'gender_desc', refused: ['gender'] },
  { title: 'a stamp', key: 'submit_date', refused: [] },
])('$title that the server refuses delays nothing else', async ({ key, refused }) => {
  const tab = await tabOf().start(ANN);
  account().faults.push({ status: 422, errors: { [key]: ['Please use fewer signs.'] } });
  tab.app.set('city', 'Scranton');
  tab.app.set('gender', 'female');
  tab.app.set('submit_date', '2026-11-20');
  expect(await tab.app.save()).toBe(true);
  expect(account().answers).not.toHaveProperty(key);
  expect(tab.app.status.text).toBe(
    refused.length === 0 ? 'Saved to your account' : '1 answer needs you: not sent to your account',
  );
  expect(pendingIn(tab.app.state)).toBe(refused.length);
  expect([...refusalsIn(tab.app.state).keys()]).toEqual(refused);
});

test('the waits grow for a server that can be read and not changed', async () => {
  const clock = handClock();
  const tab = await tabOf(account(), clock).start(ANN);
  const tries: number[] = [];
  account().onPut = () => {
    tries.push(clock.elapsed());
    throw new ServerError(502, 'unexpected', {}, undefined, false);
  };
  tab.app.set('city', 'Scranton');
  await clock.pass(400_000);
  const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.max(...waits)).toBeGreaterThan(30_000);
});

test('an answer that was refused because of the call, not its value, is sent again at the next visit', async () => {
  const tab = await tabOf().start(ANN);
  account().faults.push({ status: 403 });
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(tab.app.status.text).toBe('1 answer needs you: not sent to your account');
  tab.kill();
  const next = await tabOf().start(ANN);
  await next.app.save();
  expect(account().answers['city']).toBe('Scranton');
  expect(refusalsIn(next.app.state).size).toBe(0);
});

test('newer letters stay when the response to older ones is late', async () => {
  const tab = await tabOf().start(ANN);
  let arrive = () => {};
  account().faults.push({ until: new Promise((resolve) => (arrive = resolve)) });
  tab.app.set('city', 'Scr');
  const saved = tab.app.save();
  await vi.waitFor(() => expect(account().calls).toBe(1));
  tab.app.set('city', 'Scranton');
  arrive();
  await saved;
  expect(tab.app.get('city')).toBe('Scranton');
  expect(account().answers['city']).toBe('Scranton');
});

test('calls wait in the order in which they happened, only the last of each kind', async () => {
  const tab = await tabOf().start(ANN);
  account().always = 'lost-request';
  tab.call({ kind: 'last-page', last_page: '/about' });
  tab.call({ kind: 'web-status', web_status: 'started' });
  tab.call({ kind: 'last-page', last_page: '/education' });
  await tab.app.save();
  tab.kill();
  account().always = 'none';
  const next = await tabOf().start(ANN);
  await next.app.save();
  expect(account().operations).toEqual([
    { kind: 'web-status', web_status: 'started' },
    { kind: 'last-page', last_page: '/education' },
  ]);
  next.kill();
  await (await tabOf().start(ANN)).app.save();
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
  sender.call(choice('upload'));
  const saved = sender.app.save();
  await vi.waitFor(() => expect(account().asked).toHaveLength(1));
  other.call(choice('describe'));
  await other.app.save(0);
  arrive();
  await saved;
  await vi.waitFor(async () => {
    await other.app.save();
    expect(account().operations).toEqual([choice('upload'), choice('describe')]);
  });
});
