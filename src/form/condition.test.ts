import { describe, expect, test } from 'vitest';
import {
  all,
  answered,
  any,
  equals,
  holds,
  isBlank,
  isIn,
  keysOf,
  notAnswered,
  type Condition,
} from './condition.ts';

const amount = (operator: 'lt' | 'lte' | 'gt' | 'gte', target: string): Condition => ({
  valueKey: 'employer_tuition_amount',
  operator,
  target,
});

const unequal = (target: string): Condition => ({ valueKey: 'city', operator: 'notEquals', target });
const outside = (target: readonly string[]): Condition => ({ valueKey: 'city', operator: 'notIn', target });

describe('the ten operators', () => {
  test.each([
    { operator: 'equals', condition: equals('city', 'Scranton'), yes: 'Scranton', no: 'scranton' },
    { operator: 'notEquals', condition: unequal('Scranton'), yes: '', no: 'Scranton' },
    { operator: 'lt', condition: amount('lt', '10'), yes: '9', no: '10' },
    { operator: 'lte', condition: amount('lte', '10'), yes: '10', no: '10.01' },
    { operator: 'gt', condition: amount('gt', '9'), yes: '10', no: '9' },
    { operator: 'gte', condition: amount('gte', '9'), yes: '9', no: '8.99' },
    { operator: 'in', condition: isIn('city', ['Scranton', 'Erie']), yes: 'Erie', no: 'Paris' },
    { operator: 'notIn', condition: outside(['Scranton', 'Erie']), yes: 'Paris', no: 'Erie' },
    { operator: 'answered', condition: answered('city'), yes: 'x', no: '   ' },
    { operator: 'notAnswered', condition: notAnswered('city'), yes: '   ', no: 'x' },
  ])('$operator', ({ condition, yes, no }) => {
    const [key = ''] = keysOf(condition);
    expect(holds(condition, { [key]: yes })).toBe(true);
    expect(holds(condition, { [key]: no })).toBe(false);
  });

  test.each([
    { operator: 'equals', condition: equals('city', 'x'), verdict: false },
    { operator: 'notEquals', condition: unequal('x'), verdict: true },
    { operator: 'lt', condition: amount('lt', '10'), verdict: false },
    { operator: 'lte', condition: amount('lte', '10'), verdict: false },
    { operator: 'gt', condition: amount('gt', '-1'), verdict: false },
    { operator: 'gte', condition: amount('gte', '-1'), verdict: false },
    { operator: 'in', condition: isIn('city', ['x']), verdict: false },
    { operator: 'notIn', condition: outside(['x']), verdict: true },
    { operator: 'answered', condition: answered('city'), verdict: false },
    { operator: 'notAnswered', condition: notAnswered('city'), verdict: true },
  ])('$operator of an answer never given: $verdict', ({ condition, verdict }) => {
    expect(holds(condition, {})).toBe(verdict);
  });
});

test('numbers are compared as numbers, dates as dates', () => {
  expect(holds(amount('lt', '10'), { employer_tuition_amount: '9' })).toBe(true);
  const bornBefore: Condition = { valueKey: 'birth_date', operator: 'lt', target: '2000-01-01' };
  expect(holds(bornBefore, { birth_date: '1999-12-31' })).toBe(true);
  expect(holds(bornBefore, { birth_date: '2000-01-01' })).toBe(false);
});

test('all needs every part, any needs one; none of none holds', () => {
  const both = all(equals('city', 'a'), equals('zip', 'b'));
  const either = any(equals('city', 'a'), equals('zip', 'b'));
  expect([holds(both, { city: 'a' }), holds(both, { city: 'a', zip: 'b' })]).toEqual([false, true]);
  expect([holds(either, {}), holds(either, { zip: 'b' })]).toEqual([false, true]);
  expect([holds(all(), {}), holds(any(), {})]).toEqual([true, false]);
});

test('a condition names the keys it looks at', () => {
  expect(keysOf(all(answered('city'), any(answered('zip'), answered('state'))))).toEqual([
    'city',
    'zip',
    'state',
  ]);
});

test.each([
  { value: undefined, blank: true },
  { value: '', blank: true },
  { value: ' \t\n ', blank: true },
  { value: '0', blank: false },
])('"$value" is blank: $blank', ({ value, blank }) => {
  expect(isBlank(value)).toBe(blank);
});
