import { equals, isIn } from '../condition.ts';
import { nativeLanguages } from '../options/languages.ts';
import { countriesNoUsa } from '../options/countries.ts';
import { citizenshipTypes, visaStatuses } from '../options/people.ts';
import type { Section } from '../page.ts';
import { select, text } from '../question.ts';
import { watchedBy, type Watcher } from '../watcher.ts';

const PERMANENT_RESIDENT = '2';
export const NEITHER_CITIZEN_NOR_RESIDENT = '3';

/**
 * Permanent residents and other non-citizens get different questions, but both are asked for the country of
 * citizenship. These cases also decide when the questions below show.
 */
export const citizenshipWatcher: Watcher = {
  // Asked of both, so a change of the status does not clear it.
  keep: ['citizenship'],
  cases: [
    {
      when: equals('citizenship_type', PERMANENT_RESIDENT),
      keys: ['alien_registration_number'],
    },
    {
      when: equals('citizenship_type', NEITHER_CITIZEN_NOR_RESIDENT),
      keys: ['citizenship', 'citizenship_visa_status'],
    },
  ],
};

export const citizenship: Section = {
  id: 'citizenship-and-language',
  title: 'Citizenship and language',
  elements: [
    select('citizenship_type', {
      label: 'Citizenship status',
      options: citizenshipTypes,
      required: 'Please select your citizenship status.',
    }),
    select('citizenship', {
      label: 'Country of citizenship',
      options: countriesNoUsa,
      when: isIn('citizenship_type', [PERMANENT_RESIDENT, NEITHER_CITIZEN_NOR_RESIDENT]),
    }),
    text('alien_registration_number', {
      label: 'Alien registration number',
      hint: 'The “A-number” on your green card: A and 8 or 9 digits.',
      autoCapitalize: 'characters',
      isNumber: true,
      when: watchedBy(citizenshipWatcher, 'alien_registration_number'),
      required: 'Please enter your alien registration number.',
    }),
    select('citizenship_visa_status', {
      label: 'Visa or immigration status',
      options: visaStatuses,
      when: watchedBy(citizenshipWatcher, 'citizenship_visa_status'),
    }),
    select('native_language', {
      label: 'Native language',
      options: nativeLanguages,
      autocomplete: 'language',
    }),
  ],
};
