import { expect, test } from 'vitest';
import { after, applicant, at, OWNER } from '#testing/steps.ts';
import { newDraft, SEEN, seenStamp } from '../draft.ts';
import type { Event } from '../events.ts';
import type { Operation, State } from '../model.ts';
import { nameOf } from '../record-names.ts';
import { accountStatusOf } from './status.ts';

const SAVED = 'Saved to your account';
const SENDING = 'Saved on this device. Sending …';
const PAGE: Operation = { kind: 'last-page', last_page: '/education' };
const COLLEGE: Operation = { kind: 'add-another', button_id: 'college', num_components: 2 };

const called = (operation: Operation): Event => ({ type: 'called', operation });
const typed: Event = { type: 'typed', key: 'city', value: 'Erie', isRestored: false };
const dated: Event = { type: 'typed', key: 'birth_date_unfinished', value: '4--', isRestored: false };
const shared: Event = {
  type: 'deviceChanged',
  status: { kind: 'memory-only', reason: 'shared-computer' },
};
/** Another tab that logs out deletes it, after this one has logged in. */
const lost: Event = {
  type: 'recordsCame',
  records: new Map([
    [nameOf('seen', OWNER, SEEN), { stamp: seenStamp(newDraft(), '"1"', ''), value: undefined }],
  ]),
  from: 'tab',
};
const written: Event = { type: 'written' };
const rested: Event = { type: 'rested' };
const sent: Event[] = [
  { type: 'sending', answers: [{ key: 'city', value: 'Erie' }] },
  { type: 'saved', answers: [{ key: 'city', value: 'Erie' }], over: '"1"', version: '"2"' },
];
const failed = (is: 'offline' | 'server'): Event[] => [
  { type: 'failed', failure: { is, chance: 0 } },
  { type: 'sendingEnded', isDone: false },
];

function saidAfter(...events: readonly Event[]): string {
  const state: State = applicant();
  for (const event of events) after(state, event);
  return accountStatusOf(state, at(0)).text;
}

test.each<[what: string, events: readonly Event[], text: string]>([
  ['nothing but the page is on its way', [called(PAGE), written], SAVED],
  [
    'nothing but the page is on its way, after a save',
    [typed, rested, ...sent, called(PAGE), written],
    SAVED,
  ],
  ['what was seen of the account is gone', [lost], 'Saving …'],
  [
    'what was seen of the account is gone, and the page is on its way',
    [lost, called(PAGE), written],
    'Saving …',
  ],
  ['somebody types a date', [dated, written], 'Saving …'],
  [
    'a date is not whole, and the page is on its way',
    [called(PAGE), dated, written, rested],
    'Saved on this device',
  ],
  ['a date is not whole', [dated, written, rested], 'Saved on this device'],
  ['a date that is not whole is being written', [dated, rested], 'Saving …'],
  ['a date that is not whole is stored nowhere', [shared, dated, rested], 'Not saved here.'],
  ['an answer is on its way', [called(PAGE), typed, rested, written], SENDING],
  ['a college that was added is on its way', [called(PAGE), called(COLLEGE), written], SENDING],
  ['a letter does not rest on the device yet', [typed, rested], 'Saving …'],
  ['somebody is typing', [typed, written], 'Saving …'],
  [
    'there is no network',
    [typed, rested, written, ...failed('offline')],
    'Offline: 1 answer waiting. Saved on this device.',
  ],
  [
    'the account cannot be read',
    [{ type: 'resumed', is: 'server' }],
    'Your account cannot be read just now. These are the answers on this device.',
  ],
  [
    'the account is read again',
    [
      { type: 'resumed', is: 'server' },
      { type: 'sending', answers: [] },
    ],
    'Your account cannot be read just now. These are the answers on this device.',
  ],
  [
    'the account is read again, once there is a network',
    [
      { type: 'resumed', is: 'offline' },
      { type: 'sending', answers: [] },
    ],
    'Offline: nothing is waiting.',
  ],
  [
    'the account cannot be read, and a letter waits',
    [{ type: 'resumed', is: 'server' }, typed, rested, written],
    'Your account cannot be read just now. These are the answers on this device. Trying again soon: 1 answer waiting.',
  ],
  [
    'the server is in trouble',
    [typed, rested, written, ...failed('server')],
    'Trying again soon: 1 answer waiting. Saved on this device.',
  ],
  [
    'a file is in the memory of the page alone',
    [
      { type: 'fileChosen', key: 'employ_resume', id: '1', file: new File(['a'], 'cv.pdf') },
      typed,
      rested,
      written,
    ],
    'Saving …',
  ],
])('while %s, the line says so', (_, events, text) => {
  expect(saidAfter(...events)).toBe(text);
});
