import { ZIP_MIN_CHARS_USA } from '#limits.ts';
import { equals, isIn } from '../condition.ts';
import { countries } from '../options/countries.ts';
import { statesAndProvinces } from '../options/states.ts';
import { select, text, type Question, type RuleTools } from '../question.ts';

type AddressPrefix = '' | 'employer_';

/** The minimum length of a ZIP code; checked only for addresses in the United States. */
const zipRule = ({ z }: RuleTools) =>
  z
    .string()
    .check(
      z.refine(
        (zip) => zip.trim().length >= ZIP_MIN_CHARS_USA,
        `A ZIP code has at least ${ZIP_MIN_CHARS_USA} characters.`,
      ),
    );

/**
 * The address questions in reading order; every key begins with `prefix`. The applicant's own address is required
 * (specification §5), an employer's is not.
 */
export function addressQuestions(prefix: AddressPrefix): readonly Question[] {
  const isOwn = prefix === '';
  const inUsa = equals(`${prefix}country`, 'USA');
  // HTML has "home" and "work" only for phones and e-mail, so the employer's address gets a section of its own.
  const autocomplete = (token: string) => (isOwn ? token : `section-employer ${token}`);
  return [
    select(`${prefix}country`, {
      label: 'Country',
      options: countries,
      autocomplete: autocomplete('country'),
      ...(isOwn && { required: 'Please select your country.' }),
    }),
    text(`${prefix}address_line_1`, {
      label: 'Address line 1',
      hint: 'Start typing, then pick your address from the list or keep typing.',
      autocomplete: autocomplete('address-line1'),
      suggest: {
        category: 'address',
        fills: {
          address_line_1: `${prefix}address_line_1`,
          city: `${prefix}city`,
          state: `${prefix}state`,
          zip: `${prefix}zip`,
          country: `${prefix}country`,
        },
      },
      ...(isOwn && { required: 'Please enter your address.' }),
    }),
    text(`${prefix}address_line_2`, {
      label: 'Address line 2',
      hint: 'Apartment, suite or unit.',
      autocomplete: autocomplete('address-line2'),
    }),
    text(`${prefix}city`, {
      label: 'City',
      autocomplete: autocomplete('address-level2'),
      autoCapitalize: 'words',
      ...(isOwn && { required: 'Please enter your city.' }),
    }),
    select(`${prefix}state`, {
      label: 'State or province',
      options: statesAndProvinces,
      autocomplete: autocomplete('address-level1'),
      ...(isOwn && {
        required: {
          when: isIn(`${prefix}country`, ['USA', 'CAN']),
          message: 'Please select your state or province.',
        },
      }),
    }),
    text(`${prefix}zip`, {
      label: 'ZIP or postal code',
      autocomplete: autocomplete('postal-code'),
      autoCapitalize: 'characters',
      isNumber: true,
      ...(isOwn && {
        required: { when: inUsa, message: 'Please enter your ZIP code.' },
        rule: zipRule,
        ruleWhen: inUsa,
      }),
    }),
  ];
}
