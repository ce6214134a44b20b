// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { describe, expect, test } from 'vitest';
import { ORDINARY_DAY } from '#testing/judge.ts';
import { isShown } from './asked.ts';
import { applyChange } from './change.ts';
import { keysOf, type Answers } from './condition.ts';
import { questionFor, questions, watchers } from './form.ts';
import type { AnswerKey } from './keys.ts';
import { controllingKey, hasDesc, optionsOf } from './question.ts';
import { applyChanges } from './apply-changes.ts';

const change = (answers: Answers, key: AnswerKey, value: string) => applyChange(answers, key, value);

test('a text changes nothing but itself', () => {
  expect(change({ city: 'Erie', zip: '16501' }, 'city', 'Scranton')).toEqual({ city: 'Scranton' });
});

test('an answer as it was changes nothing', () => {
  expect(change({ gender: 'female' }, 'gender', 'female')).toEqual({});
});

describe('what depends on a changed answer is cleared, recursively', () => {
  test.each([
    {
      title: 'another program type takes major, concentration and IEIN',
      answers: {
        program_type: 'MASTER',
        applied_major: 'TCHG',
        applied_concentration: 'SECD',
        iein: '123',
        city: 'Erie',
      },
      key: 'program_type',
      value: '',
      cleared: [...['program_type', 'applied_major'], ...['applied_concentration', 'iein']],
    },
    {
      title: 'an employer that is no more takes address and tuition',
      answers: {
        employ_current: '',
        employer_name: 'Acme',
        employer_country: 'USA',
        employer_tuition: 'yes',
        employer_tuition_amount: '100',
        employ_experience: 'stays',
      },
      key: 'employ_current',
      value: 'no',
      cleared: [...['employer_name', 'employer_country'], ...['employer_tuition', 'employer_tuition_amount']],
    },
    {
      title: 'no longer a veteran takes post-911',
      answers: {
        military_veteran: 'yes',
        military_veteran_post_911: 'yes',
      },
      key: 'military_veteran',
      value: 'no',
      cleared: ['military_veteran_post_911'],
    },
    {
      title: 'not having attended takes both months and years',
      answers: {
        prev_attend: 'yes',
        prev_attend_from_month: '1',
        prev_attend_to_year: '2020',
      },
      key: 'prev_attend',
      value: 'no',
      cleared: ['prev_attend_from_month', 'prev_attend_to_year'],
    },
    {
      title: 'an institute one may return to needs no reason',
      answers: { return_institute: 'no', return_institute_reason: 'A long story' },
      key: 'return_institute',
      value: 'yes',
      cleared: ['return_institute_reason'],
    },
    {
      title: 'who is still enrolled has no last day, though its question stays on screen',
      answers: { currently_enrolled: 'no', dates_attended_to: '05/2026' },
      key: 'currently_enrolled',
      value: 'yes',
      cleared: ['dates_attended_to'],
    },
    {
      title: 'who says no longer whether they are enrolled keeps the last day',
      answers: { currently_enrolled: 'no', dates_attended_to: '05/2026' },
      key: 'currently_enrolled',
      value: '',
      cleared: ['currently_enrolled'],
    },
    {
      title: 'not enrolled any more takes the graduation date',
      answers: { currently_enrolled: 'yes', expected_graduation_date: '2027' },
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
    alien_registration_number: 'A12345678',
    citizenship_visa_status: 'F1',
  };
  test.each([
    { from: '2', to: '3', cleared: ['alien_registration_number'] },
    { from: '3', to: '2', cleared: ['citizenship_visa_status'] },
    { from: '3', to: '1', cleared: Object.keys(everything) },
    { from: '2', to: '', cleared: [...Object.keys(everything), 'citizenship_type'] },
  ])('from type $from to "$to"', ({ from, to, cleared }) => {
    const answers = { ...everything, citizenship_type: from };
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

test.each(watched)(
  'whatever is chosen for %s, no answer that stays on the screen is cleared but the last day of study',
  (key) => {
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
        const isEnrolled = key === 'currently_enrolled' && value === 'yes' && before !== 'yes';
        expect(lost.map((other) => other.key)).toEqual(isEnrolled ? ['dates_attended_to'] : []);
      }
    }
  },
);

describe('several answers at once', () => {
  const master = { program_type: 'MASTER' };
  const engineering = { applied_major: 'ENGR', applied_concentration: 'CIV' };
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
      come: { program_type: 'DOCTOR' },
      gone: ['applied_concentration', 'applied_major'],
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
    const changes = applyChanges(here, come, () => ORDINARY_DAY);
    const taken = Object.entries(come).filter(
      ([key, value]) => !notTaken.includes(key) && new Map(Object.entries(here)).get(key) !== value,
    );
    expect(changes).toEqual({
      ...Object.fromEntries(taken),
      ...Object.fromEntries(gone.map((key) => [key, ''])),
    });
  });
});
