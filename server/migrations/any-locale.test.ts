import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connect } from '#server/adapters/database/database.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { migrate } from './migrate.ts';

test(
  'in the locale C, all letters that have two cases are folded as in any other',
  { tags: 'slow' },
  async () => {
    const { host, user } = inject('postgres');
    const admin = connect({ host, user, database: 'postgres' }, 1, silentLog);
    const name = `of_${randomUUID().replaceAll('-', '')}`;
    await admin.pool.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const database = connect({ host, user, database: name }, 1, silentLog);
    onTestFinished(async () => {
      await database.close();
      await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    });
    await migrate(database.pool);
    const letters = Array.from({ length: 0x1ffff }, (_, code) =>
      code < 0x80 || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code),
    ).filter((letter) => letter !== '' && letter !== letter.toLowerCase());
    const { rows } = await database.pool.query<{ upper: string }>(
      `SELECT upper FROM unnest($1::text[], $2::text[]) AS given (upper, lower) WHERE folded(upper) != folded(lower)`,
      [letters, letters.map((letter) => letter.toLowerCase())],
    );
    expect(letters.length).toBeGreaterThan(1000);
    expect(rows.map(({ upper }) => upper)).toEqual([]);
  },
);
