import { expect, test } from 'vitest';
import { changesBy, openDraft, sealDraft, sealFile } from './draft-file.ts';

const PASSWORD = 'between two shifts';
const SAVED_AT = Date.UTC(2026, 10, 20, 14, 5);
const answers = {
  first_name: 'Zoë 👩🏽‍🎓',
  last_name: '',
  citizenship_type: '1',
  ssn: '123-45-6789',
  college_transcript: 'ANSWERED',
  submit_date: '2026-11-20T14:05:00.000Z',
};

test('what was saved is restored letter by letter, without documents, stamps and blanks', async () => {
  const file = await sealDraft(answers, SAVED_AT, PASSWORD);
  expect(await openDraft(file, PASSWORD)).toEqual({
    kind: 'draft',
    draft: {
      savedAt: SAVED_AT,
      answers: { first_name: 'Zoë 👩🏽‍🎓', citizenship_type: '1', ssn: '123-45-6789' },
    },
  });
});

test('nothing of it can be read in the file', async () => {
  const file = await sealDraft(answers, SAVED_AT, PASSWORD);
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  for (const word of ['123-45', 'first_name', PASSWORD]) expect(text).not.toContain(word);
});

test('the same password typed in other bytes opens it', async () => {
  const file = await sealDraft(answers, SAVED_AT, 'cafe\u0301 au lait');
  expect((await openDraft(file, 'caf\u00e9 au lait')).kind).toBe('draft');
});

test.each([
  {
    what: 'another password',
    change: (bytes: Uint8Array) => bytes,
    password: 'wrong',
    kind: 'wrong-password',
  },
  {
    what: 'a flipped bit',
    change: (bytes: Uint8Array) => bytes.with(bytes.length - 3, (bytes.at(-3) ?? 0) ^ 1),
    password: PASSWORD,
    kind: 'wrong-password',
  },
  {
    what: 'fewer rounds than were asked for',
    change: (bytes: Uint8Array) => bytes.with(10, 0),
    password: PASSWORD,
    kind: 'wrong-password',
  },
  {
    what: 'more rounds than a device could do',
    change: (bytes: Uint8Array) => bytes.with(8, 255),
    password: PASSWORD,
    kind: 'unreadable',
  },
  {
    what: 'a file cut off',
    change: (bytes: Uint8Array) => bytes.slice(0, 30),
    password: PASSWORD,
    kind: 'unreadable',
  },
  {
    what: 'some other file',
    change: () => new TextEncoder().encode('%PDF-1.7 and so on, for as long as it takes to be a file'),
    password: PASSWORD,
    kind: 'unreadable',
  },
])('$what: $kind', async ({ change, password, kind }) => {
  const file = await sealDraft(answers, SAVED_AT, PASSWORD);
  const bytes = new Uint8Array(change(new Uint8Array(await file.arrayBuffer())));
  expect(await openDraft(new Blob([bytes]), password)).toEqual({ kind });
});

test('a file that the browser can no longer read differs from a damaged one', async () => {
  const file = await sealDraft(answers, SAVED_AT, PASSWORD);
  file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  expect(await openDraft(file, PASSWORD)).toEqual({ kind: 'gone' });
});

test.each([
  { what: 'of a newer release', value: { format: 2, savedAt: 1, entries: [] }, kind: 'newer' },
  { what: 'that holds something else', value: { hello: 'world' }, kind: 'unreadable' },
])('a file $what is left alone', async ({ value, kind }) => {
  expect(await openDraft(await sealFile(value, PASSWORD), PASSWORD)).toEqual({ kind });
});

test('unknown keys and values that no question accepts are left out', async () => {
  const file = await sealFile(
    {
      format: 1,
      savedAt: 1,
      answers: { shoe_size: '43', constructor: 'x', first_name: 'A'.repeat(100_000), last_name: 'Lee' },
    },
    PASSWORD,
  );
  expect(await openDraft(file, PASSWORD)).toEqual({
    kind: 'draft',
    draft: { savedAt: 1, answers: { last_name: 'Lee' } },
  });
});

test('the preview lists what would change, in the form’s order, and what would be cleared', () => {
  const present = {
    first_name: 'Ann',
    last_name: 'Li',
    employ_current: 'yes',
    employ_current_desc: 'Yes',
    employer_name: 'Acme',
  };
  const draft = {
    savedAt: SAVED_AT,
    answers: {
      employ_current: 'no',
      employ_current_desc: 'No',
      country: 'USA',
      country_desc: 'United States',
      last_name: 'Lee',
      first_name: 'Ann',
    },
  };
  const changes = changesBy(draft, present, () => '2026-11-20');
  expect(changes.map(({ question, now, next }) => [question.key, now, next])).toEqual([
    ['last_name', 'Li', 'Lee'],
    ['country', '', 'USA'],
    ['employ_current', 'yes', 'no'],
    ['employer_name', 'Acme', ''],
  ]);
});
