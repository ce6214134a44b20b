// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { describe, expect, test } from 'vitest';
import { ORDINARY_DAY } from '#testing/judge.ts';
import { isShown } from './asked.ts';
import { applyChange } from './change.ts';
import { keysOf, type Answers } from './condition.ts';
import { questionFor, questions, watchers } from './form.ts';
import type { AnswerKey } from './keys.ts';
import { controllingKey, hasDesc, optionsOf } from './question.ts';
import { applyTogether } from './together.ts';

const change = (answers: Answers, key: AnswerKey, value: string) =>
  applyChange(answers, key, value, () => ORDINARY_DAY);

test('a text changes nothing but itself', () => {
  expect(change({ city: 'Erie', zip: '16501' }, 'city', 'Scranton')).toEqual({ city: 'Scranton' });
});

test('an answer as it was changes nothing', () => {
  expect(change({ gender: 'female', gender_desc: 'Female' }, 'gender', 'female')).toEqual({});
});

test.each([
  { key: 'country', value: 'USA', label: 'United States' },
  { key: 'state', value: 'PR', label: 'Puerto Rico' },
  { key: 'military_veteran', value: 'no', label: 'No' },
  { key: 'prev_attend_from_month', value: '3', label: 'March' },
  { key: 'prev_attend_from_year', value: '2020', label: '2020' },
] as const)('choosing $label for $key stores the label too', ({ key, value, label }) => {
  expect(change({ prev_attend: 'yes' }, key, value)).toEqual({ [key]: value, [`${key}_desc`]: label });
});

test('choosing the empty option clears the label', () => {
  expect(change({ gender: 'male', gender_desc: 'Male' }, 'gender', '')).toEqual({
    gender: '',
    gender_desc: '',
  });
});

describe('what depends on a changed answer is cleared with its label, and so on down', () => {
  test.each([
    {
      title: 'another program type takes major, concentration and IEIN',
      answers: {
        program_type: 'MASTER',
        program_type_desc: 'x',
        applied_major: 'TCHG',
        applied_major_desc: 'x',
        applied_concentration: 'SECD',
        applied_concentration_desc: 'x',
        iein: '123',
        city: 'Erie',
      },
      key: 'program_type',
      value: '',
      cleared: [
        ...['program_type', 'program_type_desc', 'applied_major', 'applied_major_desc'],
        ...['applied_concentration', 'applied_concentration_desc', 'iein'],
      ],
    },
    {
      title: 'an employer that is no more takes address and tuition',
      answers: {
        employ_current: '',
        employer_name: 'Acme',
        employer_country: 'USA',
        employer_country_desc: 'United States',
        employer_tuition: 'yes',
        employer_tuition_desc: 'Yes',
        employer_tuition_amount: '100',
        employ_experience: 'stays',
      },
      key: 'employ_current',
      value: 'no',
      cleared: [
        ...['employer_name', 'employer_country', 'employer_country_desc'],
        ...['employer_tuition', 'employer_tuition_desc', 'employer_tuition_amount'],
      ],
    },
    {
      title: 'no longer a veteran takes post-911',
      answers: {
        military_veteran: 'yes',
        military_veteran_post_911: 'yes',
        military_veteran_post_911_desc: 'Yes',
      },
      key: 'military_veteran',
      value: 'no',
      cleared: ['military_veteran_post_911', 'military_veteran_post_911_desc'],
    },
    {
      title: 'not having attended takes both months and years',
      answers: {
        prev_attend: 'yes',
        prev_attend_from_month: '1',
        prev_attend_to_year: '2020',
        prev_attend_to_year_desc: '2020',
      },
      key: 'prev_attend',
      value: 'no',
      cleared: ['prev_attend_from_month', 'prev_attend_to_year', 'prev_attend_to_year_desc'],
    },
    {
      title: 'an institute one may return to needs no reason',
      answers: { return_institute: 'no', return_institute_reason: 'A long story' },
      key: 'return_institute',
      value: 'yes',
      cleared: ['return_institute_reason'],
    },
    {
      title: 'not enrolled any more takes the graduation date',
      answers: { currently_enrolled: 'yes', expected_graduation_date: '05/2027' },
      key: 'currently_enrolled',
      value: 'no',
      cleared: ['expected_graduation_date'],
    },
  ] as const)('$title', ({ answers, key, value, cleared }) => {
    const changes = change(answers, key, value);
    expect(
      Object.keys(changes)
        .filter((changed) => changes[changed] === '')
        .toSorted(),
    ).toEqual(cleared.filter((stored) => stored !== key || value === '').toSorted());
  });

  test('another major takes the concentration of the last one, though both have some', () => {
    const answers = { program_type: 'MASTER', applied_major: 'ENGR', applied_concentration: 'CIV' };
    expect(change(answers, 'applied_major', 'TCHG')).toMatchObject({
      applied_major: 'TCHG',
      applied_concentration: '',
    });
  });
});

