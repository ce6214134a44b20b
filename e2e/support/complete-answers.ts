import type { Answers } from '#form/condition.ts';
import { withSampleAnswers } from '#form/sample-answers.ts';
import { laterTerm, plainProgram } from '#testing/programs.ts';

const known: Readonly<Record<string, string>> = {
  first_name: 'Zoë',
  last_name: 'Öztürk-O’Neill',
  birth_date: '1996-02-29',
  gender: 'female',
  phone_mobile: '(570) 555-0188',
  country: 'USA',
  country_desc: 'United States',
  address_line_1: '12 Elm Street',
  city: 'Scranton',
  state: 'PA',
  state_desc: 'Pennsylvania',
  zip: '18509',
  citizenship_type: '1',
  citizenship_type_desc: 'U.S. citizen',
  military_veteran: 'no',
  ...plainProgram,
  entry_term: laterTerm.value,
  entry_term_desc: laterTerm.label,
  prev_attend: 'no',
  college_name: 'University of Scranton',
  college_degree: 'BS',
  college_degree_desc: 'Bachelor of Science',
  legal_agree: 'true',
};

/** An application with all required answers, also if a partner's form requires more. */
export const completeAnswers: Answers = withSampleAnswers(known, '2026-09-01');
