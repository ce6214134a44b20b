import { tenant } from '#tenant/tenant.ts';
import { all, answered, any, equals, isIn, type Condition } from '../condition.ts';
import { optionList, type Option } from '../options/option.ts';
import type { Section } from '../page.ts';
import { select, text } from '../question.ts';

const majors = tenant.programs.flatMap((program) => program.majors);
const majorsWithConcentration = majors.filter((major) => major.concentrations !== undefined);

export const entryTermCodes: readonly string[] = tenant.entryTerms.map(({ value }) => value);
/** Each program, and each major as `PROGRAM/MAJOR`. */
export const programCodes: readonly string[] = tenant.programs.flatMap(({ value, majors: own }) => [
  value,
  ...own.map((major) => `${value}/${major.value}`),
]);

function byValue<T extends { readonly value: string }>(
  entries: readonly T[],
  options: (entry: T) => readonly Option[],
): Readonly<Record<string, readonly Option[]>> {
  return Object.fromEntries(entries.map((entry) => [entry.value, optionList(options(entry))]));
}

/** Holds for the majors, or majors with a concentration, that require the educator number. */
const asksIein: Condition = any(
  ...majors.flatMap(({ value, iein }) => {
    if (iein === undefined) return [];
    const isMajor = equals('applied_major', value);
    return [iein === true ? isMajor : all(isMajor, isIn('applied_concentration', iein))];
  }),
);

const hasConcentration = isIn(
  'applied_major',
  majorsWithConcentration.map((major) => major.value),
);

export const program: Section = {
  id: 'program',
  title: 'Your program',
  titleOnPaper: 'Program',
  elements: [
    select('program_type', {
      label: 'Program type',
      options: optionList(tenant.programs.map(({ value, label }) => ({ value, label }))),
      required: 'Please select a program type.',
    }),
    select('applied_major', {
      label: 'Major',
      options: {
        dependsOn: 'program_type',
        byValue: byValue(tenant.programs, (type) =>
          type.majors.map(({ value, label }) => ({ value, label })),
        ),
      },
      when: answered('program_type'),
      required: 'Please select a major.',
    }),
    select('applied_concentration', {
      label: 'Concentration',
      options: {
        dependsOn: 'applied_major',
        byValue: byValue(majorsWithConcentration, (major) => major.concentrations ?? []),
      },
      when: hasConcentration,
      required: 'Please select a concentration.',
    }),
    select('entry_term', {
      label: 'Entry term',
      isUnmarked: true,
      options: optionList(tenant.entryTerms),
      required: { when: answered('applied_major'), message: 'Please select an entry term.' },
    }),
    text('iein', {
      label: 'Educator identification number (IEIN)',
      hint: 'The digits on your educator license.',
      inputMode: 'numeric',
      isNumber: true,
      when: asksIein,
      required: 'Please enter your IEIN.',
      rule: ({ z }) => z.string().check(z.regex(/^\d+$/, 'An IEIN contains only digits.')),
    }),
  ],
};
