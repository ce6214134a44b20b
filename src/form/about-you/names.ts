import { tenant } from '#tenant/tenant.ts';
import { namePrefixes, nameSuffixes } from '../options/people.ts';
import type { Section } from '../page.ts';
import { select, text } from '../question.ts';

export const names: Section = {
  id: 'names',
  title: 'Your name',
  titleOnPaper: 'Name',
  elements: [
    text('first_name', {
      label: 'First name',
      hint: tenant.texts.firstNameHint,
      autocomplete: 'given-name',
      autoCapitalize: 'words',
      required: 'Please enter your first name.',
    }),
    text('middle_name', {
      label: 'Middle name',
      autocomplete: 'additional-name',
      autoCapitalize: 'words',
    }),
    text('last_name', {
      label: 'Last name',
      hint: tenant.texts.lastNameHint,
      autocomplete: 'family-name',
      autoCapitalize: 'words',
      required: 'Please enter your last name.',
    }),
    text('preferred_name', {
      label: 'Preferred first name',
      hint: 'What we call you in our messages.',
      autocomplete: 'nickname',
      autoCapitalize: 'words',
    }),
    {
      type: 'trigger',
      control: 'checkbox',
      id: 'has_previous_name',
      label: 'My transcripts or records are under another name',
      after: [
        text('previous_name', {
          label: 'Previous name',
          hint: 'Such as a maiden name.',
          autoCapitalize: 'words',
        }),
      ],
    },
    select('prefix', { label: 'Title', options: namePrefixes, autocomplete: 'honorific-prefix' }),
    select('suffix', { label: 'Suffix', options: nameSuffixes, autocomplete: 'honorific-suffix' }),
  ],
};
