import { expect, test } from 'vitest';
import { withAccount, type Next } from './changes.ts';
import { termOf, wipeOf, type Turn } from './turn.ts';

const KEY = new Uint8Array(32);
const NEW: Turn = { v: 1, epoch: 'e1', isShared: false, key: KEY };
const ANN: Turn = { ...NEW, account: { id: 'a1', owner: 'ann', key: KEY } };
const NOBODY: Turn = { ...NEW, account: { id: 'a2' } };
const BEN: Turn = { ...NEW, account: { id: 'a3', owner: 'ben' } };
const WIPED: Turn = { ...NEW, epoch: 'e2' };
const SHARED: Turn = { ...ANN, epoch: 'e2', wiped: 'e1', isShared: true };

test.each<{
  what: string;
  stored: Turn;
  held?: Turn;
  next: Next;
  becomes: Turn['account'] | 'unchanged';
}>([
  { what: 'the first log-in', stored: NEW, next: { owner: 'ann' }, becomes: { id: 'x', owner: 'ann' } },
  {
    what: 'a log-in with a key',
    stored: NEW,
    next: { owner: 'ann', key: KEY },
    becomes: { id: 'x', owner: 'ann', key: KEY },
  },
  { what: 'a second tab of the same account', stored: ANN, next: { owner: 'ann' }, becomes: 'unchanged' },
  {
    what: 'a new key of the same account',
    stored: ANN,
    next: { owner: 'ann', key: KEY },
    becomes: { id: 'x', owner: 'ann', key: KEY },
  },
  { what: 'another account', stored: ANN, next: { owner: 'ben' }, becomes: { id: 'x', owner: 'ben' } },
  {
    what: 'a log-in over a log-out of another tab',
    stored: NOBODY,
    held: ANN,
    next: { owner: 'ann', key: KEY },
    becomes: { id: 'x', owner: 'ann', key: KEY },
  },
  { what: 'a log-out', stored: ANN, next: {}, becomes: { id: 'x' } },
  { what: 'a second log-out', stored: NOBODY, next: {}, becomes: 'unchanged' },
  {
    what: 'a log-out after another account has logged in',
    stored: BEN,
    held: ANN,
    next: {},
    becomes: 'unchanged',
  },
  {
    what: 'a log-in from before a wipe',
    stored: WIPED,
    held: NEW,
    next: { owner: 'ann' },
    becomes: 'unchanged',
  },
  {
    what: 'a log-in from before storing was turned off',
    stored: SHARED,
    held: NEW,
    next: { owner: 'ben' },
    becomes: { id: 'x', owner: 'ben' },
  },
])('who is here after $what', ({ stored, held = stored, next, becomes }) => {
  const after = withAccount(stored, held, next, 'x');
  expect(after ?? 'unchanged').toEqual(
    becomes === 'unchanged' ? 'unchanged' : { ...stored, account: becomes },
  );
});

test('the term changes with each of these, and a wipe is told from storing that is turned off', () => {
  const terms = [NEW, ANN, NOBODY, BEN, WIPED, SHARED].map(termOf);
  expect(new Set(terms).size).toBe(terms.length);
  expect([WIPED, SHARED, ANN].map((turn) => wipeOf(turn) === wipeOf(NEW))).toEqual([false, true, true]);
});
