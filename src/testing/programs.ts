import type { Choice, Major } from '#partner.ts';
import { descKey } from '#form/keys.ts';
import { tenant } from '#tenant/tenant.ts';

type Chosen = Readonly<Record<string, string>>;

/** A program that requires neither a concentration nor an educator number, whichever university is in use. */
export const plainProgram: Chosen = programWhere(
  ({ concentrations, iein }) => concentrations === undefined && iein === undefined,
);

const isFull = ({ concentrations, iein }: Major) => concentrations !== undefined && iein !== undefined;

/** A program that requires both. If the university has none, its first program. */
export const fullProgram: Chosen = programWhere(isFull);

/** Whether the university has such a program, and another type of program to change to. */
export const hasFullProgram: boolean =
  tenant.programs.length > 1 && tenant.programs.some(({ majors }) => majors.some(isFull));

/** An entry term. It is not the first one, which a list might select by default. */
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
  return { [key]: value, [descKey(key)]: label };
}
