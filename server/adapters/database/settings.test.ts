import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { connect, openDatabase } from './database.ts';

/** Makes a role with a database of its own, and returns how to open it as an operator's. */
async function operatorsDatabase(format = '') {
  const { host, user } = inject('postgres');
  const admin = connect({ host, user, database: 'postgres' }, 1, silentLog);
  const name = `of_${randomUUID().replaceAll('-', '')}`;
  await admin.pool.query(`CREATE ROLE ${name} LOGIN`);
  await admin.pool.query(`CREATE DATABASE ${name} OWNER ${name} ${format}`);
  const url = `postgres://${name}@/${name}?host=${encodeURIComponent(host)}`;
  onTestFinished(async () => {
    await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.pool.query(`DROP ROLE ${name}`);
    await admin.close();
  });
  const open = (canPrepare: boolean, options = '') =>
    openDatabase({ url: url + options, dataDir: '/nowhere', poolSize: 2, canPrepare, log: silentLog });
  const isRefused = async (canPrepare: boolean, options = '') =>
    open(canPrepare, options).then(
      async (database) => {
        await database.close();
        return '';
      },
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : ''),
    );
  return { admin, name, open, isRefused };
}

/** What a role may set, and what our sessions have then. */
const SETTINGS = [
  { setting: 'DateStyle', value: 'German', ours: 'ISO, MDY' },
  { setting: 'DateStyle', value: 'SQL, DMY', ours: 'ISO, MDY' },
  { setting: 'IntervalStyle', value: 'iso_8601', ours: 'postgres' },
  { setting: 'array_nulls', value: 'off', ours: 'on' },
  { setting: 'bytea_output', value: 'escape', ours: 'hex' },
  { setting: 'default_transaction_deferrable', value: 'on', ours: 'off' },
  { setting: 'default_transaction_isolation', value: 'serializable', ours: 'read committed' },
  { setting: 'extra_float_digits', value: '-5', ours: '1' },
  { setting: 'standard_conforming_strings', value: 'off', ours: 'on' },
  { setting: 'transform_null_equals', value: 'on', ours: 'off' },
];

testEach(SETTINGS)(
  'a role with $setting = $value: set at the connection, or named with the SQL',
  { short: 2 },
  async ({ setting, value, ours }) => {
    const { admin, name, open, isRefused } = await operatorsDatabase();
    await admin.pool.query(`ALTER ROLE ${name} SET ${setting} = '${value}'`);
    const database = await open(true);
    const { rows } = await database.pool.query(
      `SELECT current_setting('${setting}') AS value, '2026-02-01T00:00Z'::timestamptz AS day`,
    );
    await database.close();
    expect(rows).toEqual([{ value: ours, day: new Date('2026-02-01T00:00Z') }]);

    const refusal = await isRefused(false);
    const [mend = ''] = /ALTER ROLE .*;/.exec(refusal) ?? [];
    expect(refusal).toMatch(/^SettingError: /);
    expect(mend).toBe(`ALTER ROLE ${name} IN DATABASE ${name} SET ${setting} = '${ours}';`);
    await admin.pool.query(mend);
    expect(await isRefused(false)).toBe('');
  },
);

/** Who else may set something; the SQL of a sentence must count for more than each. */
const LEVELS: readonly ((name: string) => string)[] = [
  (name) => `ALTER DATABASE ${name}`,
  (name) => `ALTER ROLE ${name}`,
  (name) => `ALTER ROLE ${name} IN DATABASE ${name}`,
  (name) => `ALTER ROLE ALL IN DATABASE ${name}`,
];

testEach(LEVELS.map((level) => ({ level, title: level('NAME') })))(
  'what is set by $title is mended by the SQL that a sentence names',
  { short: 1 },
  async ({ level }) => {
    const { admin, name, isRefused } = await operatorsDatabase();
    for (const [setting, sentence, canPrepare] of [
      ["DateStyle = 'German'", /^SettingError: Sessions of the role .* keeps the server from setting/, false],
      ['search_path = nowhere', /^SettingError: No schema of search_path exists/, true],
      ['default_transaction_read_only = on', /^DatabaseDownError: .* is read-only\. /, true],
    ] as const) {
      await admin.pool.query(`${level(name)} SET ${setting}`);
      const refusal = await isRefused(canPrepare);
      expect(refusal).toMatch(sentence);
      await admin.pool.query(/ALTER ROLE .*;/.exec(refusal)?.[0] ?? '');
      expect(await isRefused(canPrepare)).toBe('');
    }
  },
);

