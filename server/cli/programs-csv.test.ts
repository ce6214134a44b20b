import { expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { changesBetween, readOffer, sourceOf, type Offer } from './programs-csv.ts';

const HEAD = 'kind,code,label,of,iein,closes\n';
const GOOD = `program,MASTERS,Master’s degree,,,
major,MBAD,"Business, MBA",MASTERS,,
concentration,ACCT,Accounting,MBAD,,
major,EADM,Administration,MASTERS,yes,
major,EDDL,Leadership,MASTERS,,
concentration,EDSC,Superintendent,EDDL,yes,
concentration,EDHE,Higher Education,EDDL,,
term,2027FA,Fall 2027,,,2027-07-15
term,2028SP,Spring 2028,,,
`;
const offer: Offer = {
  programs: [
    {
      value: 'MASTERS',
      label: 'Master’s degree',
      majors: [
        {
          value: 'MBAD',
          label: 'Business, MBA',
          concentrations: [{ value: 'ACCT', label: 'Accounting' }],
        },
        { value: 'EADM', label: 'Administration', iein: true },
        {
          value: 'EDDL',
          label: 'Leadership',
          concentrations: [
            { value: 'EDSC', label: 'Superintendent' },
            { value: 'EDHE', label: 'Higher Education' },
          ],
          iein: ['EDSC'],
        },
      ],
    },
  ],
  entryTerms: [
    { value: '2027FA', label: 'Fall 2027', closes: '2027-07-15' },
    { value: '2028SP', label: 'Spring 2028' },
  ],
};

test('reads what a university offers, and writes it as the tenant has it', () => {
  expect(readOffer(HEAD + GOOD)).toEqual(offer);
  const lists = sourceOf(offer).matchAll(/= (\[.*?\n\]);/gs);
  expect([...lists].map(([, json = '']) => JSON.parse(json))).toEqual([offer.programs, offer.entryTerms]);
});

test.each([
  { csv: '', says: 'The file is empty.' },
  { csv: 'kind,code\n', says: 'The columns are kind, code, label, of, iein, closes, not kind, code.' },
  { csv: `${HEAD}a,b\n`, says: 'Line 2 has 2 columns instead of 6.' },
  {
    csv: `${HEAD}course,X,X,,,\n`,
    says: 'Line 2: kind is program, major, concentration, term, not "course".',
  },
  { csv: HEAD, says: 'There is no program.\nThere is no term.' },
  { csv: `${HEAD}${GOOD}term,a b,X,,,\n`, says: 'Line 11: "a b" is no code. A code has 1 to 20 letters' },
  { csv: `${HEAD}${GOOD}term,X,,,,\n`, says: 'Line 11: The label is missing or longer than 100 characters.' },
  { csv: `${HEAD}${GOOD}term,2027FA,Fall,,,\n`, says: 'Line 11: The term 2027FA is on line 9 already.' },
  {
    csv: `${HEAD}${GOOD}term,X,X,MBAD,,\n`,
    says: 'Line 11: A term belongs to nothing, so leave "of" blank.',
  },
  {
    csv: `${HEAD}${GOOD}major,X,X,NONE,,\n`,
    says: 'Line 11: There is no program "NONE" to which the major X could belong.',
  },
  { csv: `${HEAD}${GOOD}major,X,X,MASTERS,no,\n`, says: 'Line 11: iein is yes or blank.' },
  { csv: `${HEAD}${GOOD}term,X,X,,yes,\n`, says: 'Line 11: iein is for majors and concentrations.' },
  {
    csv: `${HEAD}${GOOD}term,X,X,,,7/15/2027\n`,
    says: 'Line 11: "7/15/2027" is no date. Write it as 2027-07-15.',
  },
  { csv: `${HEAD}${GOOD}term,X,X,,,2027-02-30\n`, says: 'Line 11: "2027-02-30" is no date.' },
  { csv: `${HEAD}${GOOD}major,X,X,MASTERS,,2027-07-15\n`, says: 'Line 11: Only a term closes.' },
  { csv: `${HEAD}${GOOD}program,X,X,,,\n`, says: 'Line 11: The program X has no major.' },
])('what is wrong is said with its line: $says', ({ csv, says }) => {
  expect(() => readOffer(csv)).toThrow(says);
});

test('says what changes, and how many drafts have what changes or goes', () => {
  const then = readOffer(
    HEAD +
      GOOD.replace('Fall 2027,,,2027-07-15', 'Fall 2027,,,2027-08-01')
        .replace('concentration,ACCT,Accounting,MBAD,,\n', '')
        .replace('2028SP,Spring', '2028SU,Summer'),
  );
  const figures = [
    { key: 'applied_concentration', value: 'ACCT', drafts: 3 },
    { key: 'entry_term', value: '2027FA', drafts: 1 },
  ];
  expect(changesBetween(offer, then, figures)).toEqual([
    '- ACCT: Accounting in MBAD (3 drafts have it)',
    '~ 2027FA: Fall 2027, closes 2027-07-15 → Fall 2027, closes 2027-08-01 (1 draft has it)',
    '- 2028SP: Spring 2028',
    '+ 2028SU: Summer 2028',
  ]);
  expect(changesBetween(tenant, tenant, figures)).toEqual([]);
});
