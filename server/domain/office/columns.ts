import { sql, type RawBuilder } from 'kysely';
import type { WebStatus } from '#contract/web-status-values.ts';
import type { AnswerKey } from '#form/keys.ts';
import { tidied } from '#plain-text.ts';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { tenant } from '#tenant/tenant.ts';
import { isVisible } from './visible.ts';
import { sortableTime, whenText } from './when.ts';

/** The words for each status; that of an application without one is `NOT_STARTED`. */
export const STATUS: Readonly<Record<WebStatus, string>> = {
  started: 'Started',
  validating: 'Not submitted: answers missing',
  submitted: 'Submitted',
};
const NOT_STARTED = 'Not started';

interface Column<Value> {
  readonly title: string;
  /** The question whose answer it has. Where the office must not see that, there is no such column. */
  readonly question?: AnswerKey;
  /** What a row of `applications` with its `accounts` has there. */
  readonly sql: RawBuilder<Value>;
  /** How the page shows it. */
  readonly text: (value: Value) => string;
  /** How a saved list shows it, if not in the same words. */
  readonly saved?: (value: Value) => string;
  /** If the list can be sorted by it: what the choice is called, and the order. */
  readonly sort?: { readonly title: string; readonly sql: RawBuilder<unknown> };
}

/** The list has these columns, in this order: on the page and in what is saved. Each is declared here alone. */
export const columns = {
  name: column({
    title: 'Name',
    sql: sql<string>`applications.name`,
    text: tidied,
    sort: { title: 'Last name', sql: sql`applications.name_order COLLATE "C"` },
  }),
  number: column({ title: 'Number', sql: sql<number>`applications.serial`, text: applicationNumber }),
  username: column({ title: 'E-mail', sql: sql<string>`accounts.username`, text: String }),
  program: column({
    title: 'Program',
    question: 'program_type',
    sql: sql<string>`applications.program`,
    text: programLabel,
    sort: {
      title: 'Program',
      sql: sql`array_position(${tenant.programs.flatMap(({ value, majors }) => majors.map((major) => `${value}/${major.value}`))}::text[], applications.program)`,
    },
  }),
  term: column({
    title: 'Entry term',
    question: 'entry_term',
    sql: sql<string>`applications.entry_term`,
    text: (term) => tenant.entryTerms.find(({ value }) => value === term)?.label ?? term,
  }),
  status: column({
    title: 'Status',
    sql: sql<WebStatus | null>`CASE WHEN submitted_at IS NOT NULL THEN 'submitted'
      WHEN validating_at IS NOT NULL THEN 'validating' WHEN started_at IS NOT NULL THEN 'started' END`,
    text: (status) => (status === null ? NOT_STARTED : STATUS[status]),
  }),
  submitted: column({
    title: 'Submitted',
    sql: sql<Date | null>`applications.submitted_at`,
    text: whenText,
    saved: sortableTime,
  }),
  reviewedBy: column({
    title: 'Reviewed by',
    sql: sql<string | null>`(SELECT reviewed_by FROM submissions WHERE account_id = applications.account_id)`,
    text: (name) => name ?? '',
  }),
};

export type ColumnKey = keyof typeof columns;

/** What a row of the list has in its columns. */
export type ColumnValues = {
  readonly [Key in ColumnKey]: (typeof columns)[Key] extends { readonly sql: RawBuilder<infer V> }
    ? V
    : never;
};

/** The keys of the columns that the office may see, in the order of the list. */
export const shownKeys: readonly ColumnKey[] = keysOf(columns).filter((key) => {
  const { question } = columns[key];
  return question === undefined || isVisible(question);
});

/** The columns that a clerk can sort by. Without one, the latest submission is first. */
export const sortKeys: readonly ColumnKey[] = shownKeys.filter((key) => columns[key].sort !== undefined);

function column<Value>({ title, question, sql: selected, text, saved = text, sort }: Column<Value>) {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the column's own expression has selected it
  const shown = (show: (value: Value) => string) => (value: unknown) => show(value as Value);
  return { title, question, sql: selected, text: shown(text), saved: shown(saved), sort };
}

function keysOf<T extends object>(record: T): (keyof T)[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a literal of this file has no other keys
  return Object.keys(record) as (keyof T)[];
}

/** The words for `PROGRAM/MAJOR`; a code that is offered no longer stays as it is. */
function programLabel(codes: string): string {
  const [programCode = '', majorCode = ''] = codes.split('/');
  const program = tenant.programs.find(({ value }) => value === programCode);
  const major = program?.majors.find(({ value }) => value === majorCode);
  return [program?.label ?? programCode, major?.label ?? majorCode].filter(Boolean).join(': ');
}
