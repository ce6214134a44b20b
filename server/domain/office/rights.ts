import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { StartError } from '#server/adapters/errors.ts';
import { isFor } from '#server/domain/application/application-rows.ts';
import { tenant } from '#tenant/tenant.ts';

/** What somebody in the office may do, and with which applications. */
export interface Rights {
  /** Whether more than reading. */
  readonly mayAct: boolean;
  /** As `PROGRAM` or `PROGRAM/MAJOR`. None stands for all applications, also those without a program. */
  readonly programs: readonly string[];
}

export const READ_ALL: Rights = { mayAct: false, programs: [] };

/** Which applications somebody may read. */
export type Scope = Pick<Rights, 'programs'>;

/** The condition that somebody may read a row of `applications`. Every query for the office has it. */
export function isOpenTo({ programs }: Scope): RawBuilder<SqlBool> {
  if (programs.length === 0) return sql`true`;
  const each = programs.map((program) => isFor({ program, term: '' }));
  return sql`(${sql.join(each, sql` OR `)})`;
}

/** Whether somebody may read all applications for a program, or one of its majors. */
export function isCovered(code: string, { programs }: Scope): boolean {
  return programs.length === 0 || programs.some((own) => code === own || code.startsWith(`${own}/`));
}

/** The codes of all programs and majors, as `PROGRAM` and `PROGRAM/MAJOR`. */
export const programCodes: ReadonlySet<string> = new Set(
  tenant.programs.flatMap(({ value, majors }) => [
    value,
    ...majors.map((major) => `${value}/${major.value}`),
  ]),
);

/** Reads codes of programs with commas between them. Returns `undefined` if one is not on offer. */
export function programsIn(text: string): readonly string[] | undefined {
  const programs = text.split(',').map((code) => code.trim());
  return programs.every((code) => programCodes.has(code)) ? programs : undefined;
}

/** A name, what its holder may do, and for which programs: `nora@example.edu: act NURSING,MASTERS/MBAD`. */
const ENTRY = /^(?<name>.+):\s*(?<may>read|act)(?:\s(?<programs>[^:]+))?$/;
const EVERYBODY_ELSE = '*';

/**
 * Makes the function that says what a person may do whom the university's sign-in names.
 *
 * @param text as in OFFICE_USER_RIGHTS: one entry for each person, semicolons between them, `*` for all others. Capitals
 *   do not matter: sign-ins write addresses with and without
 * @throws {StartError} if it cannot be read
 */
export function makeRightsOf(text: string | undefined): (name: string) => Rights {
  const rights = new Map<string, Rights>();
  for (const entry of (text ?? '').split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const { name: spaced, may, programs: given } = ENTRY.exec(entry)?.groups ?? {};
    const name = spaced?.trim().toLowerCase();
    const programs = given === undefined ? [] : programsIn(given);
    if (name === undefined || programs === undefined || rights.has(name))
      throw new StartError(
        `The environment variable OFFICE_USER_RIGHTS has an entry that is not NAME: read|act [PROGRAM,…], once for each name: ${entry}`,
      );
    rights.set(name, { mayAct: may === 'act', programs });
  }
  return (name) => rights.get(name.toLowerCase()) ?? rights.get(EVERYBODY_ELSE) ?? READ_ALL;
}
