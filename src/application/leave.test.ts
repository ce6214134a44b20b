import { expect, test } from 'vitest';
import { after, applicant, OWNER, visitor } from '#testing/steps.ts';
import type { Effect } from './events.ts';
import type { Departure, State } from './model.ts';
import { ANONYMOUS } from './record-names.ts';
import { answerIn, isLoggedIn, pendingKeys } from './select.ts';

/** An applicant with one saved answer, one unsent answer, and half a date. */
function atWork(): State {
  const state = applicant({ city: 'York' });
  after(state, { type: 'typed', key: 'zip', value: '17401', isRestored: false });
  after(state, { type: 'typed', key: 'birth_date_unfinished', value: '4\n\n', isRestored: false });
  return state;
}

const words = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'write' || effect.do === 'show' ? [] : [effect.do]));

test.each<{ how: Departure; follows: readonly string[]; keeps: readonly string[] }>([
  { how: 'chosen', follows: ['wipe', 'forgetAccount'], keeps: [] },
  {
    how: 'idle',
    follows: ['seal', 'forgetAccount', 'endSession'],
    keeps: ['birth_date_unfinished', 'zip'],
  },
  {
    how: 'expired',
    follows: ['seal', 'forgetAccount'],
    keeps: ['birth_date_unfinished', 'zip'],
  },
])('who leaves "$how": $follows; of their answers, $keeps stay', ({ how, follows, keeps }) => {
  const state = atWork();
  expect(words(after(state, { type: 'left', how }))).toEqual(follows);
  expect(state.who).toEqual({ is: 'departed', how });
  const kept = [...(state.drafts.get(OWNER)?.answers ?? [])].filter(([, { value }]) => value !== undefined);
  expect(kept.map(([key]) => key).toSorted()).toEqual(keeps);
});

test.each<Departure>(['chosen', 'idle', 'expired'])(
  'after somebody has left "%s", nothing of them is shown, waits or is timed',
  (how) => {
    const state = atWork();
    after(state, { type: 'pageChanged' });
    after(state, { type: 'left', how });
    expect(isLoggedIn(state)).toBe(false);
    expect(['city', 'zip', 'birth_date_unfinished'].map((key) => answerIn(state, key)).join('')).toBe('');
    expect(pendingKeys(state)).toEqual([]);
    expect(state).toMatchObject({
      hasChangedPage: false,
      asksAboutDraft: false,
      presence: undefined,
    });
  },
);

test.each<Departure>(['idle', 'expired'])('another tab hears that somebody left "%s", and says so', (how) => {
  const [one, other] = [atWork(), atWork()];
  const records = after(one, { type: 'left', how }).flatMap((effect) =>
    effect.do === 'write' ? [...effect.records] : [],
  );
  after(other, { type: 'recordsCame', records: new Map(records), from: 'device' });
  const effects = after(other, { type: 'turned', owner: ANONYMOUS, isWiped: false });
  expect(words(effects)).toEqual(['seal', 'forgetAccount']);
  expect(other.who).toEqual({ is: 'departed', how });
});

test('a device that is wiped in another tab leads to the login, like a chosen logout', () => {
  const state = atWork();
  after(state, { type: 'turned', owner: ANONYMOUS, isWiped: true });
  expect(state.who).toEqual({ is: 'departed', how: 'chosen' });
  expect(answerIn(state, 'city')).toBe('');
});

test('a start without a session seals what an earlier visit left, and leads nowhere', () => {
  const state = visitor();
  expect(words(after(state, { type: 'left', how: 'expired' }))).toEqual(['seal']);
  expect(state.who).toEqual({ is: 'visitor' });
});

test('a visitor who clears the device stays where they are', () => {
  const state = visitor();
  after(state, { type: 'typed', key: 'city', value: 'York', isRestored: false });
  expect(words(after(state, { type: 'left', how: 'chosen' }))).toEqual(['wipe']);
  expect(state.who).toEqual({ is: 'visitor' });
  expect(answerIn(state, 'city')).toBe('');
});

test('a read that began before the device was cleared restores nothing, and a later one does', () => {
  const state = visitor();
  const typed = after(state, { type: 'typed', key: 'city', value: 'York', isRestored: false });
  const records = new Map(typed.flatMap((effect) => (effect.do === 'write' ? [...effect.records] : [])));
  after(state, { type: 'left', how: 'chosen' });
  // Shows the answers again.
  answerIn(state, 'city');
  after(state, { type: 'recordsCame', records, from: 'device' });
  expect(answerIn(state, 'city')).toBe('');
  after(state, { type: 'wiped', draftOf: undefined });
  after(state, { type: 'recordsCame', records, from: 'device' });
  expect(answerIn(state, 'city')).toBe('York');
});
