import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';
import { useBackup } from '#server/testing/backup.ts';
import { untilBlocked } from '#server/testing/blocked.ts';
import { checkBackup } from './check-backup.ts';
import { requireEmpty, UnknownOutcomeError } from './restore.ts';

const { server, s3, path, emptyDatabase, restoreInto, changed } = useBackup('grace.murray');
const WHOLE = { accounts: 1, files: 2, revoked: [] };

describe('a restore that is committed is not undone', () => {
  /** A database whose connection breaks after the commit, before its answer. */
  const breaking = (database: Database, alsoThen = async () => {}): Database => ({
    ...database,
    async longTransaction(work) {
      await database.longTransaction(work);
      await alsoThen();
      throw new Error('Connection terminated unexpectedly');
    },
  });
  async function finishedFiles(): Promise<string[]> {
    const { pool } = server().context.database;
    const { rows } = await pool.query('SELECT pdf_key FROM documents WHERE pdf_key IS NOT NULL');
    return rows.map(({ pdf_key }) => pdf_key);
  }
  async function expectAllFiles(): Promise<void> {
    for (const key of await finishedFiles()) expect(await s3().size(key)).toBeGreaterThan(0);
  }
  beforeEach(async () => {
    for (const key of await finishedFiles()) await s3().delete(key);
  });

  test('while somebody else works on a table', { tags: 'long' }, async () => {
    const database = await emptyDatabase();
    const other = new Client({ ...inject('postgres'), database: String(database.connection.database) });
    await other.connect();
    const locking = { ...database };
    locking.longTransaction = (work) =>
      database.longTransaction(async (transaction) => {
        const result = await work(transaction);
        // Waits for the commit, as a vacuum does, and then makes everybody else wait.
        void other.query('BEGIN; LOCK TABLE answers IN SHARE UPDATE EXCLUSIVE MODE').catch(() => undefined);
        await untilBlocked(database, 1);
        return result;
      });
    try {
      expect(await restoreInto(database, path, locking)).toEqual(WHOLE);
    } finally {
      await other.end();
    }
    await expectAllFiles();
  });

  test('when only the answer to the commit is missing', { tags: 'long' }, async () => {
    const database = await emptyDatabase();
    expect(await restoreInto(database, path, breaking(database))).toEqual(WHOLE);
    await expectAllFiles();
  });

  test('when nobody can tell whether it is', { tags: 'slow' }, async () => {
    const database = await emptyDatabase();
    const breaksForGood = breaking(database, () => database.pool.end());
    const failed = restoreInto(database, path, breaksForGood);
    await expect(failed).rejects.toThrow(UnknownOutcomeError);
    await expect(failed).rejects.toThrow('may be complete');
    await expectAllFiles();
  });
});

describe('refused, with a sentence, and nothing is changed:', () => {
  test.each([
    { what: 'the first format', change: { version: 1 }, sentence: 'release 1.0.0' },
    { what: 'a later format', change: { version: 3 }, sentence: 'newer release' },
    {
      what: 'an unknown migration',
      change: { migrations: ['0001-base', '9999-moon'] },
      sentence: 'newer release',
    },
    {
      what: 'other secrets',
      change: { key_ids: ['000000000000'] },
      sentence: 'does not contain every secret',
    },
    { what: 'something else', change: { format: 'holiday-photos' }, sentence: 'damaged' },
  ])('$what', async ({ change, sentence }) => {
    const other = await changed(({ name, content }) => {
      if (name !== 'backup.json') return { name, content };
      return { name, content: Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...change })) };
    });
    await expect(checkBackup(other, server().context.env.SECRET_KEYS)).rejects.toThrow(sentence);
  });

  test('a restore without the secrets that the operator keeps', async () => {
    await expect(checkBackup(path, undefined)).rejects.toThrow('set SECRET_KEYS');
  });

  test('a restore beside a running server', async () => {
    await expect(requireEmpty(server().context.database)).rejects.toThrow('stop them first');
  });

  test(
    'a restore that fails at the very end: database and storage are as before',
    { tags: 'slow' },
    async () => {
      // Breaks the last entry, so that everything else has been written by then.
      const broken = await changed((entry) =>
        entry.name === 'missing.json' ? { ...entry, content: Buffer.from('"no list"') } : entry,
      );
      const database = await emptyDatabase();
      const key = `documents/${randomUUID()}/kept.pdf`;
      await s3().write(key, Buffer.from('kept'));
      await expect(restoreInto(database, broken)).rejects.toThrow();
      expect((await database.pool.query('SELECT FROM accounts')).rowCount).toBe(0);
      expect((await s3().read(key))?.toString()).toBe('kept');
      expect(await restoreInto(database)).toEqual(WHOLE);
    },
  );
});
