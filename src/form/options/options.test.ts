import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { questions } from '../form.ts';
import { optionsOf } from '../question.ts';
import { countries, countriesNoUsa } from './countries.ts';
import { months } from './months.ts';
import { statesAndProvinces } from './states.ts';
import { years } from './years.ts';

const empty = { value: '', label: '--' };
const values = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value);

const lists = questions.flatMap((question) => {
  if (question.kind !== 'select' && question.kind !== 'radio') return [];
  const { key, kind, options } = question;
  if ('byValue' in options)
    return Object.entries(options.byValue).map(([of, list]) => ({ key, kind, of, list }));
  return [{ key, kind, of: 'any', list: optionsOf(question, {}, () => '2026-11-20') }];
});

test.each(lists)('the options of $key ($of) have one label per value and no value twice', ({ list }) => {
  expect(new Set(values(list)).size).toBe(list.length);
  expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
  expect(list.filter(({ label }) => label.trim() === '')).toEqual([]);
});

test.each(lists.filter(({ kind }) => kind === 'select'))(
  'the list of $key ($of) begins with the empty option',
  ({ list }) => {
    expect(list[0]).toEqual(empty);
    expect(list.length).toBeGreaterThan(1);
  },
);

test('yes-or-no questions begin with Yes and No', () => {
  const radios = lists.filter(({ kind }) => kind === 'radio');
  expect(radios.length).toBeGreaterThan(0);
  for (const { list } of radios) expect(list.slice(0, 2).map(({ label }) => label)).toEqual(['Yes', 'No']);
});

describe('countries', () => {
  test('have the United States at the top', () => {
    expect(countries.slice(0, 2)).toEqual([empty, { value: 'USA', label: 'United States' }]);
  });

  test('are all of ISO 3166-1 and Kosovo, in three letters', () => {
    const codes = values(countries.slice(1));
    expect(codes).toHaveLength(250);
    expect(new Set(codes).size).toBe(250);
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });

  test('without the United States are the same but for it', () => {
    expect(values(countriesNoUsa)).toEqual(values(countries).filter((value) => value !== 'USA'));
  });

  test('stand in the order of their names', () => {
    const names = countriesNoUsa.slice(1).map(({ label }) => label);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  });
});

describe('states and provinces', () => {
  test('are the states and the District, territories, armed forces and Canada', () => {
    expect(statesAndProvinces).toHaveLength(1 + 51 + 8 + 3 + 13);
    expect(values(statesAndProvinces.slice(1)).filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  test.each(['PA', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'AA', 'AE', 'AP', 'ON', 'QC', 'NU', 'YT'])(
    'know %s',
    (code) => {
      expect(values(statesAndProvinces)).toContain(code);
    },
  );
});

test('months are 1 to 12 with English names', () => {
  expect(months).toHaveLength(13);
  expect([months[0], months[1], months[12]]).toEqual([
    empty,
    { value: '1', label: 'January' },
    { value: '12', label: 'December' },
  ]);
});

test.each([
  { numYears: 3, direction: 'past', startYear: 2026, expected: ['', '2026', '2025', '2024'] },
  { numYears: 3, direction: 'future', startYear: 2026, expected: ['', '2026', '2027', '2028'] },
  { numYears: 1, direction: 'past', startYear: 2000, expected: ['', '2000'] },
] as const)('$numYears years into the $direction from $startYear', ({ expected, ...settings }) => {
  expect(values(years(settings))).toEqual(expected);
});

test.each([
  { key: 'prev_attend_from_year', years: ['2031', '2030'] },
  { key: 'expected_graduation_date', years: ['2031', '2032'] },
])('the years of $key start with the current one', ({ key, years: [first, second] }) => {
  const question = questions.find((candidate) => candidate.key === key);
  if (question?.kind !== 'select') throw new Error('not a select');
  expect(values(optionsOf(question, {}, () => '2031-01-01')).slice(0, 3)).toEqual(['', first, second]);
});

test('dependent options are those of the controlling answer, none without one', () => {
  const question = questions.find(({ key }) => key === 'applied_major');
  if (question?.kind !== 'select') throw new Error('not a select');
  const [first, second] = tenant.programs;
  expect(optionsOf(question, {}, () => '2026-11-20')).toEqual([]);
  for (const program of [first, second]) {
    const offered = optionsOf(question, { program_type: program?.value }, () => '2026-11-20');
    expect(values(offered)).toEqual(['', ...values(program?.majors ?? [])]);
  }
});
