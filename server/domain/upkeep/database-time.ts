import { sql } from 'kysely';
import type { Parts } from '#server/domain/ground/parts.ts';

/** Returns what the clock of the database says. */
export async function databaseTime({ database }: Pick<Parts, 'database'>): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`SELECT clock_timestamp() AS time`.execute(database.kysely);
  return rows[0]?.time ?? new Date(Number.NaN);
}
