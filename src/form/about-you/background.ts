import { ethnicities, religions } from '../options/people.ts';
import type { Section } from '../page.ts';
import { checkbox, select } from '../question.ts';

export const background: Section = {
  id: 'background',
  title: 'Your background',
  intro: 'These answers are voluntary and play no part in the decision. The law requires us to ask.',
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
    select('religious_affiliation', { label: 'Religious affiliation', options: religions }),
  ],
};
