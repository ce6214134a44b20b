import { beforeEach, expect, test } from 'vitest';
import { ServerError } from '#api/errors.ts';
import { handClock } from '#testing/hand-clock.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import type { Tab } from '#testing/tab.ts';
import type { Operation } from '../model.ts';
import { pendingIn, webStatusIn } from '../select.ts';
import { conflictsIn, refusalsIn } from './select.ts';

const { account, tabOf } = freshBrowser();
let clock = handClock();
beforeEach(() => {
  clock = handClock();
});

const logIn = (): Promise<Tab> => tabOf(account(), clock).start(ANN);

/** Saves once, at a time when every call may be tried again. */
async function save(tab: Tab): Promise<boolean> {
  // Otherwise, fifteen idle minutes would pass, and log out.
  tab.app.dispatch({ type: 'active', isChosen: false });
  await clock.pass(120_000);
  return tab.app.save();
}

const CALLS: readonly { readonly older: Operation; readonly newer: Operation }[] = [
  {
    older: { kind: 'add-another', button_id: 'college', num_components: 2 },
    newer: { kind: 'add-another', button_id: 'college', num_components: 3 },
  },
  {
    older: { kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'describe' },
    newer: { kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'employ_resume' },
  },
  {
    older: { kind: 'last-page', last_page: '/education' },
    newer: { kind: 'last-page', last_page: '/final-steps' },
  },
  {
    older: { kind: 'validations', messages: { city: ['Please enter your city.'] } },
    newer: { kind: 'validations', messages: {} },
  },
];

test.each(CALLS)(
  'a late copy of $older.kind that arrives after a newer one does not replace it',
  async ({ older, newer }) => {
    const tab = await logIn();
    await save(tab);
    account().faults.push('stray');
    tab.call(older);
    await save(tab);
    tab.call(newer);
    await save(tab);
    for (const arrive of account().strays) arrive();
    expect(account().strays).toHaveLength(1);
    expect(
      account()
        .operations.filter(({ kind }) => kind === newer.kind)
        .at(-1),
    ).toEqual(newer);
  },
);

test.each(CALLS)(
  'if another device has changed the account, $older.kind is sent again without asking',
  async ({ older }) => {
    const tab = await logIn();
    await save(tab);
    account().changeElsewhere({ city: 'Scranton' });
    tab.call(older);
    expect(await save(tab)).toBe(true);
    expect(account().operations.at(-1)).toEqual(older);
    expect(tab.calls).toEqual([]);
    expect(tab.app.get('city')).toBe('Scranton');
    expect(conflictsIn(tab.app.state)).toEqual([]);
  },
);

test('nobody is asked about the mark of a document that another device has attached', async () => {
  const tab = await logIn();
  tab.app.set('city', 'Scranton');
  await save(tab);
  account().changeElsewhere({ college_transcript: 'ANSWERED' });
  tab.app.set('city', 'Erie');
  tab.call({ kind: 'last-page', last_page: '/education' });
  expect(await save(tab)).toBe(true);
  expect(conflictsIn(tab.app.state)).toEqual([]);
  expect(account().answers).toMatchObject({ city: 'Erie', college_transcript: 'ANSWERED' });
});

test('calls and answers of one tab follow each other without a read in between', async () => {
  const tab = await logIn();
  await save(tab);
  const before = account().reads;
  tab.call({ kind: 'last-page', last_page: '/education' });
  tab.app.set('city', 'Scranton');
  tab.call({ kind: 'validations', messages: {} });
  expect(await save(tab)).toBe(true);
  tab.app.set('city', 'Erie');
  expect(await save(tab)).toBe(true);
  expect(account().reads).toBe(before);
});

test('a server without versions accepts the calls as before', async () => {
  account().hasVersions = false;
  const tab = await logIn();
  for (const { older, newer } of CALLS) {
    tab.call(older);
    expect(await save(tab)).toBe(true);
    tab.call(newer);
    expect(await save(tab)).toBe(true);
  }
  expect(pendingIn(tab.app.state)).toBe(0);
  expect(tab.calls).toEqual([]);
  expect(account().operations.slice(-2)).toEqual([CALLS.at(-1)?.older, CALLS.at(-1)?.newer]);
});

test.each([
  { status: 409, versions: 'with', hasVersions: true, statuses: ['started', 'submitted'] },
  { status: 409, versions: 'without', hasVersions: false, statuses: ['started'] },
  { status: 412, versions: 'without', hasVersions: false, statuses: ['started'] },
])(
  'an answer that a server $versions versions refuses by $status: $statuses',
  async ({ status, hasVersions, statuses }) => {
    account().hasVersions = hasVersions;
    account().onPut = () => {
      throw new ServerError(status, 'We need something else first.');
    };
    const tab = await logIn();
    const { app } = tab;
    await save(tab);
    const seen = new Set<string | null>();
    app.subscribe(() => seen.add(webStatusIn(app.state)));
    app.set('city', 'Erie');
    await save(tab);
    expect([...seen].toSorted()).toEqual(statuses);
    expect(refusalsIn(app.state).get('city')).toBe('We need something else first.');
  },
);
