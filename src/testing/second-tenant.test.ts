// Runs with the condition `tenant-meridian` (vitest.config.ts), so `#tenant` is the second university here.
import { expect, test, vi } from 'vitest';
import { pageOf, pages, questions, questionFor } from '#form/form.ts';
import { checkDeclarations } from '#form/developer-checks.ts';
import { answerKeys } from '#form/keys.ts';
import { isShown } from '#form/asked.ts';
import { formMessages } from '#form/messages.ts';
import { optionsOf } from '#form/question.ts';
import { withSampleAnswers } from '#form/sample-answers.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { todayIn } from '#form/today.ts';
import { dataModel } from '#tenant/data-model.ts';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf, ORDINARY_DAY } from './judge.ts';
import { fullProgram, plainProgram } from './programs.ts';

const complete = withSampleAnswers(
  {
    first_name: 'Grace',
    last_name: 'Hopper',
    birth_date: '1996-12-09',
    gender: 'female',
    phone_home: '(541) 234-5678',
    address_line_1: '12 Harbor Street',
    city: 'Bend',
    state: 'OR',
    zip: '97701',
    country: 'USA',
    citizenship_type: '1',
    military_veteran: 'no',
    program_type: 'MASTER',
    applied_major: 'LIBR',
    entry_term: 'AUT27',
    prev_attend: 'no',
    college_name: 'Reed College',
    college_degree: 'BA',
    legal_agree: 'true',
  },
  ORDINARY_DAY,
);

test('the second university is the one in use, its folder complete', () => {
  expect(tenant.name).toBe('Meridian State University');
  const warn = vi.fn<(message: string) => void>();
  checkDeclarations({ pages, answerKeys, tenant, dataModel }, warn);
  expect(warn.mock.calls).toEqual([]);
});

test('a complete application passes, an empty one does not', () => {
  expect(formMessages(complete, ORDINARY_DAY)).toEqual({});
  expect(Object.keys(formMessages({}, ORDINARY_DAY)).length).toBeGreaterThan(10);
});

test('tests that take a program of the university in use find one of its own', () => {
  expect(formMessages({ ...complete, ...plainProgram }, ORDINARY_DAY)).toEqual({});
  expect(fullProgram).toMatchObject({ applied_major: 'TCHG', applied_concentration: 'SECD' });
  expect(messagesOf('iein', fullProgram)).toHaveLength(1);
});

test('programs, majors and terms are its own', () => {
  const offered = (key: string, answers: Record<string, string>) => {
    const question = questionFor(key);
    return question?.kind === 'select'
      ? optionsOf(question, answers, () => ORDINARY_DAY).map(({ value }) => value)
      : [];
  };
  expect(offered('program_type', {})).toEqual(['', 'MASTER', 'DOCTOR']);
  expect(offered('applied_major', { program_type: 'DOCTOR' })).toEqual(['', 'OCEA', 'LEAD']);
  expect(offered('applied_concentration', { applied_major: 'TCHG' })).toEqual(['', 'PRIM', 'SECD']);
  expect(offered('entry_term', {})).toEqual(['', 'AUT27', 'WIN28']);
});

test.each([
  { applied_major: 'ENGR', applied_concentration: '', asksConcentration: true, asksIein: false },
  { applied_major: 'LIBR', applied_concentration: '', asksConcentration: false, asksIein: false },
  { applied_major: 'TCHG', applied_concentration: 'SECD', asksConcentration: true, asksIein: true },
  { applied_major: 'TCHG', applied_concentration: 'PRIM', asksConcentration: true, asksIein: false },
  { applied_major: 'SUPV', applied_concentration: '', asksConcentration: false, asksIein: true },
  { applied_major: 'NONE', applied_concentration: '', asksConcentration: false, asksIein: false },
])(
  'rules follow its own majors: $applied_major $applied_concentration',
  ({ asksConcentration, asksIein, ...answers }) => {
    const shown = (key: string) =>
      questions.some((question) => question.key === key && isShown(question, answers));
    expect([shown('applied_concentration'), shown('iein')]).toEqual([asksConcentration, asksIein]);
    expect(messagesOf('iein', answers).length).toBe(asksIein ? 1 : 0);
  },
);

test('names, limits, time zone and address of help are its own', () => {
  expect(questionFor('prev_attend')?.label).toBe('Have you attended Meridian State University before?');
  expect(maxCharsOf('employ_experience')).toBe(5000);
  expect(messagesOf('birth_date', { birth_date: '1900-01-01' })[0]).toContain('help@meridian.example');
  expect(todayIn(tenant.timeZone, new Date('2026-11-20T07:59:59Z'))).toBe('2026-11-19');
});

test('every question stands where it stands for the first university', () => {
  expect(answerKeys.filter((key) => pageOf(key) === undefined)).toEqual([]);
});

const digitsOnly = ['An IEIN contains only digits.'];
test.each([
  { iein: '0123456', messages: [] },
  { iein: '12a', messages: digitsOnly },
  { iein: '12 34', messages: digitsOnly },
  { iein: '-1', messages: digitsOnly },
  { iein: '１２３', messages: [] },
])('an educator number "$iein"', ({ iein, messages }) => {
  expect(messagesOf('iein', { ...fullProgram, iein })).toEqual(messages);
});
