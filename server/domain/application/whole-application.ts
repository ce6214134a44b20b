import type { DocumentAnswer } from '#contract/document-answer.ts';
import { readAnswers } from '#form/read-answer.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { applicationNumber } from '#server/domain/ground/application-number.ts';
import { openAnswers } from './answer-values.ts';
import { openFrozen, type Frozen } from './frozen.ts';

/** Older logins are neither counted nor stored. */
export const LOGINS_MAX = 200;

const WHOLE = `
  (SELECT json_object_agg(key, value ORDER BY key) FROM answers WHERE account_id = $1) AS answer,
  (SELECT json_object_agg(answer_key, json_build_object(
      'file_name', file_name, 'file_size', file_size, 'status', status
    ) ORDER BY answer_key) FROM documents WHERE account_id = $1) AS document_answer`;

/** The entry term with which a reopened application was last submitted. */
const KEPT_TERM = `(SELECT frozen -> 'answer' ->> 'entry_term' FROM earlier_submissions
  WHERE account_id = $1 ORDER BY submitted_at DESC LIMIT 1)`;

const findForForm = {
  name: 'find-for-form',
  text: `SELECT serial, ${KEPT_TERM} AS kept_term, answers_revision, last_page, started_at, validating_at, submitted_at, ${WHOLE},
      ARRAY(SELECT logged_in_at FROM logins WHERE account_id = $1
        ORDER BY logged_in_at DESC LIMIT ${LOGINS_MAX}) AS logins
    FROM applications WHERE account_id = $1`,
};

const findForPrint = {
  name: 'find-for-print',
  text: `SELECT ${WHOLE}, (SELECT username FROM accounts WHERE id = $1) AS username,
    (SELECT serial FROM applications WHERE account_id = $1) AS serial,
    (SELECT json_object_agg(button_id, num_components ORDER BY button_id)
      FROM add_another WHERE account_id = $1) AS add_another,
    (SELECT json_object_agg(tab_id, chosen_tab ORDER BY tab_id) FROM tabs WHERE account_id = $1) AS tabs,
    (SELECT frozen FROM submissions JOIN applications USING (account_id)
      WHERE account_id = $1 AND applications.submitted_at IS NOT NULL) AS frozen`,
};

const findMany = {
  name: 'find-many',
  text: `SELECT account_id AS id, frozen IS NOT NULL AS is_frozen, coalesce(frozen -> 'answer', (
      SELECT jsonb_object_agg(key, value) FROM answers WHERE answers.account_id = a.account_id)) AS answer,
    coalesce(frozen -> 'document_answer', (
      SELECT jsonb_object_agg(answer_key, jsonb_build_object(
        'file_name', file_name, 'file_size', file_size, 'status', status
      )) FROM documents WHERE documents.account_id = a.account_id)) AS document_answer
    FROM applications a LEFT JOIN submissions USING (account_id) WHERE account_id = ANY($1::uuid[])`,
};

type ByKey<Value> = Readonly<Record<string, Value>>;

/** The parts that PostgreSQL collects into objects; `null` if there are no rows. */
interface Whole {
  readonly answer: ByKey<string> | null;
  readonly document_answer: ByKey<DocumentAnswer> | null;
}

interface ForForm extends Whole {
  readonly serial: number;
  readonly kept_term: string | null;
  readonly answers_revision: number;
  readonly last_page: string | null;
  readonly started_at: Date | null;
  readonly validating_at: Date | null;
  readonly submitted_at: Date | null;
  /** Newest first. */
  readonly logins: readonly Date[];
}

interface ForPrint extends Whole {
  readonly username: string | null;
  readonly serial: number | null;
  readonly add_another: ByKey<number> | null;
  readonly tabs: ByKey<string> | null;
  /** Only for a submitted application. */
  readonly frozen: Frozen | null;
}

/** What people call an application. */
export interface Named {
  readonly email: string;
  readonly number: string;
}

/**
 * Reads an application as the client loads it. One statement, so that all parts belong together: not the answers from
 * before a submission and the status from after it.
 *
 * @returns `undefined` if the account has none
 */
export async function applicationForForm(database: Database, secrets: Secrets, accountId: string) {
  const [row] = await database.run<ForForm>(findForForm, [accountId]);
  return row && { ...row, ...opened(row, secrets, accountId) };
}

/**
 * Reads an application as the service view prints it, in one statement, too: a submitted one as it was frozen, and texts
 * of one line as `readAnswer` reads them. Without an account all of it is empty.
 */
export async function applicationForPrint(
  database: Database,
  secrets: Secrets,
  accountId: string,
): Promise<Frozen & { readonly isSubmitted: boolean; readonly named: Named }> {
  const [row] = await database.run<ForPrint>(findForPrint, [accountId]);
  const named = { email: row?.username ?? '', number: applicationNumber(row?.serial ?? 0) };
  if (row?.frozen) {
    const frozen = openFrozen(secrets, accountId, row.frozen);
    return { ...frozen, answer: readAnswers(frozen.answer), isSubmitted: true, named };
  }
  const { answer, document_answer } = opened(
    row ?? { answer: null, document_answer: null },
    secrets,
    accountId,
  );
  return {
    answer: readAnswers(answer),
    document_answer,
    add_another: { ...row?.add_another },
    tabs: { ...row?.tabs },
    isSubmitted: false,
    named,
  };
}

/** Reads the answers and documents of several applications: of submitted ones as they were frozen. */
export async function manyApplications(database: Database, secrets: Secrets, ids: readonly string[]) {
  type Row = Whole & { readonly id: string; readonly is_frozen: boolean };
  const rows = await database.run<Row>(findMany, [ids]);
  return rows.map((row) => {
    const { answer, document_answer } = opened(row, secrets, row.id);
    return { id: row.id, isFrozen: row.is_frozen, answer: readAnswers(answer), document_answer };
  });
}

/** Decrypts the encrypted answers. */
function opened({ answer, document_answer }: Whole, secrets: Secrets, accountId: string) {
  return {
    answer: openAnswers(secrets, accountId, Object.entries(answer ?? {})),
    document_answer: { ...document_answer },
  };
}
