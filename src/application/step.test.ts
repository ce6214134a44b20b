import { expect, test } from 'vitest';
import type { DeviceRecord } from '#device/stored-records.ts';
import { after, applicant, at, OWNER, readingOf, visitor } from '#testing/steps.ts';
import type { Effect, Event } from './events.ts';
import type { State } from './model.ts';
import { ANONYMOUS, nameOf } from './record-names.ts';
import { answerIn, answersIn, isTyping } from './select.ts';
import { newState } from './new-state.ts';

type Key = Extract<Event, { type: 'typed' }>['key'];
const typed = (key: Key, value: string, isRestored = false): Event => ({
  type: 'typed',
  key,
  value,
  isRestored,
});
/** Later and earlier than every stamp of these tests. */
const [EARLIER, LATER] = ['0', 'z'];

function answersOf(answers: Readonly<Record<string, string>>, stamp: string, owner = ANONYMOUS) {
  const records = Object.entries(answers).map(
    ([key, value]) => [nameOf('answers', owner, key), { stamp, value: { value } }] as const,
  );
  return new Map<string, DeviceRecord>(records);
}

const came = (
  records: ReadonlyMap<string, DeviceRecord>,
  from: 'device' | 'tab',
  refocusedKey?: string,
): Event => ({ type: 'recordsCame', records, from, refocusedKey });

function stateAfter(state: State, event: Event): State {
  after(state, event);
  return state;
}

const departed = () => stateAfter(applicant(), { type: 'left', how: 'idle' });

/** The effects, without those that only show something. */
const done = (effects: readonly Effect[]) => effects.map((effect) => effect.do).filter((is) => is !== 'show');

