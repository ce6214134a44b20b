import { expect, test } from 'vitest';
import { fullLabelOf } from './stored-keys.ts';

test.each([
  ['college_transcript', 'Unofficial transcript'],
  ['college_3_transcript', 'College 3: Unofficial transcript'],
  ['employer_zip', 'Employer ZIP or postal code'],
  ['prev_attend_from_month', 'From: month'],
  ['of_another_release', 'of_another_release'],
])('alone, %s is called “%s”', (key, label) => {
  expect(fullLabelOf(key)).toBe(label);
});
