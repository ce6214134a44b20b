import { expect, test } from 'vitest';
import { after, applicant, OWNER, readingOf, visitor } from '#testing/steps.ts';
import type { Event } from '../events.ts';
import type { Failure, Operation, State } from '../model.ts';
import { seenIn } from '../draft.ts';
import { ANONYMOUS } from '../record-names.ts';
import { draftOf } from '../records.ts';
import { ACCOUNT, answerIn, pendingKeys, waitingCalls, webStatusIn } from '../select.ts';
import { nextRequest, sendableAnswers, sendingAt } from './sending.ts';
import { anonymousAnswers, conflictsIn, refusalsIn } from './select.ts';

const typed = (value: string): Event => ({ type: 'typed', key: 'city', value, isRestored: false });
const ERIE = [{ key: 'city', value: 'Erie' }];
const sending: Event = { type: 'sending', answers: ERIE };
const OFFLINE: Failure = { is: 'offline', chance: 0 };
const DOWN: Failure = { is: 'server', chance: 0 };
const BUSY: Failure = { ...DOWN, retryAfterMs: 60_000 };
const failed = (failure: Failure): Event => ({ type: 'failed', failure });
const ended: Event = { type: 'sendingEnded', isDone: false };
const refused = (errors: Readonly<Record<string, readonly string[]>>, more = {}): Event => ({
  type: 'refused',
  answers: ERIE,
  message: 'No.',
  errors,
  isLasting: true,
  isSubmitted: false,
  ...more,
});

/** An applicant whose account has York, and who has typed Erie. */
function waiting(...events: readonly Event[]): State {
  const state = applicant({ city: 'York' });
  for (const event of [typed('Erie'), ...events]) after(state, event);
  return state;
}

/** Unsent answers, those that can be sent, those that the applicant is asked about, and refused ones. */
function lineOf(state: State) {
  return {
    waits: pendingKeys(state),
    sends: sendableAnswers(state).map(({ value }) => value),
    asks: conflictsIn(state).map(({ theirs }) => theirs),
    refused: [...refusalsIn(state).values()],
  };
}

const SENDS = { waits: ['city'], sends: ['Erie'], asks: [], refused: [] };
const NOTHING = { waits: [], sends: [], asks: [], refused: [] };

test.each<{ fault: string; events: readonly Event[]; line: ReturnType<typeof lineOf> }>([
  {
    fault: 'none',
    events: [sending, { type: 'saved', answers: ERIE, over: '"1"', version: '"2"' }],
    line: NOTHING,
  },
  { fault: 'the response is lost', events: [sending, failed(OFFLINE), ended], line: SENDS },
  { fault: 'a 500', events: [sending, failed(DOWN), ended], line: SENDS },
  { fault: 'a 412', events: [sending, { type: 'outdated', over: '"1"' }], line: SENDS },
  {
    fault: 'a 422 that names the answer',
    events: [sending, refused({ city: ['Too short.'] })],
    line: { ...SENDS, sends: [], refused: ['Too short.'] },
  },
  {
    fault: 'a 422 that names nothing',
    events: [sending, refused({})],
    line: { ...SENDS, sends: [], refused: ['No.'] },
  },
  {
    fault: 'a 422 that names another answer',
    events: [sending, refused({ zip: ['No.'] })],
    line: { ...SENDS, sends: [], refused: ['No.'] },
  },
  {
    fault: 'a 422 that names its label',
    events: [sending, refused({ city_desc: ['No.'] })],
    line: { ...SENDS, sends: [], refused: ['No.'] },
  },
  {
    fault: 'newer letters before the response',
    events: [sending, typed('Erie Hill'), { type: 'saved', answers: ERIE, over: '"1"', version: '"2"' }],
    line: { ...SENDS, sends: ['Erie Hill'] },
  },
  {
    fault: 'another device changed the answer',
    events: [{ type: 'profileRead', reading: readingOf({ city: 'Reading' }, '"2"') }],
    line: { waits: ['city'], sends: [], asks: ['Reading'], refused: [] },
  },
  {
    fault: 'another device changed it alike',
    events: [{ type: 'profileRead', reading: readingOf({ city: 'Erie' }, '"2"') }],
    line: NOTHING,
  },
  {
    fault: 'the lost response was of a save that is read again',
    events: [sending, failed(OFFLINE), { type: 'profileRead', reading: readingOf({ city: 'Erie' }, '"2"') }],
    line: NOTHING,
  },
  {
    fault: 'a slow reading from before the save',
    events: [
      sending,
      { type: 'saved', answers: ERIE, over: '"1"', version: '"2"' },
      { type: 'profileRead', reading: { ...readingOf({ city: 'York' }), since: '0' } },
    ],
    line: NOTHING,
  },
])('one answer is sent, fault: $fault', ({ events, line }) => {
  const state = waiting(...events);
  expect(lineOf(state)).toEqual(line);
  expect(answerIn(state, 'city')).toMatch(/^Erie/);
});

