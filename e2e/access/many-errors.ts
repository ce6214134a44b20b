import type { Answers } from '#form/condition.ts';
import { fullProgram } from '#testing/programs.ts';

/** No required answer, but details of four more colleges and others, so that even more answers are required. */
export const manyErrors: Answers = {
  phone_home: '123',
  country: 'USA',
  zip: '1',
  optin_sms_ind: 'true',
  citizenship_type: '2',
  ...fullProgram,
  iein: 'none',
  alumni_email: 'nobody',
  college_2_city: 'Erie',
  college_3_city: 'York',
  college_4_city: 'Reading',
  college_5_city: 'Easton',
};
