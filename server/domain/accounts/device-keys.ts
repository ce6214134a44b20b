import { hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '#server/adapters/database/database.ts';
import type { Secrets } from '#server/adapters/secrets.ts';

const PLACE = 'device_root';
const KEY_BYTES = 32;

/** Returns the key, in base64url, for what waits on the devices of an account. It never changes. */
export type DeviceKeyOf = (accountId: string) => string;

/**
 * Opens the root of all device keys, which the first start makes.
 *
 * @throws {UnknownSecretError} when it was sealed with a secret that we do not have
 */
export async function openDeviceKeys({ kysely }: Database, secrets: Secrets): Promise<DeviceKeyOf> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url');
  await kysely
    .insertInto('device_root')
    .values({ sealed: secrets.seal(fresh, PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sealed } = await kysely.selectFrom('device_root').select('sealed').executeTakeFirstOrThrow();
  const root = Buffer.from(secrets.open(sealed, PLACE), 'base64url');
  return (accountId) =>
    Buffer.from(hkdfSync('sha256', root, accountId, 'admissions device key', KEY_BYTES)).toString(
      'base64url',
    );
}

/** Seals the root again with the present secret. The keys stay. */
export async function resealDeviceRoot({ kysely }: Database, secrets: Secrets): Promise<void> {
  const { sealed } = await kysely.selectFrom('device_root').select('sealed').executeTakeFirstOrThrow();
  const again = secrets.seal(secrets.open(sealed, PLACE), PLACE);
  await kysely.updateTable('device_root').set({ sealed: again }).execute();
}
