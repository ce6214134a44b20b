import { expect, test } from 'vitest';
import { adoptAnonymous, mergeAnswers } from './merge.ts';

const pendingCity = (value: string, base: string) => new Map([['city', { value, base, order: 1 }]]);

test.each([
  {
    name: 'a change on what the server has',
    mine: 'Erie',
    base: 'York',
    server: 'York',
    shown: 'Erie',
    waits: true,
  },
  {
    name: 'the same change on both',
    mine: 'Erie',
    base: 'York',
    server: 'Erie',
    shown: 'Erie',
    waits: false,
  },
  { name: 'a change against a blank', mine: 'Erie', base: '', server: '', shown: 'Erie', waits: true },
  {
    name: 'a change where the other cleared',
    mine: 'Erie',
    base: 'York',
    server: '',
    shown: 'Erie',
    waits: true,
  },
  {
    name: 'both changed',
    mine: 'Erie',
    base: 'York',
    server: 'Reading',
    shown: 'Erie',
    waits: true,
    asks: true,
  },
  {
    name: 'cleared here, changed there',
    mine: '',
    base: 'York',
    server: 'Reading',
    shown: '',
    waits: true,
    asks: true,
  },
])('$name', ({ mine, base, server, shown, waits, asks = false }) => {
  const merged = mergeAnswers(pendingCity(mine, base), { city: server, zip: '18509' });
  expect(merged.answers).toEqual({ city: shown, zip: '18509' });
  expect(merged.pending.has('city')).toBe(waits);
  expect(merged.conflicts).toEqual(asks ? [{ key: 'city', mine, theirs: server }] : []);
});

test.each([
  { mine: 'Erie', theirs: '', waits: true, asks: false },
  { mine: '', theirs: 'York', waits: false, asks: false },
  { mine: 'Erie', theirs: 'Erie', waits: false, asks: false },
  { mine: 'Erie', theirs: 'York', waits: true, asks: true },
])('an anonymous "$mine" meets the account’s "$theirs"', ({ mine, theirs, waits, asks }) => {
  const server = { city: theirs };
  const merged = mergeAnswers(adoptAnonymous(new Map([['city', { value: mine }]]), server), server);
  expect(merged.pending.has('city')).toBe(waits);
  expect(merged.conflicts).toHaveLength(asks ? 1 : 0);
});
