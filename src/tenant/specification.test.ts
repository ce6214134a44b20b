import { expect, test } from 'vitest';
import { programs } from './programs.ts';
import { tenant } from './tenant.ts';

// The partner's own values in the specification. This test is deleted with the folder for another university.
const majors = programs.flatMap((program) => program.majors);

test('the majors of §5 with a concentration are those that offer some', () => {
  const offering = majors.filter(({ concentrations = [] }) => concentrations.length > 1);
  expect(offering.map(({ value }) => value).toSorted()).toEqual(
    [
      ...['MBAD', 'HMBA', 'HADM', 'MMGT', 'MSWK', 'EADM', 'EDTL', 'EDMG', 'MSC', 'NURS'],
      ...['RNBSMSN', 'EDDL', 'VEDU', 'SEDU', 'EEDU'],
    ].toSorted(),
  );
});

test('the educator number of §5 belongs to three majors, and to a fourth with one concentration', () => {
  const asking = majors.flatMap(({ value, iein }) => (iein === undefined ? [] : [[value, iein]]));
  expect(Object.fromEntries(asking)).toEqual({ EADM: true, READ: true, EDTL: true, EDDL: ['EDSC'] });
});

test('long texts have the partner value of §9', () => {
  expect(tenant.limits.textareaMaxChars).toBe(7000);
});
