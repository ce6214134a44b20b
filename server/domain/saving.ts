import { DatabaseError } from 'pg';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Metrics } from '#server/adapters/metrics.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { sealValue } from './answer-values.ts';
import { Batches } from './batches.ts';
import { AlreadySubmittedError, NoSessionError } from './errors.ts';

const SAVED_MESSAGE = 'Saved.';
/** The most answers in one statement. */
const BATCH_MAX = 1000;

/**
 * Saves all keys or none in one round trip. It locks the application first, against a concurrent submission, and raises
 * the revision once if any answer has changed.
 */
export const putAnswers = {
  name: 'put-answers',
  text: `WITH application AS MATERIALIZED (
      SELECT account_id FROM applications WHERE account_id = $1 AND submitted_at IS NULL FOR NO KEY UPDATE
    ), saved AS (
      INSERT INTO answers (account_id, key, value, updated_at)
      SELECT application.account_id, sent.key, sent.value, $4
      FROM application, unnest($2::text[], $3::text[]) AS sent (key, value)
      ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
        WHERE answers.value <> excluded.value
      RETURNING account_id
    ), raised AS (
      UPDATE applications SET revision = revision + 1, updated_at = $4
      FROM saved WHERE applications.account_id = $1 AND saved.account_id = $1
    )
    SELECT account_id FROM application`,
};

/** Does the same for many applicants in one transaction. It never waits: it leaves out locked applications. */
const putAnswersOfMany = {
  name: 'put-answers-of-many',
  text: `WITH free AS MATERIALIZED (
      SELECT account_id FROM applications WHERE account_id = ANY($1::uuid[]) AND submitted_at IS NULL
      FOR NO KEY UPDATE SKIP LOCKED
    ), saved AS (
      INSERT INTO answers (account_id, key, value, updated_at)
      SELECT account_id, sent.key, sent.value, $5
      FROM free JOIN unnest($2::uuid[], $3::text[], $4::text[]) AS sent (account_id, key, value)
      USING (account_id)
      ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
        WHERE answers.value <> excluded.value
      RETURNING account_id
    ), raised AS (
      UPDATE applications SET revision = revision + 1, updated_at = $5
      FROM saved WHERE applications.account_id = saved.account_id
    )
    SELECT account_id FROM free`,
};

interface Save {
  readonly accountId: string;
  readonly keys: readonly string[];
  /** The values as the database stores them. */
  readonly values: readonly string[];
}

interface SavingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
}

/** Makes the function that saves answers. Concurrent saves share a transaction, but fail independently. */
export function makeSaveAnswers({ database, clock, secrets, metrics }: SavingOptions) {
  const savedAnswers = metrics.counter('admissions_saved_answers_total', 'Answers that were saved.');
  const saves = new Batches({
    run: saveTogether,
    weightOf: ({ keys }) => keys.length,
    maxWeight: BATCH_MAX,
    ownerOf: ({ accountId }) => accountId,
  });

  /**
   * Saves the given keys and no others, all of them or none; `''` clears an answer. Resolves after the commit.
   *
   * @throws {AlreadySubmittedError}
   * @throws {NoSessionError} if the account was deleted meanwhile
   */
  return async function saveAnswers(
    accountId: string,
    answers: Readonly<Record<string, string>>,
  ): Promise<{ message: string }> {
    const keys = Object.keys(answers);
    const values = keys.map((key) => sealValue(secrets, accountId, key, answers[key] ?? ''));
    if (keys.length === 0) await checkDraft(accountId);
    else await saves.add({ accountId, keys, values });
    savedAnswers.add({}, keys.length);
    return { message: SAVED_MESSAGE };
  };

  async function saveTogether(batch: readonly Save[]): Promise<(save: Save) => Promise<void>> {
    const saved = batch.length > 1 ? await savedOf(batch) : new Set<string>();
    return async (save) => {
      if (!saved.has(save.accountId)) await saveAlone(save);
    };
  }

  /**
   * Returns the accounts whose answers were saved: without submitted or locked ones, and empty if the statement
   * failed.
   */
  async function savedOf(batch: readonly Save[]): Promise<ReadonlySet<string>> {
    const owners = batch.flatMap(({ accountId, keys }) => keys.map(() => accountId));
    const accounts = batch.map(({ accountId }) => accountId);
    const keys = batch.flatMap((save) => save.keys);
    const values = batch.flatMap((save) => save.values);
    try {
      const sent = [accounts, owners, keys, values, clock.now()];
      const rows = await database.run<{ account_id: string }>(putAnswersOfMany, sent);
      return new Set(rows.map(({ account_id }) => account_id));
    } catch (error) {
      // PostgreSQL refused the batch and saved nothing. Saving each alone shows which save is at fault.
      if (error instanceof DatabaseError) return new Set();
      throw error;
    }
  }

  async function saveAlone({ accountId, keys, values }: Save): Promise<void> {
    const rows = await database.run(putAnswers, [accountId, keys, values, clock.now()]);
    if (rows.length > 0) return;
    await checkDraft(accountId);
    // Nothing was saved, whatever has become of the application since.
    throw new AlreadySubmittedError();
  }

  async function checkDraft(accountId: string): Promise<void> {
    const application = await database.kysely
      .selectFrom('applications')
      .select('submitted_at')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    // The account may have been deleted since its session was looked up.
    if (!application) throw new NoSessionError();
    if (application.submitted_at !== null) throw new AlreadySubmittedError();
  }
}
