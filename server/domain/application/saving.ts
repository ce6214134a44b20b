import { DatabaseError } from 'pg';
import { counter } from '#server/adapters/metrics.ts';
import { sealValue } from './answer-values.ts';
import { Batches } from '#server/domain/ground/batches.ts';
import { AlreadySubmittedError, NoSessionError, OutdatedError } from '#server/domain/ground/errors.ts';
import type { Written } from './application-rows.ts';
import { requireVersion, type AcceptedVersions } from './accepted-versions.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

export const SAVED = { message: 'Saved.' };
/** The most answers in one statement. */
const BATCH_MAX = 1000;

/**
 * Saves all keys or none of each application, in one round trip. It locks the applications first, against a concurrent
 * submission and other saves, and raises version and print revision once if any answer has changed. It saves nothing if
 * the version is not accepted. A save that names an accepted version always raises it: a lost save with the same
 * version that arrives later must be rejected.
 */
const put = (name: string, ifLocked: '' | 'SKIP LOCKED') => ({
  name,
  text: `WITH free AS MATERIALIZED (
      SELECT account_id, answers_revision, accepted.versions IS NOT NULL AS is_conditional,
        accepted.versions IS NULL OR answers_revision = ANY(accepted.versions::int[]) AS is_accepted
      FROM applications JOIN unnest($1::uuid[], $6::text[]) AS accepted (account_id, versions) USING (account_id)
      WHERE submitted_at IS NULL
      FOR NO KEY UPDATE OF applications ${ifLocked}
    ), saved AS (
      INSERT INTO answers (account_id, key, value, updated_at)
      SELECT account_id, sent.key, sent.value, $5
      FROM free JOIN unnest($2::uuid[], $3::text[], $4::text[]) AS sent (account_id, key, value)
      USING (account_id)
      WHERE is_accepted
      ON CONFLICT (account_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
        WHERE answers.value <> excluded.value
      RETURNING account_id
    ), outcome AS (
      SELECT DISTINCT account_id, is_conditional, saved.account_id IS NOT NULL AS has_changed
      FROM free LEFT JOIN saved USING (account_id) WHERE is_accepted
    ), raised AS (
      UPDATE applications
      SET revision = revision + has_changed::int, answers_revision = answers_revision + 1,
        updated_at = CASE WHEN has_changed THEN $5 ELSE updated_at END
      FROM outcome
      WHERE applications.account_id = outcome.account_id AND (has_changed OR is_conditional)
      RETURNING applications.account_id, answers_revision
    )
    SELECT account_id, is_accepted, coalesce(raised.answers_revision, free.answers_revision) AS version
    FROM free LEFT JOIN raised USING (account_id)`,
});

export const putAnswers = put('put-answers', '');
/** Never waits: it leaves out locked applications. */
const putAnswersOfMany = put('put-answers-of-many', 'SKIP LOCKED');

interface Save {
  readonly accountId: string;
  readonly keys: readonly string[];
  /** The values as the database stores them. */
  readonly values: readonly string[];
  readonly accepted: AcceptedVersions;
}

/** The outcome of the save of one draft. */
interface Saved {
  readonly account_id: string;
  /** False if the version was not accepted. Then nothing was saved. */
  readonly is_accepted: boolean;
  readonly version: number;
}

/** Makes the function that saves answers. Concurrent saves share a transaction, but fail independently. */
export function makeSaveAnswers({
  database,
  clock,
  secrets,
  metrics,
}: Pick<Parts, 'clock' | 'database' | 'metrics' | 'secrets'>) {
  const savedAnswers = counter(metrics, 'admissions_saved_answers_total', 'Answers that were saved.');
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
   * @throws {OutdatedError} when the account has another version than the accepted ones
   * @throws {NoSessionError} if the account has been deleted
   */
  return async function saveAnswers(
    accountId: string,
    answers: Readonly<Record<string, string>>,
    accepted?: AcceptedVersions,
  ): Promise<Written<{ message: string }>> {
    const keys = Object.keys(answers);
    const values = keys.map((key) => sealValue(secrets, accountId, key, answers[key] ?? ''));
    const version =
      keys.length === 0
        ? await checkDraft(accountId, accepted)
        : await saves.add({ accountId, keys, values, accepted });
    savedAnswers.inc(keys.length);
    return { answer: SAVED, version };
  };

  async function saveTogether(batch: readonly Save[]): Promise<(save: Save) => Promise<number>> {
    const saved = batch.length > 1 ? await savedOf(batch) : new Map<string, Saved>();
    return async (save) => versionOf(saved.get(save.accountId) ?? (await saveAlone(save)));
  }

  /** Returns the outcome of each save, by account. Submitted and locked ones are missing; all, if it failed. */
  async function savedOf(batch: readonly Save[]): Promise<ReadonlyMap<string, Saved>> {
    try {
      const rows = await database.run<Saved>(putAnswersOfMany, parametersOf(batch));
      return new Map(rows.map((row) => [row.account_id, row]));
    } catch (error) {
      // PostgreSQL refused the batch and saved nothing. Saving each alone shows which save is at fault.
      if (error instanceof DatabaseError) return new Map();
      throw error;
    }
  }

  function parametersOf(batch: readonly Save[]): unknown[] {
    return [
      batch.map(({ accountId }) => accountId),
      batch.flatMap(({ accountId, keys }) => keys.map(() => accountId)),
      batch.flatMap(({ keys }) => keys),
      batch.flatMap(({ values }) => values),
      clock.now(),
      batch.map(acceptedList),
    ];
  }

  async function saveAlone(save: Save): Promise<Saved> {
    const [saved] = await database.run<Saved>(putAnswers, parametersOf([save]));
    if (saved) return saved;
    await checkDraft(save.accountId);
    // Nothing was saved, whatever has happened to the application since.
    throw new AlreadySubmittedError();
  }

  /** @returns the version */
  async function checkDraft(accountId: string, accepted?: AcceptedVersions): Promise<number> {
    const application = await database.kysely
      .selectFrom('applications')
      .select(['submitted_at', 'answers_revision'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    // The account may have been deleted since its session was looked up.
    if (!application) throw new NoSessionError();
    if (application.submitted_at !== null) throw new AlreadySubmittedError();
    requireVersion(application, accepted);
    return application.answers_revision;
  }
}

function versionOf({ is_accepted, version }: Saved): number {
  if (!is_accepted) throw new OutdatedError(version);
  return version;
}

/** Returns an array of PostgreSQL as text: an array of arrays of different lengths cannot be sent. */
function acceptedList({ accepted }: Save): string | null {
  return accepted === undefined ? null : `{${accepted.join(',')}}`;
}
