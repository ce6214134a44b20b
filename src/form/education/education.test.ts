import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { messagesOf, ORDINARY_DAY } from '#testing/judge.ts';
import { plainProgram } from '#testing/programs.ts';
import { isShown } from '../asked.ts';
import { answerKeys, collegePrefixes } from '../keys.ts';
import { questionFor } from '../form.ts';
import { optionsOf } from '../question.ts';

const majors = tenant.programs.flatMap((program) => program.majors.map((major) => ({ program, major })));

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

test('a major is required once a program type is chosen', () => {
  expect(messagesOf('applied_major', {})).toEqual([]);
  const { program_type = '' } = plainProgram;
  expect(messagesOf('applied_major', { program_type })).toEqual(['Please select a major.']);
});

test('an entry term is required once a major is chosen', () => {
  expect(messagesOf('entry_term', {})).toEqual([]);
  expect(messagesOf('entry_term', plainProgram)).toEqual(['Please select an entry term.']);
});

describe('applied_concentration', () => {
  const question = questionFor('applied_concentration');
  if (question?.kind !== 'select') throw new Error('not a select');

  test.each(majors)('$major.value: required and on offer just where it has some', ({ program, major }) => {
    const { concentrations = [] } = major;
    const answers = { program_type: program.value, applied_major: major.value };
    const required = concentrations.length > 0 ? ['Please select a concentration.'] : [];
    expect(messagesOf('applied_concentration', answers)).toEqual(required);
    expect(isShown(question, answers)).toBe(concentrations.length > 0);
    const offered = optionsOf(question, answers, () => ORDINARY_DAY).map(({ value }) => value);
    expect(offered.filter((value) => value !== '')).toEqual(concentrations.map(({ value }) => value));
  });

  test('is not required without a major', () => {
    expect(messagesOf('applied_concentration', { applied_major: '' })).toEqual([]);
  });
});

describe('iein', () => {
  const chosen = majors.flatMap(({ major }) =>
    ['', ...(major.concentrations ?? []).map(({ value }) => value)].map((concentration) => ({
      major: major.value,
      concentration,
      isRequired: major.iein === true || (major.iein ?? []).includes(concentration),
    })),
  );
  test.each([...chosen, { major: '', concentration: '', isRequired: false }])(
    'left empty for "$major" with "$concentration", required: $isRequired',
    ({ major, concentration, isRequired }) => {
      const answers = { applied_major: major, applied_concentration: concentration };
      expect(messagesOf('iein', answers)).toEqual(isRequired ? ['Please enter your IEIN.'] : []);
    },
  );
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
