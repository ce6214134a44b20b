import type { Database } from '#server/adapters/database/database.ts';
import { SettingError } from '#server/adapters/errors.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

/**
 * Records which secret this server seals with, and checks that it can open what other secrets have sealed.
 *
 * @throws {SettingError} when the database contains values sealed with a secret that the settings lack
 */
export async function checkSecretMarks({ kysely }: Database, secrets: Secrets): Promise<void> {
  await kysely
    .insertInto('secret_marks')
    .values({ key_id: secrets.keyId })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
  const marks = await kysely.selectFrom('secret_marks').select('key_id').execute();
  if (marks.every(({ key_id }) => secrets.has(key_id))) return;
  await kysely.deleteFrom('secret_marks').where('key_id', '=', secrets.keyId).execute();
  throw new SettingError(
    'This database was written with another secret. Set SECRET_KEYS to the secret of the previous servers, or restore the file secret-keys in DATA_DIR.',
  );
}
