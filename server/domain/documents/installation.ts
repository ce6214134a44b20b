import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** The areas of the storage from which files are deleted that no row refers to. */
const SWEPT_AREAS = ['uploads', 'documents', 'copies'] as const;
/** The file of the storage that holds the installation's id. */
export const INSTALLATION_KEY = 'installation/server/id';

export const FOREIGN_STORAGE =
  'The storage does not have the id of this database, so it may belong to another installation: no file is deleted from it by itself. If the two belong together, run "npm run admin -- adopt-storage --yes".';

type InstallationParts = Pick<Parts, 'database' | 'storage'>;

/**
 * Compares the ids of database and storage. A new installation, and one of an older release, has no id in either and
 * gets one here. So does the storage after a start that was killed before it had written the id there.
 *
 * @returns whether the storage belongs to the database; if not, nothing is changed
 */
export async function hasOwnStorage({ database, storage }: InstallationParts): Promise<boolean> {
  const whose = await alone(database, async (transaction) => {
    const inStorage = (await storage.read(INSTALLATION_KEY))?.toString();
    const known = await installationOf(transaction);
    if (known?.is_in_storage === true) return inStorage === known.id ? 'ours' : 'foreign';
    if (inStorage !== undefined && inStorage !== known?.id) return 'foreign';
    // A database without applicants knows no files, so whatever the storage has is another installation's.
    const mayBeOurs = known !== undefined || (await hasAccounts(transaction)) || !(await hasFiles(storage));
    return mayBeOurs ? 'new' : 'foreign';
  });
  if (whose === 'new') await adoptStorage({ database, storage });
  return whose !== 'foreign';
}

/** Makes the storage belong to this database, whatever id it had. The operator has checked it. */
export async function adoptStorage({ database, storage }: InstallationParts): Promise<void> {
  await alone(database, beginInstallation);
  // The id is already in the database. So a process that is killed here leaves no unknown id in the storage.
  await alone(database, async (transaction) => {
    const { id = '' } = (await installationOf(transaction)) ?? {};
    await storage.write(INSTALLATION_KEY, Buffer.from(id));
    await transaction.updateTable('installation').set({ is_in_storage: true }).execute();
  });
}

/** Runs work while no other process compares or writes the ids. */
async function alone<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('installation', 0))`.execute(transaction);
    return work(transaction);
  });
}

async function beginInstallation(transaction: Transaction): Promise<void> {
  await transaction
    .insertInto('installation')
    .values({ id: randomUUID(), is_in_storage: false })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
}

function installationOf(transaction: Transaction) {
  return transaction.selectFrom('installation').select(['id', 'is_in_storage']).executeTakeFirst();
}

async function hasAccounts(transaction: Transaction): Promise<boolean> {
  return (await transaction.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function hasFiles(storage: Storage): Promise<boolean> {
  for (const area of SWEPT_AREAS)
    for await (const file of storage.list(area)) if (file !== undefined) return true;
  return false;
}
