import { tenant } from '#tenant/tenant.ts';
import { ethnicities, religions } from '../options/people.ts';
import type { Section } from '../page.ts';
import { checkbox, select } from '../question.ts';

export const background: Section = {
  id: 'background',
  title: 'Your background',
  titleOnPaper: 'Background',
  intro: tenant.texts.background,
  elements: [
    select('ethnicity', { label: 'Ethnicity', options: ethnicities }),
    {
      type: 'group',
      layout: 'checks',
      id: 'race',
      legend: 'Race',
      hint: 'Check all that apply, or none.',
      questions: [
        checkbox('race_american_indian', { label: 'American Indian or Alaska Native' }),
        checkbox('race_asian', { label: 'Asian' }),
        checkbox('race_black', { label: 'Black or African American' }),
        checkbox('race_native_hawaiian', { label: 'Native Hawaiian or Other Pacific Islander' }),
        checkbox('race_white', { label: 'White' }),
      ],
    },
  ],
};

/** Apart from the questions above: no law asks for it. */
export const religion: Section = {
  id: 'religion',
  title: 'Your religion',
  titleOnPaper: 'Religion',
  intro: tenant.texts.religion,
  elements: [select('religious_affiliation', { label: 'Religious affiliation', options: religions })],
};
