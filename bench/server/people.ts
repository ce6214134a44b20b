import type { Pool } from 'pg';
import { makePasswords } from '#server/domain/accounts/passwords.ts';

export const PASSWORD = 'Correct-Horse-7-Battery';
export const usernameOf = (number: number) => `bench-${number}@applicant.example`;
/** The session of an applicant. The database has only its hash. */
export const sessionOf = (number: number) => `bench-${number}`;

/** SQL for the account of applicant number `n`. */
export const ACCOUNT = `('00000000-0000-4000-8000-' || lpad((n)::text, 12, '0'))::uuid`;

/** That many applicants with an application and a session, all with one password. */
export async function addPeople(pool: Pool, count: number): Promise<void> {
  const hash = await makePasswords().hash(PASSWORD);
  await pool.query(
    `INSERT INTO accounts (id, username, password_hash)
     SELECT ${ACCOUNT}, 'bench-' || n || '@applicant.example', $2 FROM generate_series(1, $1::int) n`,
    [count, hash],
  );
  await pool.query(
    `INSERT INTO applications (account_id, created_at, updated_at)
     SELECT ${ACCOUNT}, now(), now() FROM generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query(
    `INSERT INTO sessions (id_hash, account_id, created_at, last_active_at)
     SELECT sha256(convert_to('bench-' || n, 'UTF8')), ${ACCOUNT}, now(), now() FROM generate_series(1, $1::int) n`,
    [count],
  );
  // PostgreSQL would plan for an empty table until it looks again a minute later: each save would then read all answers.
  await pool.query(
    `INSERT INTO answers (account_id, key, value, updated_at)
     SELECT ${ACCOUNT}, key, 'x', now() FROM generate_series(1, $1::int) n, unnest($2::text[]) AS key`,
    [count, ['first_name', 'last_name', 'city', 'country']],
  );
  await pool.query('VACUUM ANALYZE');
}
