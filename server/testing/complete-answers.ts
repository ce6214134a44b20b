import { withSampleAnswers } from '#form/sample-answers.ts';
import { tenant } from '#tenant/tenant.ts';
import { plainProgram } from '#testing/programs.ts';

const known = {
  first_name: 'Grace',
  last_name: 'Hopper',
  birth_date: '1996-12-09',
  gender: 'female',
  phone_mobile: '(570) 234-5678',
  ssn: '123-45-6789',
  address_line_1: '12 Harbor Street',
  city: 'Scranton',
  state: 'PA',
  zip: '18509',
  country: 'USA',
  citizenship_type: '1',
  military_veteran: 'no',
  prev_attend: 'no',
  ...plainProgram,
  entry_term: tenant.entryTerms[0]?.value ?? '',
  college_name: 'Vassar College',
  college_degree: 'BA',
  legal_agree: 'true',
};

/** Answers that pass all rules of a submission, also if a partner's form requires more. */
export const completeAnswers: Readonly<Record<string, string>> = withSampleAnswers(known, '2026-09-01');
