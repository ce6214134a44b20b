import { sql } from 'kysely';
import type { WebStatus } from '#contract/web-status-values.ts';
import type { Database } from '#server/adapters/database/database.ts';

/** A smaller group could reveal something about one person. */
const GROUP_MIN = 5;

/** How many applications reached their present status on one day. */
interface StatusFigure {
  /** `YYYY-MM-DD` at the university. */
  readonly day: string;
  readonly program_type: string;
  readonly applied_major: string;
  readonly web_status: WebStatus | 'new';
  readonly applications: number;
}

/** Counts applications by day, program and status. */
export async function statusFigures(
  { kysely }: Database,
  timeZone: string,
): Promise<readonly StatusFigure[]> {
  const answer = (key: string) =>
    sql`coalesce((SELECT value FROM answers WHERE answers.account_id = a.account_id AND key = ${key}), '')`;
  const { rows } = await sql<StatusFigure>`
    SELECT to_char(coalesce(submitted_at, validating_at, started_at, created_at)
        AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD') AS day,
      ${answer('program_type')} AS program_type, ${answer('applied_major')} AS applied_major,
      CASE WHEN submitted_at IS NOT NULL THEN 'submitted' WHEN validating_at IS NOT NULL THEN 'validating'
        WHEN started_at IS NOT NULL THEN 'started' ELSE 'new' END AS web_status,
      count(*)::int AS applications
    FROM applications a GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(kysely);
  return rows;
}

/** How many applicants a question keeps from submitting, of those whose answers were checked. */
interface StuckFigure {
  readonly key: string;
  readonly applicants: number;
  readonly of: number;
}

/** Counts, by question, the applicants whose last check found it missing or wrong. Leaves out small groups. */
export async function stuckFigures({ kysely }: Database): Promise<readonly StuckFigure[]> {
  const { rows } = await sql<StuckFigure>`
    WITH checked AS (
      SELECT messages FROM validations JOIN applications USING (account_id) WHERE submitted_at IS NULL
    )
    SELECT key, count(*)::int AS applicants, (SELECT count(*) FROM checked)::int AS of
    FROM checked, jsonb_object_keys(messages) AS key
    GROUP BY key HAVING count(*) >= ${GROUP_MIN} ORDER BY 2 DESC, 1`.execute(kysely);
  return rows;
}

/** How many drafts have an answer. */
interface DraftFigure {
  readonly key: string;
  readonly value: string;
  readonly drafts: number;
}

/** Counts the drafts by their program, major, concentration and entry term. */
export async function draftFigures({ kysely }: Database): Promise<readonly DraftFigure[]> {
  const { rows } = await sql<DraftFigure>`
    SELECT key, value, count(*)::int AS drafts FROM answers JOIN applications USING (account_id)
    WHERE submitted_at IS NULL AND value != ''
      AND key IN ('program_type', 'applied_major', 'applied_concentration', 'entry_term')
    GROUP BY key, value ORDER BY key, value`.execute(kysely);
  return rows;
}
