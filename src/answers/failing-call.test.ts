import { expect, test, vi } from 'vitest';
import { clock } from '#device/clock.ts';
import type { Tab } from '#testing/tab.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import type { Operation } from './records.ts';

const { account, tabOf } = freshBrowser();
let elapsed = 0;
/** Timers wait on the real clock, but what is due follows this time. */
const ownClock: typeof clock = { ...clock, elapsed: () => elapsed };

async function logIn(): Promise<Tab> {
  return tabOf(account(), ownClock).start(ANN);
}

/** Saves once, at a time when every call may be tried again. */
async function save(tab: Tab): Promise<boolean> {
  elapsed += 120_000;
  return tab.answers.flush();
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
  tab.answers.enqueue(call);
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(account().answers).toEqual({ city: 'Scranton' });
  expect(account().operations).toEqual([]);
  expect(tab.answers.waiting).toEqual([call]);
});

test.each([
  { fault: { status: 429, retryAfterMs: 60_000 } },
  { fault: { status: 503 } },
  { fault: 'not-json' },
] as const)('so are those behind one that is answered by $fault', async ({ fault }) => {
  account().failing['last-page'] = fault;
  const tab = await logIn();
  tab.answers.enqueue(LAST_PAGE);
  tab.answers.store.set('city', 'Scranton');
  expect(await tab.answers.flush()).toBe(true);
  expect(account().answers).toEqual({ city: 'Scranton' });
});

test('so are those behind one whose answer never comes, from the second try on', async () => {
  account().failing['last-page'] = 'lost-request';
  const tab = await logIn();
  tab.answers.enqueue(LAST_PAGE);
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(account().answers).toEqual({});
  expect(tab.answers.isOffline).toBe(true);
  await tab.answers.flush();
  expect(account().answers).toEqual({ city: 'Scranton' });
});

test('letters typed while a call waits are sent after a pause in typing, not at the next try of the call', async () => {
  account().failing['last-page'] = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(LAST_PAGE);
  await tab.answers.flush();
  tab.answers.store.set('city', 'Scranton');
  await vi.waitFor(() => expect(account().answers).toEqual({ city: 'Scranton' }), 3000);
  expect(account().asked).toEqual(['last-page']);
});

test('a call is tried again once the server takes it, and sent once', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(TABS);
  tab.answers.enqueue(LAST_PAGE);
  await tab.answers.flush();
  expect(account().operations).toEqual([LAST_PAGE]);
  delete account().failing.tabs;
  await save(tab);
  await save(tab);
  expect(account().operations).toEqual([LAST_PAGE, TABS]);
  expect(tab.answers.waiting).toEqual([]);
});

test('a call is tried again by itself', async () => {
  account().failing['add-another'] = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(COLLEGE);
  await tab.answers.flush();
  delete account().failing['add-another'];
  elapsed += 2000;
  await vi.waitFor(() => expect(account().operations).toEqual([COLLEGE]), 4000);
});

test('saved answers do not make a failing call be tried more often', async () => {
  account().failing.validations = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(VALIDATIONS);
  await tab.answers.flush();
  for (const city of ['S', 'Sc', 'Scr']) {
    tab.answers.store.set('city', city);
    await vi.waitFor(() => expect(account().answers).toEqual({ city }), 3000);
  }
  expect(account().asked).toEqual(['validations']);
}, 15_000);

test('a call that is replaced while it fails is sent in its new form alone', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(TABS);
  await tab.answers.flush();
  delete account().failing.tabs;
  const newer = { ...TABS, chosen_tab: 'upload' };
  tab.answers.enqueue(newer);
  await tab.answers.flush();
  expect(account().operations).toEqual([newer]);
  expect(tab.answers.waiting).toEqual([]);
});

test('a second tab sends the call that failed in the first, and the first then has nothing waiting', async () => {
  account().failing.tabs = { status: 500 };
  const first = await logIn();
  const second = await logIn();
  first.answers.enqueue(TABS);
  await first.answers.flush();
  delete account().failing.tabs;
  await vi.waitFor(() => expect(second.answers.waiting).toEqual([TABS]));
  await second.answers.flush();
  await vi.waitFor(() => expect(first.answers.waiting).toEqual([]));
  await save(first);
  expect(account().operations).toEqual([TABS]);
});

test('the applicant is told once of a call that fails, and that it has succeeded', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(TABS);
  await tab.answers.flush();
  await save(tab);
  await save(tab);
  expect(tab.heard).toEqual(['failing tabs']);
  delete account().failing.tabs;
  await save(tab);
  expect(tab.heard).toEqual(['failing tabs', 'recovered tabs']);
});

test.each(['lost-request', 'not-json'] as const)(
  'nobody is told of a call that our server did not answer: %s',
  async (fault) => {
    account().failing.tabs = fault;
    const tab = await logIn();
    tab.answers.enqueue(TABS);
    for (let time = 0; time < 3; time += 1) await save(tab);
    expect(tab.heard).toEqual([]);
  },
);

test('an ended session is noticed in a call that failed before', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(TABS);
  await tab.answers.flush();
  account().failing.tabs = 'unauthorized';
  await save(tab);
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
  tab.answers.enqueue(row.call);
  tab.answers.store.set('city', 'Scranton');
  expect(await tab.answers.flush()).toBe(row.isSaved);
  expect(tab.answers.pending).toBe(row.pending);
});

test('the line says that the answers are saved and that a change waits; then what is on its way; then all', async () => {
  account().failing.tabs = { status: 500 };
  const tab = await logIn();
  tab.answers.enqueue(TABS);
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  const { saveLine, store } = tab.answers;
  await vi.waitFor(() =>
    expect(saveLine.status).toMatchObject({
      text: expect.stringMatching(
        /^Answers saved to your account\. Trying again in [12] s: a change waiting\.$/,
      ),
      spoken: 'Answers saved to your account. Trying again soon: a change waiting.',
    }),
  );
  store.set('city', 'Erie');
  await vi.waitFor(() => expect(saveLine.status.text).toBe('Saved on this device. Sending …'));
  delete account().failing.tabs;
  await save(tab);
  await vi.waitFor(() => expect(saveLine.status.text).toMatch(/^Saved to your account at /));
});