test.each<{ what: string; failures: readonly Failure[]; waitMs: number; afterAsking: number }>([
  { what: 'no network', failures: [OFFLINE], waitMs: 1000, afterAsking: 0 },
  { what: 'no network, three times', failures: [OFFLINE, OFFLINE, OFFLINE], waitMs: 4000, afterAsking: 0 },
  { what: 'a server in trouble', failures: [DOWN, DOWN], waitMs: 2000, afterAsking: 0 },
  { what: 'a server that asks for a wait', failures: [BUSY], waitMs: 60_000, afterAsking: 60_000 },
])('$what: the next attempt is after $waitMs ms; if requested, after $afterAsking ms', (row) => {
  const state = waiting();
  for (const failure of row.failures)
    for (const event of [sending, failed(failure), ended]) after(state, event);
  expect(sendingAt(state, 0)).toBe(row.waitMs);
  after(state, { type: 'sendAsked' });
  expect(sendingAt(state, 0)).toBe(row.afterAsking);
});

test('letters typed during an outage do not shorten the wait', () => {
  const state = waiting(sending, failed(DOWN), ended, typed('Erie Hill'));
  expect(sendingAt(state, 0)).toBe(1000);
});

test('an account whose version is never right is read five times in a row, and then less often', () => {
  const state = waiting();
  for (let time = 0; time < 6; time += 1) {
    expect(state.troubles.has(ACCOUNT)).toBe(false);
    after(state, sending);
    after(state, { type: 'outdated', over: '"1"' });
  }
  expect(state.troubles.get(ACCOUNT)?.is).toBe('server');
});

test('if a server refuses its own present version, saves omit it, and the operator is told', () => {
  const state = waiting();
  const outdated: Event = { type: 'outdated', over: '"1"' };
  const readAgain: Event = { type: 'profileRead', reading: readingOf({}) };
  const told = [outdated, readAgain, outdated, readAgain].map((event) =>
    after(state, event).some((effect) => effect.do === 'reportVersions'),
  );
  expect(told).toEqual([false, false, false, true]);
  expect(seenIn(draftOf(state))).toMatchObject({ version: undefined });
  after(state, { type: 'saved', answers: ERIE, over: undefined, version: '"2"' });
  expect(lineOf(state)).toEqual(NOTHING);
});

test('a refusal of the call, not of the value, is forgotten at the next login', () => {
  const state = waiting(sending, refused({}, { isLasting: false }));
  expect(lineOf(state).sends).toEqual([]);
  after(state, { type: 'left', how: 'expired' });
  after(state, { type: 'loggedIn', reading: readingOf({ city: 'York' }) });
  expect(lineOf(state)).toEqual(SENDS);
});

test('an answer refused because the application is submitted stays here, and the status is known', () => {
  const state = waiting(sending, refused({}, { isSubmitted: true }));
  expect(webStatusIn(state)).toBe('submitted');
  expect(answerIn(state, 'city')).toBe('Erie');
  expect(pendingKeys(state)).toEqual(['city']);
  expect(nextRequest(state, 60_000)).toEqual({ do: 'read' });
});

