import { expect, test } from 'vitest';
import { pages, questions } from './form.ts';
import { answerKeys, collegePrefixes, descKey } from './keys.ts';
import { questionsOnPage } from './page.ts';

/** The answer keys by page, as the specification lists them (§3); the colleges' under their five prefixes. */
const specified: Readonly<Record<string, readonly string[]>> = {
  '/about': [
    ...['first_name', 'middle_name', 'last_name', 'preferred_name', 'previous_name', 'birth_date', 'gender'],
    ...['phone_home', 'phone_mobile', 'optin_sms_ind', 'phone_international', 'prefix', 'suffix', 'ssn'],
    ...['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'],
    ...['citizenship_type', 'citizenship', 'alien_registration_number', 'citizenship_visa_status'],
    ...['native_language', 'ethnicity', 'race_american_indian', 'race_asian', 'race_black'],
    ...['race_native_hawaiian', 'race_white', 'religious_affiliation'],
    ...['military_veteran', 'military_veteran_post_911', 'military_dependent', 'military_active'],
  ],
  '/education': [
    ...['program_type', 'applied_major', 'applied_concentration', 'entry_term', 'iein'],
    ...['prev_attend', 'prev_attend_from_month', 'prev_attend_from_year'],
    ...['prev_attend_to_month', 'prev_attend_to_year'],
    ...['currently_enrolled', 'expected_graduation_date', 'dates_attended_from', 'dates_attended_to'],
    ...['college_', 'college_2_', 'college_3_', 'college_4_', 'college_5_'].flatMap((prefix) =>
      ['degree', 'name', 'address_line_1', 'city', 'state', 'zip', 'ceeb'].map((part) => prefix + part),
    ),
    ...['return_institute', 'return_institute_reason'],
    ...['employ_current', 'employ_title', 'employ_experience', 'employer_name'],
    ...['employer_address_line_1', 'employer_address_line_2', 'employer_city', 'employer_state'],
    ...['employer_zip', 'employer_country', 'employer_tuition', 'employer_tuition_amount'],
  ],
  '/final-steps': ['alumni_name', 'alumni_email', 'legal_agree', 'submit_date', 'heard_about'],
};

const keyAndPage = Object.entries(specified).flatMap(([path, keys]) => keys.map((key) => ({ key, path })));

test.each(keyAndPage)('$key of the specification is asked on $path', ({ key, path }) => {
  const paths = pages.filter((page) => questionsOnPage(page).some((question) => question.key === key));
  expect(paths.map((page) => page.path)).toEqual([path]);
});

test('beyond the specification there are only the documents', () => {
  const known = new Set(keyAndPage.map(({ key }) => key));
  expect(answerKeys.filter((key) => !known.has(key))).toEqual([
    'employ_resume',
    ...collegePrefixes.map((prefix) => `${prefix}transcript`),
  ]);
});

test('every answer key is declared exactly once', () => {
  expect(questions.map(({ key }) => key).toSorted()).toEqual([...answerKeys].toSorted());
});

test.each(questions)('$key has a label and a place on one page', ({ key, label }) => {
  expect(label.trim()).not.toBe('');
  expect(pages.flatMap(questionsOnPage).filter((question) => question.key === key)).toHaveLength(1);
});

test('there are three pages, in order', () => {
  expect(pages.map(({ path, title }) => [path, title])).toEqual([
    ['/about', 'About You'],
    ['/education', 'Education'],
    ['/final-steps', 'Final Steps'],
  ]);
});

test('a chosen label is stored under the key and _desc', () => {
  expect(descKey('applied_major')).toBe('applied_major_desc');
});
