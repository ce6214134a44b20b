import type { MAX_COLLEGES } from '#limits.ts';

/** The keys of About You, in the specification's order (§3). */
const aboutYouKeys = [
  'first_name',
  'middle_name',
  'last_name',
  'preferred_name',
  'previous_name',
  'birth_date',
  'gender',
  'phone_home',
  'phone_mobile',
  'optin_sms_ind',
  'phone_international',
  'prefix',
  'suffix',
  'ssn',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'zip',
  'country',
  'citizenship_type',
  'citizenship',
  'alien_registration_number',
  'citizenship_visa_status',
  'native_language',
  'ethnicity',
  'race_american_indian',
  'race_asian',
  'race_black',
  'race_native_hawaiian',
  'race_white',
  'religious_affiliation',
  'military_veteran',
  'military_veteran_post_911',
  'military_dependent',
  'military_active',
] as const;

/** The keys of every college, without its prefix; `transcript` is our own addition. */
export const collegeParts = [
  'degree',
  'name',
  'address_line_1',
  'city',
  'state',
  'zip',
  'ceeb',
  'transcript',
] as const;
export type CollegePart = (typeof collegeParts)[number];

/** The prefix of the first college has no number (`college_name`); the others count from 2 (`college_2_name`). */
export const collegePrefixes = ['college_', 'college_2_', 'college_3_', 'college_4_', 'college_5_'] as const;
export type CollegePrefix = (typeof collegePrefixes)[number];
collegePrefixes satisfies { length: typeof MAX_COLLEGES };

const educationKeys = [
  'program_type',
  'applied_major',
  'applied_concentration',
  'entry_term',
  'iein',
  'prev_attend',
  'prev_attend_from_month',
  'prev_attend_from_year',
  'prev_attend_to_month',
  'prev_attend_to_year',
  'currently_enrolled',
  'expected_graduation_date',
  'dates_attended_from',
  'dates_attended_to',
  'return_institute',
  'return_institute_reason',
  'employ_current',
  'employ_title',
  'employ_experience',
  'employ_resume',
  'employer_name',
  'employer_address_line_1',
  'employer_address_line_2',
  'employer_city',
  'employer_state',
  'employer_zip',
  'employer_country',
  'employer_tuition',
  'employer_tuition_amount',
] as const;

const finalStepsKeys = ['heard_about', 'alumni_name', 'alumni_email', 'legal_agree', 'submit_date'] as const;

type CollegeKey = `${CollegePrefix}${CollegePart}`;

/** Every answer key. The chosen label of a select or radio is stored under the key plus `_desc`. */
export type AnswerKey =
  | (typeof aboutYouKeys)[number]
  | (typeof educationKeys)[number]
  | CollegeKey
  | (typeof finalStepsKeys)[number];

const collegeKeys: readonly CollegeKey[] = /* @__PURE__ */ collegePrefixes.flatMap((prefix) =>
  collegeParts.map((part): CollegeKey => `${prefix}${part}`),
);

/** All answer keys, in the specification's order. The client does not use them, and its build leaves them out. */
export const answerKeys: readonly AnswerKey[] = /* @__PURE__ */ [
  aboutYouKeys,
  educationKeys,
  collegeKeys,
  finalStepsKeys,
].flat();

/** The key under which the chosen option's label is stored. */
export type DescKey<Key extends string = AnswerKey> = `${Key}_desc`;

const DESC_SUFFIX = '_desc';

/** The key under which an answer's chosen label is stored. */
export function descKey<Key extends string>(key: Key): DescKey<Key> {
  return `${key}${DESC_SUFFIX}`;
}

/** True for the key of a label, which is stored wherever its answer is. */
export function isDescKey(stored: string): boolean {
  return stored.endsWith(DESC_SUFFIX);
}

/** The key under which only this device stores the text of a date's boxes while they have no whole date. */
export type UnfinishedKey = `${AnswerKey}_unfinished`;

export const UNFINISHED_SUFFIX = '_unfinished';

export function unfinishedKey(key: AnswerKey): UnfinishedKey {
  return `${key}${UNFINISHED_SUFFIX}`;
}

/** True for a key that the account never gets. */
export function isUnfinishedKey(key: string): boolean {
  return key.endsWith(UNFINISHED_SUFFIX);
}

/** The answer key of a stored key: the key itself, or for a label the key without `_desc`. */
export function answerKeyOf(stored: string): string {
  return isDescKey(stored) ? stored.slice(0, -DESC_SUFFIX.length) : stored;
}