/** The records that a step writes, without their owner. */
function written(effects: readonly Effect[]): Readonly<Record<string, unknown>> {
  const records = effects.flatMap((effect) => (effect.do === 'write' ? [...effect.records] : []));
  return Object.fromEntries(records.map(([name, { value }]) => [name.replace(/\/[^/]+\//, '/'), value]));
}

test.each<{ what: string; before?: Event[]; event: Event; writes: Readonly<Record<string, unknown>> }>([
  { what: 'a letter', event: typed('city', 'E'), writes: { 'change/city': { value: 'E' } } },
  { what: 'the same value once more', before: [typed('city', 'E')], event: typed('city', 'E'), writes: {} },
  {
    what: 'a choice that hides an answer',
    before: [typed('citizenship_type', '2'), typed('alien_registration_number', 'A12345678')],
    event: typed('citizenship_type', '1'),
    writes: { 'change/citizenship_type': { value: '1' }, 'change/alien_registration_number': { value: '' } },
  },
  {
    what: 'answers of a copy, with a label',
    event: { type: 'filled', changes: { gender: 'male', gender_desc: 'Male' } },
    writes: { 'change/gender': { value: 'male' } },
  },
  {
    what: 'half a date',
    event: typed('birth_date_unfinished', '4\n\n'),
    writes: { 'change/birth_date_unfinished': { value: '4\n\n' } },
  },
])('$what of a visitor is written', ({ before = [], event, writes }) => {
  const state = visitor();
  for (const earlier of before) after(state, earlier);
  expect(written(after(state, event))).toEqual(writes);
});

test('the first change of an account’s answer is based on its value before', () => {
  const state = applicant({ city: 'York' });
  for (const value of ['Erie', 'Erie Hill'])
    expect(written(after(state, typed('city', value)))).toEqual({ 'change/city': { value, base: 'York' } });
  expect(written(after(state, typed('zip', '1')))).toEqual({ 'change/zip': { value: '1', base: '' } });
});

test('the browser is asked once to keep the storage', () => {
  const state = visitor();
  expect(done(after(state, typed('city', 'E')))).toEqual(['write', 'persist']);
  expect(done(after(state, typed('city', 'Er')))).toEqual(['write']);
});

test('nobody is typing any more 400 ms after the last letter, or once they leave the field', () => {
  const state = visitor();
  after(state, typed('city', 'E'));
  expect([isTyping(state, 399), isTyping(state, 400)]).toEqual([true, false]);
  after(state, { type: 'rested' });
  expect(isTyping(state, 0)).toBe(false);
});

test('the status says that typed text is on the device only once it is written', () => {
  const state = visitor();
  after(state, typed('city', 'E'));
  expect(state.isWritten).toBe(false);
  after(state, { type: 'written' });
  expect(state.isWritten).toBe(true);
});

test.each([
  { what: 'later', stamp: LATER, becomes: 'Erie' },
  { what: 'earlier', stamp: EARLIER, becomes: 'York' },
])('of two tabs, the $what letters of another one leave $becomes', ({ stamp, becomes }) => {
  const state = visitor();
  after(state, typed('city', 'York'));
  after(state, came(answersOf({ city: 'Erie' }, stamp), 'tab'));
  expect(answerIn(state, 'city')).toBe(becomes);
});

test('a clock set back a day leaves later letters later', () => {
  const state = visitor();
  after(state, typed('city', 'York'), at(0));
  const [effect] = after(state, typed('city', 'Erie'), at(-24 * 3_600_000));
  const record =
    effect?.do === 'write' ? effect.records.get(nameOf('answers', ANONYMOUS, 'city')) : undefined;
  const other = visitor('other');
  after(other, typed('city', 'York'), at(0));
  after(
    other,
    came(new Map([[nameOf('answers', ANONYMOUS, 'city'), record ?? { stamp: '', value: '' }]]), 'tab'),
  );
  expect(answerIn(other, 'city')).toBe('Erie');
});

test.each<{
  what: string;
  stored: Readonly<Record<string, string>>;
  early: Event[];
  refocusedKey?: string;
  becomes: Readonly<Record<string, string>>;
}>([
  {
    what: 'an early entry wins over the draft',
    stored: { city: 'York', zip: '17401' },
    early: [typed('city', 'Erie')],
    becomes: { city: 'Erie', zip: '17401' },
  },
  {
    what: 'a value that the browser restored yields to it',
    stored: { city: 'York' },
    early: [typed('city', 'Erie', true)],
    becomes: { city: 'York' },
  },
  {
    what: 'one where there is no draft stays',
    stored: {},
    early: [typed('city', 'Erie', true)],
    becomes: { city: 'Erie' },
  },
  {
    what: 'text in the field of a reload continues the stored text',
    stored: { last_name: 'Love' },
    early: [typed('last_name', 'lace')],
    refocusedKey: 'last_name',
    becomes: { last_name: 'Lovelace' },
  },
  {
    what: 'an early choice clears what it hides in the draft',
    stored: { citizenship_type: '2', alien_registration_number: 'A12345678' },
    early: [typed('citizenship_type', '1')],
    becomes: { citizenship_type: '1', alien_registration_number: '' },
  },
])('the device is read late: $what', ({ stored, early, refocusedKey, becomes }) => {
  const state = newState('tab');
  for (const event of early) after(state, event);
  after(state, came(answersOf(stored, '0000000001.a'), 'device', refocusedKey));
  expect(answersIn(state)).toMatchObject(becomes);
  expect(state.early.size).toBe(0);
});

test.each<{ who: string; state: () => State; event: Event; does: readonly string[]; becomes: State['who'] }>([
  {
    who: 'a visitor hears that somebody logged in in another tab',
    state: visitor,
    event: { type: 'turned', owner: OWNER, isWiped: false },
    does: ['reload'],
    becomes: { is: 'visitor' },
  },
  {
    who: 'an applicant hears of their own log-in in another tab',
    state: applicant,
    event: { type: 'turned', owner: OWNER, isWiped: false },
    does: [],
    becomes: { is: 'applicant', owner: OWNER },
  },
  {
    who: 'an applicant hears that another one logged in',
    state: applicant,
    event: { type: 'turned', owner: 'ben', isWiped: false },
    does: ['seal', 'forgetAccount'],
    becomes: { is: 'departed', how: 'chosen' },
  },
  {
    who: 'the server lets in the account that was here last',
    state: applicant,
    event: { type: 'admitted', owner: OWNER },
    does: [],
    becomes: { is: 'applicant', owner: OWNER },
  },
  {
    who: 'the server lets in another account',
    state: applicant,
    event: { type: 'admitted', owner: 'ben' },
    does: ['write', 'seal', 'forgetAccount'],
    becomes: { is: 'arriving' },
  },
  {
    who: 'a page starts with the marker of a session',
    state: visitor,
    event: { type: 'sessionFound' },
    does: [],
    becomes: { is: 'arriving' },
  },
  {
    who: 'somebody who has departed comes back with the marker of a session',
    state: departed,
    event: { type: 'sessionFound' },
    does: [],
    becomes: { is: 'arriving' },
  },
  {
    who: 'somebody who has departed finds that their session has ended',
    state: () => stateAfter(departed(), { type: 'sessionFound' }),
    event: { type: 'left', how: 'expired' },
    does: ['forgetAccount'],
    becomes: { is: 'departed', how: 'expired' },
  },
  {
    who: 'a link opens the view of the service',
    state: visitor,
    event: { type: 'serviceOpened' },
    does: [],
    becomes: { is: 'service' },
  },
])('$who', ({ state: begin, event, does, becomes }) => {
  const state = begin();
  expect(done(after(state, event))).toEqual(does);
  expect(state.who).toEqual(becomes);
});

test('a deletion with the stamp of what it deletes is accepted', () => {
  const state = visitor();
  after(state, came(answersOf({ city: 'York' }, LATER), 'tab'));
  const deletion = new Map([[nameOf('answers', ANONYMOUS, 'city'), { stamp: LATER, value: undefined }]]);
  after(state, came(deletion, 'tab'));
  expect(answersIn(state)).toEqual({});
  after(state, came(answersOf({ city: 'York' }, LATER), 'tab'));
  expect(answersIn(state)).toEqual({});
});

const EMPLOYER: Event[] = [typed('employ_current', 'yes'), typed('employer_name', 'Acme')];
const [NO, YES] = [typed('employ_current', 'no'), typed('employ_current', 'yes')];
const lent: Event = { type: 'lent', answers: { employ_current: 'yes', employer_name: 'Acme' } };

test.each<{ what: string; events: Event[]; shows: string }>([
  { what: 'comes back', events: [...EMPLOYER, NO, YES], shows: 'Acme' },
  {
    what: 'is forgotten at a log-in',
    events: [...EMPLOYER, NO, { type: 'loggedIn', reading: readingOf({}) }, YES],
    shows: '',
  },
  {
    what: 'is forgotten once the device is cleared',
    events: [...EMPLOYER, NO, { type: 'left', how: 'chosen' }, YES],
    shows: '',
  },
  {
    what: 'is forgotten once another tab has cleared the device',
    events: [...EMPLOYER, NO, { type: 'turned', owner: ANONYMOUS, isWiped: true }, YES],
    shows: '',
  },
  { what: 'stays away if a link has brought it', events: [lent, NO, YES], shows: '' },
])('what a press has cleared $what', ({ events, shows }) => {
  const state = visitor();
  for (const event of events) after(state, event);
  expect(answerIn(state, 'employer_name')).toBe(shows);
});

test('what a press has cleared is cleared on the device, and written again when it is restored', () => {
  const state = visitor();
  for (const event of EMPLOYER) after(state, event);
  expect(written(after(state, NO))).toEqual({
    'change/employ_current': { value: 'no' },
    'change/employer_name': { value: '' },
  });
  expect(written(after(state, YES))).toEqual({
    'change/employ_current': { value: 'yes' },
    'change/employer_name': { value: 'Acme' },
  });
});

test('an answer that release 1.1 has left is moved, unless a later one is here', () => {
  const state = visitor();
  const left = (key: string, stamp: string) =>
    [`answer/${ANONYMOUS}/${key}`, { stamp, value: 'York' }] as const;
  after(state, typed('city', 'Erie'));
  const effects = after(state, came(new Map([left('city', EARLIER), left('zip', EARLIER)]), 'device'));
  expect(answersIn(state)).toEqual({ city: 'Erie', zip: 'York' });
  const [{ records } = { records: new Map() }] = effects.filter((effect) => effect.do === 'write');
  expect([...records].map(([name, { value }]) => [name, value])).toEqual([
    ['answer/anonymous/city', undefined],
    ['change/anonymous/zip', { value: 'York' }],
    ['answer/anonymous/zip', undefined],
  ]);
});
