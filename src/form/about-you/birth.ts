import { MIN_AGE_YEARS, OLDEST_BIRTH_DATE_YEARS } from '#limits.ts';
import { tenant } from '#tenant/tenant.ts';
import { genders } from '../options/people.ts';
import type { Section } from '../page.ts';
import { date, type RuleTools, select, ssn } from '../question.ts';

const TOO_EARLY = `This birth date is unsupported. Please contact ${tenant.helpEmail} for help.`;
const TOO_YOUNG = `You must be ${MIN_AGE_YEARS} years or older to apply.`;

const SSN = /^\d{3}-\d{2}-\d{4}$/;
const BAD_SSN = 'A Social Security number has 9 digits, such as 123-45-6789.';

function birthDateRule({ z, isCalendarDate, yearsBefore, today }: RuleTools) {
  const earliest = yearsBefore(today, OLDEST_BIRTH_DATE_YEARS);
  const latest = yearsBefore(today, MIN_AGE_YEARS);
  return z.string().check(
    z.refine(isCalendarDate, { error: 'Please enter a valid birth date.', abort: true }),
    z.refine((birthDate) => birthDate >= earliest, TOO_EARLY),
    z.refine((birthDate) => birthDate <= latest, TOO_YOUNG),
  );
}

export const birth: Section = {
  id: 'birth',
  title: 'Personal details',
  elements: [
    date('birth_date', {
      label: 'Birth date',
      hint: 'For example 4 / 27 / 1999.',
      autocomplete: 'bday',
      required: 'Please enter a valid birth date.',
      rule: birthDateRule,
    }),
    select('gender', {
      label: 'Gender',
      options: genders,
      autocomplete: 'sex',
      required: 'Please select your gender.',
    }),
    ssn('ssn', {
      label: 'Social Security number',
      hint: 'Only if you plan to apply for federal financial aid. It is stored encrypted.',
      autocomplete: 'off',
      rule: ({ z }) => z.string().check(z.regex(SSN, BAD_SSN)),
    }),
  ],
};
