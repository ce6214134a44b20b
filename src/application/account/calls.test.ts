import { expect, test } from 'vitest';
import { after, applicant, at } from '#testing/steps.ts';
import type { Effect, Event } from '../events.ts';
import type { Failure, Operation } from '../model.ts';
import { profileIn, waitingCalls } from '../select.ts';
import { NEVER } from '#retry.ts';
import { callsTriedAgainAt, nextRequest } from './sending.ts';

const OFFLINE: Failure = { is: 'offline', chance: 0 };
const DOWN: Failure = { is: 'server', chance: 0 };
const BUSY: Failure = { ...DOWN, retryAfterMs: 5000 };
const TAB: Operation = { kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'describe' };
const STATUS: Operation = { kind: 'web-status', web_status: 'validating' };

/** Calls the server, and returns the effects of its responses. */
function call(operation: Operation, ...responses: readonly (Failure | 'done' | 'refused' | 'submitted')[]) {
  const state = applicant();
  after(state, { type: 'called', operation });
  const [{ callKey, at: stamp } = { callKey: '', at: '' }] = waitingCalls(state);
  const said: Effect['do'][] = [];
  for (const response of responses) {
    const about = { callKey, at: stamp };
    const event: Event =
      response === 'done'
        ? { type: 'callDone', ...about, over: undefined, version: undefined }
        : typeof response === 'string'
          ? { type: 'callRefused', ...about, message: 'No.', isSubmitted: response === 'submitted' }
          : { type: 'failed', call: about, failure: response };
    said.push(...after(state, event).map((effect) => effect.do));
  }
  return { state, said: said.filter((is) => is !== 'write' && is !== 'show') };
}

test.each<{
  what: string;
  operation: Operation;
  responses: Parameters<typeof call>[1][];
  said: Effect['do'][];
  waits: number;
}>([
  { what: 'succeeds', operation: TAB, responses: ['done'], said: [], waits: 0 },
  { what: 'fails at the server', operation: TAB, responses: [DOWN], said: ['sayFailed'], waits: 1 },
  { what: 'fails there again', operation: TAB, responses: [DOWN, DOWN], said: ['sayFailed'], waits: 1 },
  {
    what: 'then succeeds',
    operation: TAB,
    responses: [DOWN, 'done'],
    said: ['sayFailed', 'sayRecovered'],
    waits: 0,
  },
  { what: 'finds no network', operation: TAB, responses: [OFFLINE, OFFLINE], said: [], waits: 1 },
  {
    what: 'is refused',
    operation: TAB,
    responses: ['refused'],
    said: ['sayFailed', 'refreshList'],
    waits: 0,
  },
  { what: 'comes after the submission', operation: TAB, responses: ['submitted'], said: [], waits: 0 },
])('a call that $what: $said, and $waits waits', ({ operation, responses, said, waits }) => {
  const after = call(operation, ...responses);
  expect(after.said).toEqual(said);
  expect(waitingCalls(after.state)).toHaveLength(waits);
});

test.each<{ what: string; responses: Failure[]; dueAt: number }>([
  { what: 'once', responses: [DOWN], dueAt: 0 },
  { what: 'twice', responses: [DOWN, DOWN], dueAt: 0 },
  { what: 'three times', responses: [DOWN, DOWN, DOWN], dueAt: NEVER },
  { what: 'once, asked to wait', responses: [BUSY], dueAt: 5000 },
  { what: 'three times, asked to wait', responses: [BUSY, BUSY, BUSY], dueAt: NEVER },
  { what: 'once, after no network', responses: [OFFLINE, OFFLINE, OFFLINE, DOWN], dueAt: 0 },
])('a status that failed $what is due at $dueAt', ({ responses, dueAt }) => {
  expect(callsTriedAgainAt(call(STATUS, ...responses).state)).toBe(dueAt);
});

test.each<{ what: string; again: Event; isTried: boolean }>([
  { what: 'time alone', again: { type: 'ticked' }, isTried: false },
  { what: 'a save', again: { type: 'sendAsked' }, isTried: false },
  { what: 'a change of page', again: { type: 'visited', path: '/education' }, isTried: true },
])('a status that failed after its retries is tried again by $what: $isTried', ({ again, isTried }) => {
  const { state } = call(STATUS, DOWN, DOWN, DOWN);
  after(state, again, at(600_000));
  const due = nextRequest(state, 700_000);
  expect(due?.do === 'call' && due.call.operation.kind === 'web-status').toBe(isTried);
});

test('a page is noted once, and the profile has it before the account does', () => {
  const state = applicant();
  after(state, { type: 'visited', path: '/education' });
  expect(profileIn(state)?.last_page).toBe('/education');
  const noted = waitingCalls(state);
  expect(noted.map(({ operation }) => operation)).toEqual([{ kind: 'last-page', last_page: '/education' }]);
  for (const path of ['/education', '/completion']) after(state, { type: 'visited', path });
  expect(waitingCalls(state)).toEqual(noted);
});
