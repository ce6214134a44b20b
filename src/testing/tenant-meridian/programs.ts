import type { Choice, EntryTerm, Program } from '#partner.ts';

const engineering: readonly Choice[] = [
  { value: 'CIV', label: 'Civil Engineering' },
  { value: 'ENV', label: 'Environmental Engineering' },
];

const schoolLevels: readonly Choice[] = [
  { value: 'PRIM', label: 'Primary school' },
  { value: 'SECD', label: 'Secondary school' },
];

const leadership: readonly Choice[] = [
  { value: 'SCHL', label: 'Schools' },
  { value: 'UNIV', label: 'Universities' },
];

export const programs: readonly Program[] = [
  {
    value: 'MASTER',
    label: 'Master’s degree',
    majors: [
      { value: 'ENGR', label: 'Engineering', concentrations: engineering },
      { value: 'SURV', label: 'Surveying', concentrations: engineering },
      { value: 'LIBR', label: 'Library Science' },
      { value: 'TCHG', label: 'Teaching', concentrations: schoolLevels, iein: ['SECD'] },
      { value: 'SUPV', label: 'School Supervision', iein: true },
    ],
  },
  {
    value: 'DOCTOR',
    label: 'Doctorate',
    majors: [
      { value: 'OCEA', label: 'Oceanography' },
      { value: 'LEAD', label: 'Educational Leadership', concentrations: leadership },
    ],
  },
];

export const entryTerms: readonly EntryTerm[] = [
  { value: 'AUT27', label: 'Autumn 2027', closes: '2027-07-15' },
  { value: 'WIN28', label: 'Winter 2028' },
];
