import type { Choice, Major } from '#partner.ts';
import { tenant } from '#tenant/tenant.ts';

type Chosen = Readonly<Record<string, string>>;

/** Answers for a program of whatever university is in use that asks neither for a concentration nor for a number. */
export const plainProgram: Chosen = programWhere(
  ({ concentrations, iein }) => concentrations === undefined && iein === undefined,
);

/** Answers for a program that asks for both; for one that asks for less, where the university has none. */
export const fullProgram: Chosen = programWhere(
  ({ concentrations, iein }) => concentrations !== undefined && iein !== undefined,
);

/** A term to begin in; not the first, which a list might come to by itself. */
export const laterTerm: Choice = tenant.entryTerms[2] ?? tenant.entryTerms[0]!;

function programWhere(isWanted: (major: Major) => boolean): Chosen {
  const program = tenant.programs.find(({ majors }) => majors.some(isWanted)) ?? tenant.programs[0]!;
  const major = program.majors.findLast(isWanted) ?? program.majors[0]!;
  const concentration = major.concentrations?.find(
    ({ value }) => major.iein === undefined || major.iein === true || major.iein.includes(value),
  );
  return {
    ...chosen('program_type', program),
    ...chosen('applied_major', major),
    ...(concentration && chosen('applied_concentration', concentration)),
  };
}

function chosen(key: string, { value, label }: Choice): Chosen {
  return { [key]: value, [`${key}_desc`]: label };
}
