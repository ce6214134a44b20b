import * as z from 'zod/mini';
import { migrations } from '#server/migrations/all.ts';
import type { Migration } from '#server/migrations/migration.ts';

export const FORMAT_VERSION = 1;
export const MANIFEST_NAME = 'backup.json';
export const KEYS_NAME = 'secret-keys';
export const MISSING_NAME = 'missing.json';

/** The first entry of a backup: what it was made of. */
export const manifest = z.object({
  format: z.literal('graduate-admissions-backup'),
  version: z.int(),
  created_at: z.string(),
  /** Steps of the schema that the tables have been through. */
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(z.string()),
  /** Names of the secrets that sealed something in here. */
  key_ids: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

/** Worth nothing on another machine or on another day, or dangerous there: nobody stays logged in by a restore. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sessions', 'tries', 'confirmation_codes', 'resets']);

/** The tables that these steps of the schema make, each after those that it refers to. */
export function tablesOf(steps: readonly Migration[]): readonly string[] {
  const tables = new Set<string>();
  for (const { sql } of steps) {
    for (const [, verb, name = ''] of sql.matchAll(/\b(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/g)) {
      if (verb === 'CREATE') tables.add(name);
      else tables.delete(name);
    }
  }
  return [...tables];
}

export function isBackedUp(table: string): boolean {
  return !LEFT_OUT.has(table);
}

/** The steps of a backup's schema; `undefined` when this release does not know one of them. */
export function stepsOf({ migrations: names }: Manifest): readonly Migration[] | undefined {
  const steps = names.map((name) => migrations.find((step) => step.name === name));
  return steps.includes(undefined) ? undefined : steps.flatMap((step) => step ?? []);
}