test.each(['DateStyle=German', 'search_path=nowhere', 'default_transaction_read_only=on'])(
  '%s of the connection is named without SQL, which would not mend it',
  async (setting) => {
    const { isRefused } = await operatorsDatabase();
    const refusal = await isRefused(false, `&options=${encodeURIComponent(`-c ${setting}`)}`);
    expect(refusal).toContain(`or the pooler give ${setting.split('=')[0]}: take it out there.`);
    expect(refusal).not.toContain('ALTER');
  },
);

testEach([
  { setting: 'TimeZone', value: 'Asia/Kathmandu', ours: 'UTC' },
  { setting: 'client_encoding', value: 'LATIN1', ours: 'UTF8' },
  { setting: 'row_security', value: 'on', ours: 'off' },
  { setting: 'idle_session_timeout', value: '100', ours: '0' },
  { setting: 'synchronous_commit', value: 'off', ours: 'on' },
  { setting: 'synchronous_commit', value: 'remote_apply', ours: 'remote_apply' },
  { setting: 'statement_timeout', value: '1', ours: '15s' },
  { setting: 'lock_timeout', value: '1', ours: '5s' },
  { setting: 'idle_in_transaction_session_timeout', value: '1', ours: '30s' },
])(
  'a role with $setting = $value: our sessions have $ours',
  { short: 3 },
  async ({ setting, value, ours }) => {
    const { admin, name, open } = await operatorsDatabase();
    await admin.pool.query(`ALTER ROLE ${name} SET ${setting} = '${value}'`);
    const database = await open(true);
    const { rows } = await database.pool.query(`SELECT current_setting('${setting}') AS value`);
    await database.close();
    expect(rows).toEqual([{ value: ours }]);
  },
);

test('tables in a schema that search_path does not name first are not overlooked', async () => {
  const { admin, name, open, isRefused } = await operatorsDatabase();
  const database = await open(true);
  await database.pool.query('CREATE TABLE public.secret_marks ()');
  await database.pool.query('CREATE SCHEMA other');
  await database.close();
  await admin.pool.query(`ALTER ROLE ${name} SET search_path = other, public`);
  const refusal = await isRefused(true);
  const mend = `ALTER ROLE ${name} IN DATABASE ${name} SET search_path = public;`;
  expect(refusal).toMatch(/^SettingError: The tables of this installation are in the schema public/);
  expect(refusal.endsWith(mend)).toBe(true);
  await admin.pool.query(mend);
  expect(await isRefused(true)).toBe('');
});

test('a search_path of which no schema exists is named', async () => {
  const { admin, name, isRefused } = await operatorsDatabase();
  await admin.pool.query(`ALTER ROLE ${name} SET search_path = nowhere`);
  const refusal = await isRefused(true);
  expect(refusal).toMatch(/^SettingError: No schema of search_path exists/);
  await admin.pool.query(/ALTER ROLE .*;/.exec(refusal)?.[0] ?? '');
  expect(await isRefused(true)).toBe('');
});

testEach([
  { format: "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'", encoding: 'SQL_ASCII' },
  { format: "TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'", encoding: 'LATIN1' },
])('a database with the encoding $encoding is refused', { short: 1 }, async ({ format, encoding }) => {
  const { isRefused } = await operatorsDatabase(`${format} LOCALE_PROVIDER libc`);
  const refusal = await isRefused(true);
  expect(refusal).toMatch(new RegExp(`^SettingError: .* has the encoding ${encoding}, not UTF8\\.`));
  expect(refusal).toContain("ENCODING 'UTF8' LOCALE 'C.UTF-8'");
});

test('a database that has turned read-only is not ready, and a start says so', { tags: 'slow' }, async () => {
  const server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  const { host = '', user = '', database: name = '' } = server.context.database.connection;
  const admin = connect({ host, user, database: 'postgres' }, 1, silentLog);
  onTestFinished(() => admin.close());
  const readiness = async () => {
    // The states are asked for once a second.
    server.clock.advance(1000);
    const { status, text } = await server.visitor().get('/readyz');
    return { status, ...JSON.parse(text).parts };
  };
  const turn = async (value: 'on' | 'off') => {
    await admin.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await admin.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ]);
  };
  await turn('on');
  await expect
    .poll(readiness, { timeout: 20_000 })
    .toMatchObject({ status: 503, database: 'down', queue: 'ok' });
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
  const opening = openDatabase({ url, dataDir: '/nowhere', poolSize: 2, log: silentLog });
  await expect(opening).rejects.toMatchObject({
    name: 'DatabaseDownError',
    message: expect.stringMatching(/ is read-only\..* SET default_transaction_read_only = off;$/),
  });
  await turn('off');
  await expect.poll(readiness, { timeout: 20_000 }).toMatchObject({ status: 200, database: 'ok' });
});
