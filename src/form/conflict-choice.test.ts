// Runs with the condition `tenant-meridian` (vitest.config.ts): the programs named here are the second university's.
import { expect, test } from 'vitest';
import { ORDINARY_DAY } from '#testing/judge.ts';
import { allDecidedBy, decidedBy, inOrder } from './conflict-choice.ts';

const conflictsOf = (both: Readonly<Record<string, readonly [mine: string, theirs: string]>>) =>
  Object.entries(both).map(([key, [mine, theirs]]) => ({ key, mine, theirs }));

test('an answer is asked about before those that depend on it, and anything else is not asked about', () => {
  const conflicts = conflictsOf({
    applied_major: ['ENGR', 'LEAD'],
    an_old_key: ['1', '2'],
    program_type: ['MASTER', 'DOCTOR'],
    city: ['York', 'Erie'],
  });
  expect(inOrder(conflicts).map(({ key }) => key)).toEqual(['city', 'program_type', 'applied_major']);
});

test.each([
  {
    title: 'one answer decides nothing of another',
    both: { city: ['York', 'Erie'], zip: ['17401', '16501'] },
    choice: { key: 'city', keeps: 'mine' },
    decided: { city: 'mine' },
  },
  {
    title: 'whatever is possible with the other device’s answer alone comes along, and so on down',
    both: {
      applied_concentration: ['CIV', 'UNIV'],
      applied_major: ['ENGR', 'LEAD'],
      program_type: ['MASTER', 'DOCTOR'],
    },
    choice: { key: 'program_type', keeps: 'theirs' },
    decided: { program_type: 'theirs', applied_major: 'theirs', applied_concentration: 'theirs' },
  },
  {
    title: 'whatever is possible with this device’s answer alone stays',
    both: { program_type: ['MASTER', 'DOCTOR'], applied_major: ['ENGR', 'LEAD'] },
    choice: { key: 'program_type', keeps: 'mine' },
    decided: { program_type: 'mine', applied_major: 'mine' },
  },
  {
    title: 'what is possible with either is asked about',
    both: { citizenship_type: ['2', '3'], citizenship: ['FRA', 'DEU'] },
    choice: { key: 'citizenship_type', keeps: 'theirs' },
    decided: { citizenship_type: 'theirs' },
  },
  {
    title: 'what hangs on an answer that is still to be asked about waits for it',
    here: { program_type: 'MASTER' },
    both: {
      applied_major: ['ENGR', 'TCHG'],
      applied_concentration: ['CIV', 'PRIM'],
      city: ['York', 'Erie'],
    },
    choice: { key: 'city', keeps: 'mine' },
    decided: { city: 'mine' },
  },
  {
    title: 'what is hidden either way is not asked about',
    both: { citizenship_type: ['2', '1'], alien_registration_number: ['A12345678', 'A87654321'] },
    choice: { key: 'citizenship_type', keeps: 'theirs' },
    decided: { citizenship_type: 'theirs', alien_registration_number: 'mine' },
  },
] as const)('$title', ({ here = {}, both, choice, decided }) => {
  const conflicts = conflictsOf(both);
  const answers = { ...here, ...Object.fromEntries(conflicts.map(({ key, mine }) => [key, mine])) };
  expect(Object.fromEntries(decidedBy(choice, conflicts, answers, () => ORDINARY_DAY))).toEqual(decided);
});

test.each([
  {
    title: 'all of the other device',
    keeps: 'theirs',
    both: {
      city: ['York', 'Erie'],
      program_type: ['MASTER', 'DOCTOR'],
      applied_major: ['ENGR', 'LEAD'],
    },
    decided: { city: 'theirs', program_type: 'theirs', applied_major: 'theirs' },
  },
  {
    title: 'all of this device',
    keeps: 'mine',
    here: { program_type: 'DOCTOR' },
    both: { city: ['York', 'Erie'], applied_major: ['LEAD', 'ENGR'] },
    decided: { city: 'mine', applied_major: 'mine' },
  },
  {
    title: 'what the choices before have made impossible goes with them',
    keeps: 'mine',
    here: { program_type: 'DOCTOR' },
    both: {
      city: ['York', 'Erie'],
      applied_major: ['LEAD', 'ENGR'],
      applied_concentration: ['CIV', 'UNIV'],
    },
    decided: { city: 'mine', applied_major: 'mine', applied_concentration: 'theirs' },
  },
] as const)('answered alike: $title', ({ keeps, here = {}, both, decided }) => {
  const conflicts = conflictsOf(both);
  const answers = { ...here, ...Object.fromEntries(conflicts.map(({ key, mine }) => [key, mine])) };
  expect(Object.fromEntries(allDecidedBy(keeps, conflicts, answers, () => ORDINARY_DAY))).toEqual(decided);
});