describe('the watcher of citizenship', () => {
  const everything = {
    citizenship: 'FRA',
    citizenship_desc: 'France',
    alien_registration_number: 'A12345678',
    citizenship_visa_status: 'F1',
    citizenship_visa_status_desc: 'F-1: Student',
  };
  test.each([
    { from: '2', to: '3', cleared: ['alien_registration_number'] },
    { from: '3', to: '2', cleared: ['citizenship_visa_status', 'citizenship_visa_status_desc'] },
    { from: '3', to: '1', cleared: Object.keys(everything) },
    { from: '2', to: '', cleared: [...Object.keys(everything), 'citizenship_type', 'citizenship_type_desc'] },
  ])('from type $from to "$to"', ({ from, to, cleared }) => {
    const answers = { ...everything, citizenship_type: from, citizenship_type_desc: 'x' };
    const changes = change(answers, 'citizenship_type', to);
    expect(
      Object.keys(changes)
        .filter((key) => changes[key] === '')
        .toSorted(),
    ).toEqual(cleared.toSorted());
  });
});

const watched = watchers.flatMap((watcher) => [
  ...new Set(watcher.cases.flatMap(({ when }) => keysOf(when))),
]);

test.each(watched)('whatever is chosen for %s, no answer that stays on the screen is cleared', (key) => {
  const question = questionFor(key);
  if (question === undefined || !hasDesc(question)) throw new Error(`${key} has no options.`);
  const values = optionsOf(question, {}, () => ORDINARY_DAY).map(({ value }) => value);
  const others = questions.filter((other) => other !== question && controllingKey(other) !== key);
  const given = Object.fromEntries(others.map((other) => [other.key, 'x']));
  for (const before of values) {
    for (const value of values) {
      const changes = change({ ...given, [key]: before }, key, value);
      const lost = others.filter(
        (other) => changes[other.key] === '' && isShown(other, { ...given, [key]: value }),
      );
      expect(lost.map((other) => other.key)).toEqual([]);
    }
  }
});

describe('of answers that come at once', () => {
  const master = { program_type: 'MASTER', program_type_desc: 'x' };
  const engineering = { applied_major: 'ENGR', applied_major_desc: 'x', applied_concentration: 'CIV' };
  test.each([
    {
      title: 'all that go with one another are taken',
      here: {},
      come: { ...master, ...engineering },
      gone: [],
    },
    {
      title: 'what was here and goes with them stays',
      here: { applied_major: 'ENGR', applied_concentration: 'CIV', iein: '' },
      come: master,
      gone: [],
    },
    {
      title: 'what was here and is on no list any more goes, and so on down',
      here: { ...master, ...engineering },
      come: { program_type: 'DOCTOR', program_type_desc: 'x' },
      gone: ['applied_concentration', 'applied_major', 'applied_major_desc'],
    },
    {
      title: 'what another of them hides goes',
      here: { citizenship: 'FRA' },
      come: { citizenship_type: '3', citizenship_visa_status: 'F1', alien_registration_number: 'A12345678' },
      gone: [],
      notTaken: ['alien_registration_number'],
    },
    {
      title: 'what the answers here hide goes, though none has changed',
      here: { ...master, applied_major: 'LIBR', applied_concentration: 'CIV' },
      come: { applied_major: 'LIBR' },
      gone: ['applied_concentration'],
    },
    {
      title: 'what is on no list here is not taken',
      here: { program_type: 'DOCTOR' },
      come: engineering,
      gone: [],
      notTaken: Object.keys(engineering),
    },
  ])('$title', ({ here, come, gone, notTaken = [] }) => {
    const changes = applyTogether(here, come, () => ORDINARY_DAY);
    const taken = Object.entries(come).filter(
      ([key, value]) => !notTaken.includes(key) && new Map(Object.entries(here)).get(key) !== value,
    );
    expect(changes).toEqual({
      ...Object.fromEntries(taken),
      ...Object.fromEntries(gone.map((key) => [key, ''])),
    });
  });
});
