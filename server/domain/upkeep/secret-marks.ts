import { sql } from 'kysely';
import type { Database } from '#server/adapters/database/database.ts';
import { SettingError } from '#server/adapters/errors.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

/**
 * Records which secret this server seals with, and checks that it can open what other secrets have sealed.
 *
 * @throws {SettingError} when the database contains values sealed with a secret that the settings lack; then no mark is
 *   changed
 */
export async function checkSecretMarks(database: Database, secrets: Secrets): Promise<void> {
  await database.transaction(async (transaction) => {
    // Otherwise two servers that start at once with different secrets each find no mark of the other.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('secret marks', 0))`.execute(transaction);
    const marks = await transaction.selectFrom('secret_marks').select('key_id').execute();
    if (!marks.every(({ key_id }) => secrets.has(key_id))) {
      throw new SettingError(
        'This database was written with another secret. Set SECRET_KEYS to the secret of the previous servers, or restore the file secret-keys in DATA_DIR.',
      );
    }
    await transaction
      .insertInto('secret_marks')
      .values({ key_id: secrets.keyId })
      .onConflict((conflict) => conflict.column('key_id').doNothing())
      .execute();
  });
}
