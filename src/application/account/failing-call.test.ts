import { beforeEach, expect, test, vi } from 'vitest';
import { handClock } from '#testing/hand-clock.ts';
import type { Tab } from '#testing/tab.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { SEEN, stampOfSeen } from '../draft.ts';
import type { Operation } from '../model.ts';
import { nameOf } from '../record-names.ts';
import { draftOf, ownerOfDraft } from '../records.ts';
import { isOffline } from './select.ts';
import { pendingIn } from '../select.ts';

const { account, tabOf } = freshBrowser();
let clock = handClock();
beforeEach(() => {
  clock = handClock();
});

async function logIn(): Promise<Tab> {
  return tabOf(account(), clock).start(ANN);
}

/** Saves once, at a time when every call may be tried again. */
async function save(tab: Tab): Promise<boolean> {
  await clock.pass(120_000);
  return tab.app.save();
}

const LAST_PAGE: Operation = { kind: 'last-page', last_page: '/education' };
const VALIDATIONS: Operation = { kind: 'validations', messages: {} };
const TABS = { kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'describe' } as const;
const COLLEGE: Operation = { kind: 'add-another', button_id: 'college', num_components: 2 };
const CALLS: readonly Operation[] = [
  { kind: 'web-status', web_status: 'started' },
  LAST_PAGE,
  VALIDATIONS,
  TABS,
  COLLEGE,
];

test.each(CALLS)('the answers behind a $kind that fails are saved', async (call) => {
  account().failing[call.kind] = { status: 500 };
  const tab = await logIn();
  tab.call(call);
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(account().answers).toEqual({ city: 'Scranton' });
  expect(account().operations).toEqual([]);
  expect(tab.calls).toEqual([call]);
});

test.each([
  { fault: { status: 429, retryAfterMs: 60_000 } },
  { fault: { status: 503 } },
  { fault: 'not-json' },
] as const)('the answers behind a call that is answered by $fault are saved', async ({ fault }) => {
  account().failing['last-page'] = fault;
  const tab = await logIn();
  tab.call(LAST_PAGE);
  tab.app.set('city', 'Scranton');
  expect(await tab.app.save()).toBe(true);
  expect(account().answers).toEqual({ city: 'Scranton' });
});

test('the answers behind a call without a response are saved from the second attempt on', async () => {
  account().failing['last-page'] = 'lost-request';
  const tab = await logIn();
  tab.call(LAST_PAGE);
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(account().answers).toEqual({});
  expect(isOffline(tab.app.state)).toBe(true);
  await tab.app.save();
  expect(account().answers).toEqual({ city: 'Scranton' });
});

test.each([{ status: 500 }, { status: 422 }])(
  'a status answered by $status is posted three times',
  async (fault) => {
    account().failing['web-status'] = fault;
    const tab = await logIn();
    tab.call({ kind: 'web-status', web_status: 'validating' });
    await tab.app.save();
    expect(account().asked).toEqual(['web-status', 'web-status', 'web-status']);
    expect(await tab.app.save()).toBe(true);
    expect(account().asked).toHaveLength(3);
  },
);

test('letters typed while a call waits are sent after a pause in typing, not at the call’s next attempt', async () => {
  account().failing['last-page'] = { status: 500 };
  const tab = await logIn();
  tab.call(LAST_PAGE);
  await tab.app.save();
  tab.app.set('city', 'Scranton');
  await clock.pass(1000);
  await vi.waitFor(() => expect(account().answers).toEqual({ city: 'Scranton' }));
  expect(account().asked).toEqual(['last-page']);
});

test('a call is tried again until the server accepts it, and counts once', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.call(TABS);
  tab.call(LAST_PAGE);
  await tab.app.save();
  expect(account().operations).toEqual([LAST_PAGE]);
  delete account().failing.tabs;
  await save(tab);
  await save(tab);
  expect(account().operations).toEqual([LAST_PAGE, TABS]);
  expect(tab.calls).toEqual([]);
});

test('a call is tried again by itself', async () => {
  account().failing['add-another'] = { status: 500 };
  const tab = await logIn();
  tab.call(COLLEGE);
  await tab.app.save();
  delete account().failing['add-another'];
  await clock.pass(2000);
  await vi.waitFor(() => expect(account().operations).toEqual([COLLEGE]));
});

