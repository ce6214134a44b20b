import { describe, expect, test } from 'vitest';
import { laterTerm, plainProgram } from '#testing/programs.ts';
import { aboutYou } from './about-you/about-you.ts';
import { answered, equals, notAnswered } from './condition.ts';
import { education } from './education/education.ts';
import type { Page, Section } from './page.ts';
import { missingIn, missingText, progressOf } from './progress.ts';
import { text } from './question.ts';
import { withSampleAnswers } from './sample-answers.ts';

/** Sections of its own, so that another question in the form changes nothing here. */
const names: Section = {
  id: 'names',
  title: 'Names',
  elements: [
    text('first_name', { label: 'First name', required: 'x' }),
    text('middle_name', { label: 'Middle name' }),
    text('last_name', { label: 'Last name', required: 'x' }),
  ],
};
const place: Section = {
  id: 'place',
  title: 'Place',
  elements: [
    text('city', { label: 'City', required: { when: notAnswered('address_line_1'), message: 'x' } }),
    text('zip', { label: 'ZIP', required: { when: equals('country', 'USA'), message: 'x' } }),
    text('state', { label: 'State', when: answered('zip'), required: 'x' }),
  ],
};
const page: Page = { path: '/about', title: 'About', sections: [names, place] };

describe('progressOf', () => {
  test('counts what must be answered now, with or without an answer', () => {
    expect(progressOf(names, {})).toEqual({ answered: 0, required: 2 });
    expect(progressOf(names, { first_name: 'Zoë', last_name: ' ' })).toEqual({ answered: 1, required: 2 });
  });

  test('counts again when an answer changes on which a requirement depends', () => {
    expect(progressOf(place, {})).toEqual({ answered: 0, required: 1 });
    expect(progressOf(place, { country: 'USA' })).toEqual({ answered: 0, required: 3 });
    expect(progressOf(place, { country: 'USA', zip: '16501' })).toEqual({ answered: 1, required: 3 });
    expect(progressOf(place, { address_line_1: '1 Mill Road' })).toEqual({ answered: 0, required: 0 });
  });

  test('adds up the sections of a page', () => {
    expect(progressOf(page, { city: 'Erie' })).toEqual({ answered: 1, required: 3 });
    expect(progressOf(page, { city: 'Erie', first_name: 'Zoë' })).toEqual({ answered: 2, required: 3 });
    expect(progressOf(page, {})).toEqual({ answered: 0, required: 3 });
  });

  test('gives the same object while the count is the same', () => {
    const one = progressOf(names, { first_name: 'Z' });
    expect(progressOf(names, { first_name: 'Zo' })).toBe(one);
    expect(progressOf(names, { first_name: 'Zo', city: 'Erie' })).toBe(one);
    expect(progressOf(page, { first_name: 'Zo' })).toBe(progressOf(page, { first_name: 'Zoë' }));
  });
});

test('the total of Education stays while its required questions are answered in order', () => {
  const given: Record<string, string> = {};
  const total = () => progressOf(education, given).required;
  const before = total();
  for (const [key, value] of Object.entries({ ...plainProgram, entry_term: laterTerm.value })) {
    given[key] = value;
    expect(total(), key).toBe(before);
  }
});

test.each([
  { country: 'USA', change: 0 },
  { country: 'CAN', change: -1 },
  { country: 'FRA', change: -2 },
])('the total of About You changes by $change when $country is chosen', ({ country, change }) => {
  expect(progressOf(aboutYou, { country }).required - progressOf(aboutYou, {}).required).toBe(change);
});

test('what only some choices make required does not count before', () => {
  expect(progressOf(aboutYou, {}).required).toBe(progressOf(aboutYou, { citizenship_type: '1' }).required);
  expect(progressOf(aboutYou, {}).required).toBe(
    progressOf(aboutYou, { citizenship_type: '2' }).required - 1,
  );
});

describe('what is missing in the whole application', () => {
  const complete = withSampleAnswers({ ...plainProgram, country: 'USA', zip: '18509' }, '2026-09-01');

  test('names each page with its count and its first question', () => {
    expect(missingIn({}).map(({ page: { title }, firstKey }) => [title, firstKey])).toEqual([
      ['About You', 'first_name'],
      ['Education', 'program_type'],
      ['Final Steps', 'legal_agree'],
    ]);
  });

  test.each([
    { changes: {}, text: '' },
    { changes: { legal_agree: '' }, text: '1 answer missing on Final Steps' },
    { changes: { city: ' ', legal_agree: '' }, text: '2 answers missing on About You and Final Steps' },
    {
      changes: { city: '', zip: '', entry_term: '', legal_agree: '' },
      text: '4 answers missing on About You, Education and Final Steps',
    },
  ])('reads "$text"', ({ changes, text: expected }) => {
    expect(missingText({ ...complete, ...changes })).toBe(expected);
  });
});
