import { describe, expect, test } from 'vitest';
import { after, applicant, at, readingOf } from '#testing/steps.ts';
import type { Event } from '../events.ts';
import type { State } from '../model.ts';
import { draftOf } from '../records.ts';
import { answerIn, pendingKeys } from '../select.ts';
import { sendableAnswers } from './sending.ts';
import { conflictsIn } from './select.ts';

const [ONE, TWO, THREE] = ['"1"', '"2"', '"3"'];

const typed = (value: string): Event => ({ type: 'typed', key: 'city', value, isRestored: false });
const sending = (value: string): Event => ({ type: 'sending', answers: [{ key: 'city', value }] });
const saved = (value: string, over = ONE, version = TWO): Event => ({
  type: 'saved',
  answers: [{ key: 'city', value }],
  over,
  version,
});
const read = (city: string, version = TWO): Event => ({
  type: 'profileRead',
  reading: readingOf({ city }, version),
});
const chosen = (city: string): Event => ({ type: 'chosen', values: { city } });

/** An applicant whose account had York at the login. */
function stateAfter(events: readonly Event[], account = 'York'): State {
  const state = applicant({ city: account }, ONE);
  for (const [index, event] of events.entries()) after(state, event, at(index + 1));
  return state;
}

function sumOf(state: State) {
  return {
    shows: answerIn(state, 'city'),
    asks: conflictsIn(state)[0]?.theirs,
    sends: sendableAnswers(state).map(({ value }) => value),
    waits: pendingKeys(state).length > 0,
  };
}

describe('the account is read', () => {
  test.each<{
    what: string;
    events: readonly Event[];
    shows: string;
    asks?: string;
    isSent?: boolean;
  }>([
    { what: 'the same on both sides', events: [read('York')], shows: 'York' },
    { what: 'changed elsewhere alone', events: [read('Erie')], shows: 'Erie' },
    { what: 'cleared elsewhere alone', events: [read('')], shows: '' },
    { what: 'changed here alone', events: [typed('Erie'), read('York')], shows: 'Erie', isSent: true },
    { what: 'cleared here alone', events: [typed(''), read('York')], shows: '', isSent: true },
    { what: 'changed on both', events: [typed('Erie'), read('Reading')], shows: 'Erie', asks: 'Reading' },
    { what: 'changed here, cleared there', events: [typed('Erie'), read('')], shows: 'Erie', asks: '' },
    { what: 'changed alike on both', events: [typed('Erie'), read('Erie')], shows: 'Erie' },
    {
      what: 'saved here, then changed elsewhere',
      events: [typed('Erie'), sending('Erie'), saved('Erie'), read('Reading', THREE)],
      shows: 'Reading',
    },
    {
      what: 'this device’s own letters, whose response was lost',
      events: [typed('Er'), sending('Er'), typed('Erie'), read('Er')],
      shows: 'Erie',
      isSent: true,
    },
    {
      what: 'own letters that were saved before others were typed, and another device’s over them',
      events: [typed('Er'), sending('Er'), saved('Er'), typed('Erie'), read('Reading', THREE)],
      shows: 'Erie',
      asks: 'Reading',
    },
    {
      what: 'own letters that another device has set back',
      events: [typed('Er'), sending('Er'), typed('Erie'), saved('Er'), read('York', THREE)],
      shows: 'Erie',
      asks: 'York',
    },
    {
      what: 'another device’s value while a request has had no response',
      events: [typed('Er'), sending('Er'), typed('Erie'), read('Reading')],
      shows: 'Erie',
      asks: 'Reading',
    },
    {
      what: 'taken back here, while the request may still arrive over the same version',
      events: [typed('Er'), sending('Er'), typed('York'), read('York', ONE)],
      shows: 'York',
      isSent: true,
    },
    {
      what: 'taken back here, after the request has arrived',
      events: [typed('Er'), sending('Er'), typed('York'), read('Er')],
      shows: 'York',
      isSent: true,
    },
    {
      what: 'taken back here, and no earlier request can arrive any more',
      events: [typed('Er'), sending('Er'), typed('York'), read('York')],
      shows: 'York',
    },
    {
      what: 'an earlier version, which was on its way for long',
      events: [typed('Erie'), sending('Erie'), saved('Erie'), read('York', ONE)],
      shows: 'Erie',
    },
    {
      what: 'a choice for this device',
      events: [typed('Erie'), read('Reading'), chosen('Erie')],
      shows: 'Erie',
      isSent: true,
    },
    {
      what: 'a choice for the other device',
      events: [typed('Erie'), read('Reading'), chosen('Reading')],
      shows: 'Reading',
    },
    {
      what: 'a choice, and another change after it',
      events: [typed('Erie'), read('Reading'), chosen('Erie'), read('Scranton', THREE)],
      shows: 'Erie',
      asks: 'Scranton',
    },
    {
      what: 'letters after a choice',
      events: [typed('Erie'), read('Reading'), chosen('Erie'), typed('Erie Hill')],
      shows: 'Erie Hill',
      isSent: true,
    },
  ])('$what: $shows', ({ events, shows, asks, isSent = false }) => {
    const sends = isSent ? [shows] : [];
    expect(sumOf(stateAfter(events))).toEqual({ shows, asks, sends, waits: isSent || asks !== undefined });
  });
});

test('an answer is pending until the account has confirmed it', () => {
  expect(sumOf(stateAfter([typed('Erie'), sending('Erie')])).waits).toBe(true);
  const state = stateAfter([typed('Erie'), sending('Erie'), saved('Erie')]);
  expect(sumOf(state).waits).toBe(false);
  expect([...draftOf(state).sent.values()].map(({ value }) => value)).toEqual([undefined]);
});

test('of the values that were sent over one version, a tab remembers the last sixty, each once', () => {
  const values = [...Array.from({ length: 61 }, (_, index) => String(index)), '3'];
  const state = stateAfter(values.flatMap((value) => [typed(value), sending(value)]));
  const { city = [] } = draftOf(state).sent.get('tab')?.value?.values ?? {};
  expect([city.length, ...city.slice(0, 3), ...city.slice(-2)]).toEqual([60, '1', '2', '4', '60', '3']);
});

test('a server that has no versions gives the later value', () => {
  const unversioned = (city: string, since: string): Event => ({
    type: 'profileRead',
    reading: { ...readingOf({ city }), version: undefined, since },
  });
  const state = stateAfter([unversioned('Erie', '0000000002.a'), unversioned('York', '0000000001.a')]);
  expect(sumOf(state)).toMatchObject({ shows: 'Erie', waits: false });
});
