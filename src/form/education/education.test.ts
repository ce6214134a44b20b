import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf } from '#testing/judge.ts';
import { isShown } from '../asked.ts';
import { answerKeys, collegePrefixes } from '../keys.ts';
import { questionFor } from '../form.ts';
import { optionsOf } from '../question.ts';

const majors = tenant.programs.flatMap((program) => program.majors.map((major) => ({ program, major })));

/** Major codes of specification §5. */
const majorsWithConcentration = [
  ...['MBAD', 'HMBA', 'HADM', 'MMGT', 'MSWK', 'EADM', 'EDTL', 'EDMG', 'MSC', 'NURS'],
  ...['RNBSMSN', 'EDDL', 'VEDU', 'SEDU', 'EEDU'],
];
const majorsWithIein = ['EADM', 'READ', 'EDTL'];

test.each([
  { key: 'program_type', message: 'Please select a program type.' },
  { key: 'prev_attend', message: 'Please tell us whether you have attended before.' },
  { key: 'college_name', message: 'Please enter the name of your college.' },
  { key: 'college_degree', message: 'Please select your degree.' },
])('$key is required', ({ key, message }) => {
  expect(messagesOf(key, {})).toEqual([message]);
});

test('nothing else on the page is required of somebody who has answered nothing', () => {
  const keys = answerKeys.slice(answerKeys.indexOf('program_type'), answerKeys.indexOf('heard_about'));
  expect(keys.filter((key) => messagesOf(key, {}).length > 0)).toEqual([
    ...['program_type', 'prev_attend', 'college_degree', 'college_name'],
  ]);
});

test.each([
  { program_type: '', messages: [] },
  { program_type: 'MASTERS', messages: ['Please select a major.'] },
])('major left empty with program type "$program_type"', ({ program_type, messages }) => {
  expect(messagesOf('applied_major', { program_type })).toEqual(messages);
});

test.each([
  { applied_major: '', messages: [] },
  { applied_major: 'MACC', messages: ['Please select an entry term.'] },
])('entry term left empty with major "$applied_major"', ({ applied_major, messages }) => {
  expect(messagesOf('entry_term', { program_type: 'MASTERS', applied_major })).toEqual(messages);
});

describe('applied_concentration', () => {
  test.each(majorsWithConcentration)('is required for %s, which offers some', (applied_major) => {
    const program = majors.find(({ major }) => major.value === applied_major)?.program;
    const answers = { program_type: program?.value ?? '', applied_major };
    expect(messagesOf('applied_concentration', answers)).toEqual(['Please select a concentration.']);
    const question = questionFor('applied_concentration');
    if (question?.kind !== 'select') throw new Error('not a select');
    expect(optionsOf(question, answers, () => '2026-11-20').length).toBeGreaterThan(2);
  });

  test('is neither asked nor required for any other major', () => {
    const question = questionFor('applied_concentration');
    if (question === undefined) throw new Error('not declared');
    const asked = majors.filter(({ major }) => isShown(question, { applied_major: major.value }));
    expect(asked.map(({ major }) => major.value).toSorted()).toEqual(majorsWithConcentration.toSorted());
    expect(messagesOf('applied_concentration', { applied_major: '' })).toEqual([]);
  });
});

describe('iein', () => {
  const required = ['Please enter your IEIN.'];
  test.each([
    ...majorsWithIein.map((major) => ({ major, concentration: '', messages: required })),
    { major: 'EDDL', concentration: 'EDSC', messages: required },
    { major: 'EDDL', concentration: 'EDHE', messages: [] },
    { major: 'EDDL', concentration: '', messages: [] },
    { major: 'MBAD', concentration: 'EDSC', messages: [] },
    { major: '', concentration: '', messages: [] },
  ])('left empty for "$major" with "$concentration"', ({ major, concentration, messages }) => {
    expect(messagesOf('iein', { applied_major: major, applied_concentration: concentration })).toEqual(
      messages,
    );
  });

  test.each(majors.filter(({ major }) => ![...majorsWithIein, 'EDDL'].includes(major.value)))(
    'is not asked for $major.value',
    ({ major }) => {
      expect(messagesOf('iein', { applied_major: major.value })).toEqual([]);
    },
  );

  const digitsOnly = ['An IEIN has digits only.'];
  test.each([
    { iein: '0123456', messages: [] },
    { iein: '12a', messages: digitsOnly },
    { iein: '12 34', messages: digitsOnly },
    { iein: '-1', messages: digitsOnly },
    { iein: '１２３', messages: digitsOnly },
  ])('"$iein"', ({ iein, messages }) => {
    expect(messagesOf('iein', { applied_major: 'READ', iein })).toEqual(messages);
  });
});

describe.each(collegePrefixes.slice(1))('a further college under %s', (prefix) => {
  test('asks for nothing while nothing about it has been answered', () => {
    expect([messagesOf(`${prefix}name`, {}), messagesOf(`${prefix}degree`, {})]).toEqual([[], []]);
  });

  test.each(['city', 'ceeb', 'transcript'])('needs a name and a degree once its %s is there', (part) => {
    const answers = { [`${prefix}${part}`]: 'x' };
    expect(messagesOf(`${prefix}name`, answers)).toEqual(['Please enter the name of your college.']);
    expect(messagesOf(`${prefix}degree`, answers)).toEqual(['Please select your degree.']);
  });
});
