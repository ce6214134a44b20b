import * as z from 'zod/mini';
import { migrations, type Migration } from '#server/migrations/migrations.ts';

/** 2: the checksum is over contents. */
export const FORMAT_VERSION = 2;
export const MANIFEST_NAME = 'backup.json';
export const KEYS_NAME = 'secret-keys';
export const MISSING_NAME = 'missing.json';

/** The first entry of a backup, which describes it. */
export const manifest = z.object({
  format: z.literal('graduate-admissions-backup'),
  version: z.int(),
  created_at: z.string(),
  /** The names of the migrations that the tables have had. */
  migrations: z.array(z.string()),
  /** Each table follows those that it refers to. */
  tables: z.array(z.string()),
  /** The ids of the secrets that sealed values in this backup. */
  key_ids: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

/**
 * Tables that a backup leaves out, because they are useless or dangerous on another machine or day: a restore must not
 * keep anybody logged in, and a restored database must not use the storage of the original.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'office_sessions',
  'tries',
  'confirmation_codes',
  'resets',
  'installation',
]);

export function isBackedUp(table: string): boolean {
  return !LEFT_OUT.has(table);
}

/** Returns the migrations of a backup's schema, or `undefined` if this release does not know one of them. */
export function stepsOf({ migrations: names }: Manifest): readonly Migration[] | undefined {
  const steps = names.map((name) => migrations.find((step) => step.name === name));
  return steps.includes(undefined) ? undefined : steps.flatMap((step) => step ?? []);
}