test.each([
  { draft: '', account: '', becomes: '', asks: false },
  { draft: '', account: 'Erie', becomes: 'Erie', asks: false },
  { draft: 'York', account: '', becomes: 'York', asks: false },
  { draft: 'York', account: 'York', becomes: 'York', asks: false },
  { draft: 'York', account: 'Erie', becomes: 'York', asks: true },
])('an anonymous "$draft" meets "$account" at the login', ({ draft, account, becomes, asks }) => {
  const state = visitor();
  after(state, typed(draft));
  after(state, { type: 'loggedIn', reading: readingOf({ city: account }) });
  expect(answerIn(state, 'city')).toBe(becomes);
  expect(conflictsIn(state)).toHaveLength(asks ? 1 : 0);
  expect(anonymousAnswers(state).size).toBe(0);
});

test.each([
  { takes: true, becomes: 'York', left: 0 },
  { takes: false, becomes: '', left: 1 },
])(
  'the applicant is asked about a draft made for another account; taken: $takes',
  ({ takes, becomes, left }) => {
    const state = visitor();
    after(state, typed('York'));
    after(state, { type: 'claimed', owner: 'ben', username: 'ben@example.com' });
    after(state, { type: 'loggedIn', reading: readingOf({}) });
    expect([state.asksAboutDraft, answerIn(state, 'city')]).toEqual([true, '']);
    after(state, { type: 'draftDecided', takes });
    expect([state.asksAboutDraft, answerIn(state, 'city')]).toEqual([false, becomes]);
    expect(anonymousAnswers(state).size).toBe(left);
  },
);

const asked = () => waiting({ type: 'profileRead', reading: readingOf({ city: 'Reading' }, '"2"') });

test.each([
  { chosen: 'Erie', sends: ['Erie'] },
  { chosen: 'Reading', sends: [] },
])('after the choice of $chosen, nobody is asked again, and $sends is sent', ({ chosen, sends }) => {
  const state = asked();
  after(state, { type: 'chosen', values: { city: chosen } });
  expect(answerIn(state, 'city')).toBe(chosen);
  expect(lineOf(state)).toMatchObject({ asks: [], sends });
});

const TAB: Operation = {
  kind: 'tabs',
  tab_id: 'employ_experience_tabs',
  chosen_tab: 'describe',
};

test('the tabs that a visitor chose are sent after the login', () => {
  const state = visitor();
  after(state, { type: 'tabChosen', tabId: 'employ_experience_tabs', tab: 'describe' });
  after(state, { type: 'loggedIn', reading: readingOf({}) });
  expect(waitingCalls(state).map(({ operation }) => operation)).toEqual([TAB]);
});

test('an offline start continues with what the last login left, and reads first', () => {
  const before = waiting();
  const state = visitor('other');
  after(state, { type: 'ownerAdded', owner: OWNER });
  for (const owner of [ANONYMOUS, OWNER]) state.drafts.set(owner, before.drafts.get(owner) ?? failing());
  state.meta = before.meta;
  after(state, { type: 'resumed', is: 'offline' });
  expect(state.who).toEqual({ is: 'applicant', owner: OWNER });
  expect(answerIn(state, 'city')).toBe('Erie');
  expect(nextRequest(state, 0)).toEqual({ do: 'read' });
});

test('a submission elsewhere is known from the next read', () => {
  const state = applicant();
  const profile = {
    ...readingOf({}).profile,
    web_status: ['started', 'validating', 'submitted'].map((web_status) => ({ web_status })),
  };
  after(state, { type: 'profileRead', reading: { ...readingOf({}), profile } });
  expect(webStatusIn(state)).toBe('submitted');
});

function failing(): never {
  throw new Error('There is no such draft.');
}

test.each([
  { what: 'no response', response: failed(OFFLINE) },
  { what: 'a 429', response: failed(BUSY) },
  { what: 'a 412', response: { type: 'outdated', over: '"1"' } as const },
])(
  'a value that was sent is this device’s own after $what: it may be that of a repeated request',
  ({ response }) => {
    const state = waiting(sending, response, ended, typed('Erie Hill'));
    after(state, { type: 'profileRead', reading: readingOf({ city: 'Erie' }, '"2"') });
    expect(lineOf(state)).toEqual({ ...SENDS, sends: ['Erie Hill'] });
  },
);