test('saved answers do not make a failing call be tried more often', async () => {
  account().failing.validations = { status: 503, retryAfterMs: 60_000 };
  const tab = await logIn();
  tab.call(VALIDATIONS);
  await tab.app.save();
  for (const city of ['S', 'Sc', 'Scr']) {
    tab.app.set('city', city);
    await clock.pass(1000);
    await vi.waitFor(() => expect(account().answers).toEqual({ city }));
    // A letter typed before that would wait, and this clock stands still.
    await vi.waitFor(() => expect(tab.app.state.sending.isUnderWay).toBe(false));
  }
  expect(account().asked).toEqual(['validations']);
});

test('a call that is replaced while it fails is sent only in its new form', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.call(TABS);
  await tab.app.save();
  delete account().failing.tabs;
  const newer = { ...TABS, chosen_tab: 'upload' };
  tab.call(newer);
  await tab.app.save();
  expect(account().operations).toEqual([newer]);
  expect(tab.calls).toEqual([]);
});

test('a second tab sends the call that failed in the first, and the first then has nothing waiting', async () => {
  account().failing.tabs = { status: 500 };
  const first = await logIn();
  const second = await logIn();
  first.call(TABS);
  await first.app.save();
  delete account().failing.tabs;
  await vi.waitFor(() => expect(second.calls).toEqual([TABS]));
  await second.app.save();
  await vi.waitFor(() => expect(first.calls).toEqual([]));
  await save(first);
  expect(account().operations).toEqual([TABS]);
});

test('the applicant is told once of a call that fails, and that it has succeeded', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.call(TABS);
  await tab.app.save();
  await save(tab);
  await save(tab);
  expect(tab.heard).toEqual(['failing tabs']);
  delete account().failing.tabs;
  await save(tab);
  expect(tab.heard).toEqual(['failing tabs', 'recovered tabs']);
});

test.each([
  { fault: 'lost-request', heard: [] },
  { fault: 'not-json', heard: ['failing tabs'] },
] as const)('if a call gets $fault three times, the applicant is told $heard', async ({ fault, heard }) => {
  account().failing.tabs = fault;
  const tab = await logIn();
  tab.call(TABS);
  for (let time = 0; time < 3; time += 1) await save(tab);
  expect(tab.heard).toEqual(heard);
});

test('an ended session is noticed in a call that failed before', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.call(TABS);
  await tab.app.save();
  account().failing.tabs = 'unauthorized';
  await tab.app.save();
  expect(tab.heard).toEqual(['failing tabs', 'unauthorized']);
});

test.each([
  { call: LAST_PAGE, isSaved: true, pending: 0 },
  { call: VALIDATIONS, isSaved: true, pending: 0 },
  { call: TABS, isSaved: false, pending: 1 },
  { call: COLLEGE, isSaved: false, pending: 1 },
])('all that the applicant entered is saved while $call.kind fails: $isSaved', async (row) => {
  account().failing[row.call.kind] = { status: 500 };
  const tab = await logIn();
  tab.call(row.call);
  tab.app.set('city', 'Scranton');
  expect(await tab.app.save()).toBe(row.isSaved);
  expect(pendingIn(tab.app.state)).toBe(row.pending);
});

test('while a change waits, the answers are not called saved if what was seen of the account is gone', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  const { app } = tab;
  tab.call(TABS);
  await app.save();
  await vi.waitFor(() => expect(app.status.text).toMatch(/^Answers saved to your account/));
  const record = { stamp: stampOfSeen(draftOf(app.state)), value: undefined };
  const name = nameOf('seen', ownerOfDraft(app.state), SEEN);
  app.dispatch({ type: 'recordsCame', records: new Map([[name, record]]), from: 'tab' });
  expect(app.status.text).toBe('Saved on this device. Sending …');
});

test('the status says that the answers are saved and a change waits; then what is on its way; then all is saved', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.call(TABS);
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await vi.waitFor(() =>
    expect(tab.app.status.text).toBe('Answers saved to your account. Trying again soon: a change waiting.'),
  );
  tab.app.set('city', 'Erie');
  await clock.pass(500);
  await vi.waitFor(() => expect(tab.app.status.text).toBe('Saved on this device. Sending …'));
  delete account().failing.tabs;
  await save(tab);
  await vi.waitFor(() => expect(tab.app.status.text).toBe('Saved to your account'));
});
