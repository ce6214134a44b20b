import { optionList } from './option.ts';

/** Lets applicants decline, if the law or good manners require it. */
const preferNotToSay = { value: 'undisclosed', label: 'I prefer not to say' } as const;

export const genders = optionList([
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'nonbinary', label: 'Non-binary' },
  { value: 'another', label: 'Another gender' },
  preferNotToSay,
]);

export const namePrefixes = optionList([
  { value: 'Ms', label: 'Ms.' },
  { value: 'Mr', label: 'Mr.' },
  { value: 'Mx', label: 'Mx.' },
  { value: 'Mrs', label: 'Mrs.' },
  { value: 'Miss', label: 'Miss' },
  { value: 'Dr', label: 'Dr.' },
  { value: 'Rev', label: 'Rev.' },
]);

export const nameSuffixes = optionList([
  { value: 'Jr', label: 'Jr.' },
  { value: 'Sr', label: 'Sr.' },
  { value: 'II', label: 'II' },
  { value: 'III', label: 'III' },
  { value: 'IV', label: 'IV' },
  { value: 'V', label: 'V' },
]);

/** The federal question asked before race (IPEDS). */
export const ethnicities = optionList([
  { value: 'hispanic', label: 'Hispanic or Latino' },
  { value: 'not_hispanic', label: 'Not Hispanic or Latino' },
  preferNotToSay,
]);

export const religions = optionList([
  { value: 'none', label: 'None' },
  { value: 'agnostic', label: 'Agnostic' },
  { value: 'atheist', label: 'Atheist' },
  { value: 'bahai', label: 'Bahá’í' },
  { value: 'buddhist', label: 'Buddhist' },
  { value: 'anglican', label: 'Christian: Anglican or Episcopal' },
  { value: 'baptist', label: 'Christian: Baptist' },
  { value: 'catholic', label: 'Christian: Catholic' },
  { value: 'latter_day', label: 'Christian: Latter-day Saint' },
  { value: 'lutheran', label: 'Christian: Lutheran' },
  { value: 'methodist', label: 'Christian: Methodist' },
  { value: 'orthodox', label: 'Christian: Orthodox' },
  { value: 'pentecostal', label: 'Christian: Pentecostal' },
  { value: 'presbyterian', label: 'Christian: Presbyterian' },
  { value: 'christian_other', label: 'Christian: another or no denomination' },
  { value: 'hindu', label: 'Hindu' },
  { value: 'jain', label: 'Jain' },
  { value: 'jewish', label: 'Jewish' },
  { value: 'muslim', label: 'Muslim' },
  { value: 'indigenous', label: 'Native or indigenous tradition' },
  { value: 'quaker', label: 'Quaker' },
  { value: 'shinto', label: 'Shinto' },
  { value: 'sikh', label: 'Sikh' },
  { value: 'taoist', label: 'Taoist' },
  { value: 'unitarian', label: 'Unitarian Universalist' },
  { value: 'other', label: 'Another religion' },
  preferNotToSay,
]);

export const citizenshipTypes = optionList([
  { value: '1', label: 'U.S. citizen' },
  { value: '2', label: 'U.S. permanent resident' },
  { value: '3', label: 'Neither (visa or other status)' },
]);

/** Non-immigrant classes and statuses that graduate applicants have. */
export const visaStatuses = optionList([
  { value: 'none', label: 'I have no visa yet' },
  { value: 'A', label: 'A: Diplomat or government official' },
  { value: 'E2', label: 'E-2: Treaty investor' },
  { value: 'E3', label: 'E-3: Australian professional' },
  { value: 'F1', label: 'F-1: Student' },
  { value: 'F2', label: 'F-2: Dependent of a student' },
  { value: 'G', label: 'G: International organization' },
  { value: 'H1B', label: 'H-1B: Specialty worker' },
  { value: 'H4', label: 'H-4: Dependent of an H worker' },
  { value: 'J1', label: 'J-1: Exchange visitor' },
  { value: 'J2', label: 'J-2: Dependent of an exchange visitor' },
  { value: 'K1', label: 'K-1: Fiancé(e) of a citizen' },
  { value: 'L1', label: 'L-1: Intracompany transferee' },
  { value: 'L2', label: 'L-2: Dependent of a transferee' },
  { value: 'M1', label: 'M-1: Vocational student' },
  { value: 'O1', label: 'O-1: Extraordinary ability' },
  { value: 'R1', label: 'R-1: Religious worker' },
  { value: 'TN', label: 'TN: USMCA professional' },
  { value: 'U', label: 'U: Victim of a crime' },
  { value: 'asylee', label: 'Asylee or asylum applicant' },
  { value: 'refugee', label: 'Refugee' },
  { value: 'parolee', label: 'Parolee' },
  { value: 'tps', label: 'Temporary Protected Status' },
  { value: 'daca', label: 'DACA' },
  { value: 'other', label: 'Another status' },
]);
