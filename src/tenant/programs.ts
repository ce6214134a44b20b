import type { Choice, EntryTerm, Program } from '#partner.ts';

const businessConcentrations: readonly Choice[] = [
  { value: 'ACCT', label: 'Accounting' },
  { value: 'FINC', label: 'Finance' },
  { value: 'HRES', label: 'Human Resources' },
  { value: 'INTB', label: 'International Business' },
  { value: 'MGMT', label: 'General Management' },
  { value: 'MKTG', label: 'Marketing' },
  { value: 'OPER', label: 'Operations Management' },
];

const healthConcentrations: readonly Choice[] = [
  { value: 'HGEN', label: 'General Health Administration' },
  { value: 'HINF', label: 'Health Informatics' },
  { value: 'HPOL', label: 'Health Policy' },
];

const teachingConcentrations: readonly Choice[] = [
  { value: 'EDCI', label: 'Curriculum and Instruction' },
  { value: 'EDSP', label: 'Special Education' },
  { value: 'EDES', label: 'English as a Second Language' },
];

const leadershipConcentrations: readonly Choice[] = [
  { value: 'EDPR', label: 'Principal Preparation' },
  { value: 'EDTC', label: 'Teacher Leadership' },
];

const subjectConcentrations: readonly Choice[] = [
  { value: 'BIOL', label: 'Biology' },
  { value: 'ENGL', label: 'English' },
  { value: 'HIST', label: 'History and Social Studies' },
  { value: 'MATH', label: 'Mathematics' },
];

const nursingConcentrations: readonly Choice[] = [
  { value: 'NADM', label: 'Nursing Administration' },
  { value: 'NEDU', label: 'Nursing Education' },
  { value: 'NFNP', label: 'Family Nurse Practitioner' },
];

/** The programs on offer: program type → major → concentration. */
export const programs: readonly Program[] = [
  {
    value: 'MASTERS',
    label: 'Master’s degree',
    majors: [
      { value: 'MBAD', label: 'Business Administration (MBA)', concentrations: businessConcentrations },
      { value: 'HMBA', label: 'Healthcare Management (MBA)', concentrations: healthConcentrations },
      { value: 'HADM', label: 'Health Administration (MHA)', concentrations: healthConcentrations },
      {
        value: 'MMGT',
        label: 'Management (MS)',
        concentrations: [
          { value: 'MLED', label: 'Leadership' },
          { value: 'MPRJ', label: 'Project Management' },
          { value: 'MANL', label: 'Business Analytics' },
        ],
      },
      {
        value: 'MSWK',
        label: 'Social Work (MSW)',
        concentrations: [
          { value: 'SCLN', label: 'Clinical Practice' },
          { value: 'SCOM', label: 'Community and Policy Practice' },
        ],
      },
      { value: 'MACC', label: 'Accounting (MAcc)' },
      { value: 'MCSC', label: 'Computer Science (MS)' },
      {
        value: 'MSC',
        label: 'Counseling (MS)',
        concentrations: [
          { value: 'CMHC', label: 'Clinical Mental Health Counseling' },
          { value: 'CSCH', label: 'School Counseling' },
        ],
      },
      {
        value: 'EDTL',
        label: 'Teacher Leadership (MEd)',
        concentrations: leadershipConcentrations,
        iein: true,
      },
      {
        value: 'EADM',
        label: 'Educational Administration (MEd)',
        concentrations: leadershipConcentrations,
        iein: true,
      },
      { value: 'EDMG', label: 'Education Management (MEd)', concentrations: teachingConcentrations },
      { value: 'READ', label: 'Reading Specialist (MEd)', iein: true },
      { value: 'EEDU', label: 'Elementary Education (MEd)', concentrations: teachingConcentrations },
      { value: 'SEDU', label: 'Secondary Education (MEd)', concentrations: subjectConcentrations },
      { value: 'VEDU', label: 'Vocational Education (MEd)', concentrations: teachingConcentrations },
    ],
  },
  {
    value: 'NURSING',
    label: 'Graduate nursing',
    majors: [
      { value: 'NURS', label: 'Nursing (MSN)', concentrations: nursingConcentrations },
      { value: 'RNBSMSN', label: 'RN to BSN to MSN', concentrations: nursingConcentrations },
    ],
  },
  {
    value: 'DOCTORATE',
    label: 'Doctorate',
    majors: [
      {
        value: 'EDDL',
        label: 'Educational Leadership (EdD)',
        concentrations: [
          { value: 'EDSC', label: 'Superintendent Certification' },
          { value: 'EDHE', label: 'Higher Education' },
        ],
        iein: ['EDSC'],
      },
      { value: 'DNPR', label: 'Nursing Practice (DNP)' },
    ],
  },
  {
    value: 'CERTIFICATE',
    label: 'Graduate certificate',
    majors: [
      { value: 'CANL', label: 'Business Analytics' },
      { value: 'CPRJ', label: 'Project Management' },
      { value: 'CESL', label: 'Teaching English as a Second Language' },
    ],
  },
];

export const entryTerms: readonly EntryTerm[] = [
  { value: '2027SP', label: 'Spring 2027' },
  { value: '2027SU', label: 'Summer 2027', closes: '2027-04-15' },
  { value: '2027FA', label: 'Fall 2027' },
  { value: '2028SP', label: 'Spring 2028' },
];
