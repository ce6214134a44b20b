import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = '.sql';

/** One step of the schema. There are no steps backward, and a released step never changes. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All migrations, in the order of their execution: that of their numbers. */
export const migrations: readonly Migration[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ENDING))
  .toSorted()
  .map((file) => ({
    name: file.slice(0, -ENDING.length),
    sql: readFileSync(join(import.meta.dirname, file), 'utf8'),
  }));
