// Two tabs that have not received each other's messages yet. The small world has found each of these orders
// (`orders.test.ts`).
import { expect, test } from 'vitest';
import { after, applicant, at, OWNER, readingOf } from '#testing/steps.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Event } from '../events.ts';
import type { State } from '../model.ts';
import { SEEN } from '../draft.ts';
import { nameOf, outlives } from '../record-names.ts';
import { pendingIn } from '../select.ts';
import { conflictsIn } from './select.ts';
import { accountStatusOf } from './status.ts';

const KEY = 'first_name';
const answer = nameOf('answers', OWNER, KEY);
const seen = nameOf('seen', OWNER, SEEN);

const typed = (value: string): Event => ({ type: 'typed', key: KEY, value, isRestored: false });
const told = (records: ReadonlyMap<string, DeviceRecord>): Event => ({
  type: 'recordsCame',
  records,
  from: 'tab',
});

/** What a step writes, and so sends to the other tabs. */
function written(state: State, event: Event, elapsed: number): Map<string, DeviceRecord> {
  const effects = after(state, event, at(elapsed));
  return new Map(effects.flatMap((effect) => (effect.do === 'write' ? [...effect.records] : [])));
}

const only = (records: ReadonlyMap<string, DeviceRecord>, name: string) =>
  new Map([...records].filter(([one]) => one === name));

test('a letter of another tab is not said to be on this device before it is written', () => {
  const [one, other] = [applicant(), applicant()];
  after(other, told(written(one, typed('Ann'), 1000)), at(1001));
  expect(accountStatusOf(other, at(3000)).text).not.toContain('Saved on this device');
  after(other, { type: 'written' }, at(4000));
  expect(accountStatusOf(other, at(4000)).text).toContain('Saved on this device');
});

test('a letter of another tab waits, even if nothing is known yet of what the account has', () => {
  const [one, other] = [applicant(), applicant()];
  after(other, told(only(written(one, typed('Ann'), 1000), answer)), at(1001));
  expect(pendingIn(other)).toBe(1);
  expect(accountStatusOf(other, at(3000)).text).not.toContain('Saved to your account');
});

test("another device's value that one tab has taken is asked about where an earlier letter of another tab meets it", () => {
  const [one, other] = [applicant(), applicant()];
  const letter = written(one, typed('Ann'), 1000);
  const reading = readingOf({ [KEY]: 'Anna' }, '"2"');
  const taken = written(other, { type: 'profileRead', reading }, 2000);
  after(other, told(letter), at(3000));
  after(one, told(taken), at(3000));
  for (const state of [one, other])
    expect(conflictsIn(state)).toEqual([{ key: KEY, mine: 'Ann', theirs: 'Anna' }]);
});

test('a letter that follows the value of the account is sent without a question', () => {
  const state = applicant();
  after(state, { type: 'profileRead', reading: readingOf({ [KEY]: 'Anna' }, '"2"') }, at(1000));
  after(state, typed('Ann'), at(2000));
  after(state, { type: 'sending', answers: [{ key: KEY, value: 'Ann' }] }, at(4000));
  expect(conflictsIn(state)).toEqual([]);
});

test('a first letter in this tab does not change what another tab knows of the account', () => {
  const [one, other] = [applicant(), applicant()];
  written(one, typed('Ann'), 1000);
  after(one, { type: 'sending', answers: [{ key: KEY, value: 'Ann' }] }, at(1500));
  const saved = written(
    one,
    { type: 'saved', answers: [{ key: KEY, value: 'Ann' }], over: '"1"', version: '"2"' },
    2000,
  );
  after(other, typed('Anna'), at(3000));
  after(other, told(saved), at(4000));
  after(other, { type: 'profileRead', reading: readingOf({ [KEY]: 'Ann' }, '"2"') }, at(5000));
  expect(conflictsIn(other)).toEqual([]);
});

test('a tab that follows a log-out of another one deletes nothing there', () => {
  const state = applicant({ [KEY]: 'Ann' });
  const records = written(state, { type: 'turned', owner: 'anonymous', isWiped: false }, 1000);
  expect([...records.keys()].filter((name) => name === answer || name === seen)).toEqual([]);
});

test('a tab that slept while the same person logged out and in again reads the account', () => {
  const state = applicant({ [KEY]: 'Ann' });
  after(state, { type: 'turned', owner: OWNER, isWiped: false }, at(1000));
  expect(state.sending.isStale).toBe(true);
});

test('a letter that another tab stores after a log-out was decided, and before it is carried out, stays', () => {
  const [one, other] = [applicant({ [KEY]: 'Ann' }), applicant({ [KEY]: 'Ann' })];
  const wipe = after(one, { type: 'left', how: 'chosen' }, at(1000)).find((effect) => effect.do === 'wipe');
  const before = written(applicant(), typed('Ann'), 500).get(answer)!;
  const since = written(other, typed('Anna'), 2000).get(answer)!;
  expect(wipe && [before, since].map(({ stamp }) => outlives(answer, stamp, wipe))).toEqual([false, true]);
});
