import { expect, test } from 'vitest';
import { ORDINARY_DAY } from '#testing/judge.ts';
import { labelsWith, withLabels } from './labels.ts';

const today = () => ORDINARY_DAY;

test.each([
  { key: 'country', value: 'USA', label: 'United States' },
  { key: 'state', value: 'PR', label: 'Puerto Rico' },
  { key: 'military_veteran', value: 'no', label: 'No' },
  { key: 'prev_attend_from_month', value: '3', label: 'March' },
  { key: 'prev_attend_from_year', value: '2020', label: '2020' },
])('$label is stored with $key', ({ key, value, label }) => {
  expect(labelsWith({ [key]: value }, { prev_attend: 'yes' }, today)).toEqual({ [`${key}_desc`]: label });
});

test.each([
  { title: 'a blank choice has a blank label', some: { gender: '' }, labels: { gender_desc: '' } },
  { title: 'a text has none', some: { city: 'Erie' }, labels: {} },
  {
    title: 'an option that is not offered any more is its own label',
    some: { gender: 'unheard-of' },
    labels: { gender_desc: 'unheard-of' },
  },
])('$title', ({ some, labels }) => {
  expect(labelsWith(some, {}, today)).toEqual(labels);
});

test('other readers get the label of each choice; of one no longer offered, the label that was stored', () => {
  const answers = { city: 'Erie', country: 'USA', gender: 'unheard-of', gender_desc: 'Unheard of' };
  expect(withLabels(answers, today)).toEqual({ ...answers, country_desc: 'United States' });
});
