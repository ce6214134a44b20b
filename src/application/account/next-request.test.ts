import { expect, test } from 'vitest';
import { after, applicant, at, readingOf, visitor } from '#testing/steps.ts';
import type { Event } from '../events.ts';
import type { State } from '../model.ts';
import { isSaved, nextRequest, sendingAt } from './sending.ts';

const typed = (key: 'city' | 'zip', value: string): Event => ({
  type: 'typed',
  key,
  value,
  isRestored: false,
});
const PAGE: Event = { type: 'called', operation: { kind: 'last-page', last_page: '/education' } };
const TAB: Event = {
  type: 'called',
  operation: { kind: 'tabs', tab_id: 'employ_experience_tabs', chosen_tab: 'describe' },
};
const read = (version: string): Event => ({ type: 'profileRead', reading: readingOf({}, version) });
const LATER = at(60_000);

function requestIn(state: State): string {
  const request = nextRequest(state, LATER.elapsed);
  if (request === undefined) return 'nothing';
  switch (request.do) {
    case 'put':
      return `put ${request.answers.map(({ key }) => key).join(', ')} over ${request.version}`;
    case 'call':
      return request.call.callKey;
    case 'read':
      return 'read';
    default:
      return request satisfies never;
  }
}

test.each<{ what: string; events: readonly Event[]; next: string }>([
  { what: 'nothing has changed', events: [], next: 'nothing' },
  { what: 'an answer has changed', events: [typed('city', 'Erie')], next: 'put city over "1"' },
  {
    what: 'two have',
    events: [typed('zip', '16501'), typed('city', 'Erie')],
    next: 'put zip, city over "1"',
  },
  {
    what: 'one was changed and taken back',
    events: [typed('city', 'Erie'), typed('city', '')],
    next: 'nothing',
  },
  { what: 'a call came before an answer', events: [PAGE, typed('city', 'Erie')], next: 'last-page' },
  { what: 'a call came after an answer', events: [typed('city', 'Erie'), PAGE], next: 'put city over "1"' },
  { what: 'half a date was typed', events: [half()], next: 'nothing' },
  {
    what: 'the account had another version',
    events: [typed('city', 'Erie'), { type: 'outdated', over: '"1"' }],
    next: 'read',
  },
  {
    what: 'the account had another version, and has told it',
    events: [typed('city', 'Erie'), { type: 'outdated', over: '"1"' }, read('"2"')],
    next: 'put city over "2"',
  },
  {
    what: 'the account refuses the version that it is at, once',
    events: [typed('city', 'Erie'), { type: 'outdated', over: '"1"' }, read('"1"')],
    next: 'put city over "1"',
  },
  {
    what: 'the account has changed twice meanwhile',
    events: [
      typed('city', 'Erie'),
      { type: 'outdated', over: '"1"' },
      read('"2"'),
      { type: 'outdated', over: '"1"' },
      read('"3"'),
    ],
    next: 'put city over "3"',
  },
  {
    what: 'the value was refused',
    events: [typed('city', 'Erie'), refused({ city: ['No.'] })],
    next: 'nothing',
  },
  {
    what: 'another value follows a refused one',
    events: [typed('city', 'Erie'), refused({ city: ['No.'] }), typed('city', 'York')],
    next: 'put city over "1"',
  },
  {
    what: 'two were refused without a name',
    events: [typed('city', 'Erie'), typed('zip', '1'), refused({}, ['city', 'zip'])],
    next: 'nothing',
  },
  {
    what: 'the applicant is asked',
    events: [typed('city', 'Erie'), { type: 'profileRead', reading: readingOf({ city: 'York' }, '"2"') }],
    next: 'nothing',
  },
])('if $what, the next request is: $next', ({ events, next }) => {
  const state = applicant();
  for (const event of events) after(state, event);
  expect(requestIn(state)).toBe(next);
});

test('a server without versions gets a change as it is', () => {
  const state = visitor();
  after(state, { type: 'loggedIn', reading: { ...readingOf({}), version: undefined } });
  after(state, typed('city', 'Erie'));
  expect(requestIn(state)).toBe('put city over undefined');
});

test('a visitor sends nothing', () => {
  const state = visitor();
  after(state, typed('city', 'Erie'));
  expect(requestIn(state)).toBe('nothing');
  expect(sendingAt(state, 0)).toBe(Number.POSITIVE_INFINITY);
});

test.each<{ what: string; events: readonly Event[]; waitMs: number }>([
  { what: 'a letter', events: [typed('city', 'E')], waitMs: 1000 },
  { what: 'a choice, which comes with no letters', events: [TAB], waitMs: 1000 },
  {
    what: 'a letter, if it is saved at once',
    events: [typed('city', 'E'), { type: 'sendAsked' }],
    waitMs: 0,
  },
])('$what is sent after $waitMs ms', ({ events, waitMs }) => {
  const state = applicant();
  for (const event of events) after(state, event);
  expect(sendingAt(state, 0)).toBe(waitMs);
});

test('somebody who types without a pause is saved every ten seconds', () => {
  const state = applicant();
  for (let elapsed = 0; elapsed <= 9500; elapsed += 500)
    after(state, typed('city', `${elapsed}`), at(elapsed));
  expect(sendingAt(state, 9500)).toBe(10_000);
});

test.each<{ what: string; events: readonly Event[]; is: boolean }>([
  { what: 'nothing waits', events: [], is: true },
  { what: 'an answer waits', events: [typed('city', 'Erie')], is: false },
  { what: 'a page waits', events: [PAGE], is: true },
  { what: 'a choice waits', events: [TAB], is: false },
  { what: 'a value was refused', events: [typed('city', 'Erie'), refused({ city: ['No.'] })], is: true },
])('if $what, everything is saved: $is', ({ events, is }) => {
  const state = applicant();
  for (const event of events) after(state, event);
  expect(isSaved(state)).toBe(is);
});

function half(): Event {
  return { type: 'typed', key: 'birth_date_unfinished', value: '4\n\n', isRestored: false };
}

function refused(errors: Readonly<Record<string, readonly string[]>>, keys = ['city']): Event {
  const answers = keys.map((key) => ({ key, value: key === 'city' ? 'Erie' : '1' }));
  return { type: 'refused', answers, message: 'No.', errors, isLasting: true, isSubmitted: false };
}
