import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { variables } from './env-variables.ts';
import { BadEnvironmentError, logLevelOf, misspelledVariables, parseEnv, quotedVariables } from './env.ts';

const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('the environment', () => {
  test('the server needs no environment variable', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      TRUST_PROXY: [],
      WORKERS: 'inline',
      DATABASE_URL: undefined,
    });
  });

  test.each([
    { given: {}, isOnTerminal: false, level: 'info' },
    { given: {}, isOnTerminal: true, level: 'warn' },
    { given: { LOG_LEVEL: 'debug' }, isOnTerminal: true, level: 'debug' },
  ])('$given logs $level on a terminal: $isOnTerminal', ({ given, isOnTerminal, level }) => {
    expect(logLevelOf(parseEnv(given), isOnTerminal)).toBe(level);
  });

  test('an environment variable that is empty counts as not set', () => {
    expect(parseEnv({ PORT: '', SMTP_URL: '  ' })).toMatchObject({ PORT: 3000, SMTP_URL: undefined });
  });

  test.each([
    { PORT: '70000' },
    { PORT: '3000x' },
    { PORT: '-1' },
    { TRUST_PROXY: 'on' },
    { TRUST_PROXY: '10.0.0.0/99' },
    { TRUST_PROXY: '10.0.0.0/8/8' },
    { DATABASE_URL: 'mysql://localhost/x' },
    { DATABASE_URL: 'postgres://user:pa#ss@db/x' },
    { DATABASE_URL: 'postgres://user:pa/ss@db/x' },
    { SMTP_URL: 'mail.example.edu' },
    { SMTP_URL: 'smtp://mail.example.edu?requireTLS=false' },
    { SMTP_URL: 'smtp://mail.example.edu?logger=true' },
    { SMTP_URL: 'smtp://mail.example.edu#x' },
    { SMTP_URL: 'smtps://mail.example.edu', SMTP_TLS: 'off' },
    { SMTP_URL: 'smtp://user:password@mail.example.edu', SMTP_TLS: 'off' },
    { SMTP_TLS: 'maybe' },
    { MAIL_FROM: 'Office of Admissions' },
    { MAIL_FROM: 'admissions@' },
    { MAIL_FROM: 'Admissions <apply@example.edu' },
    { MAIL_FROM: 'Admissions, Graduate <apply@example.edu>' },
    { MAIL_FROM: 'apply@example.edu, other@example.edu' },
    { PUBLIC_URL: 'https://example.edu/apply' },
    { PUBLIC_URL: 'ftp://example.edu' },
    { SECRET_KEYS: 'short' },
    { NODE_ENV: 'prod' },
    { WORKERS: 'some' },
    { LOG_LEVEL: 'loud' },
    { S3_ENDPOINT: 'https://s3.example.edu' },
    { METRICS_TOKEN: 'with a space in it' },
    { OFFICE_USER_HEADER: 'X-Office-User', TRUST_PROXY: '10.0.0.1' },
    { OFFICE_USER_SECRET: 's'.repeat(40), TRUST_PROXY: '10.0.0.1' },
    { OFFICE_USER_HEADER: 'X-Office-User', OFFICE_USER_SECRET: 's'.repeat(40) },
    { OFFICE_USER_HEADER: 'X-Office-User', OFFICE_USER_SECRET: 'short', TRUST_PROXY: '10.0.0.1' },
    { OFFICE_USER_HEADER: 'Cookie', OFFICE_USER_SECRET: 's'.repeat(40), TRUST_PROXY: '10.0.0.1' },
    { OFFICE_USER_HEADER: 'X-Forwarded-For', OFFICE_USER_SECRET: 's'.repeat(40), TRUST_PROXY: '10.0.0.1' },
    { DELETE_DRAFTS_DAYS: '14' },
    { DELETE_SUBMITTED_DAYS: '1.5' },
    { DELETE_UNFETCHED: 'yes' },
    { WEBHOOK_URL: 'https://crm.example.edu/hook' },
    { WEBHOOK_URL: 'https://crm.example.edu/hook', WEBHOOK_SECRET: 'x'.repeat(32) },
    { WEBHOOK_URL: 'https://crm.example.edu/hook', WEBHOOK_SECRET: 'whsec_c2hvcnQ=' },
    { WEBHOOK_URL: 'https://crm.example.edu/hook', WEBHOOK_SECRET: `${WEBHOOK_SECRET}!` },
    { WEBHOOK_URL: 'https://crm.example.edu/hook', WEBHOOK_SECRET: `${WEBHOOK_SECRET},` },
    { WEBHOOK_URL: 'https://us:100%@crm.example.edu/hook', WEBHOOK_SECRET },
    { WEBHOOK_URL: 'http://us:password@crm.example.edu/hook', WEBHOOK_SECRET: 'x'.repeat(32) },
    { WEBHOOK_URL: 'http://us@crm.example.edu/hook', WEBHOOK_SECRET },
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' },
  ])('is refused in one sentence that names the variable: %j', (source) => {
    const names = Object.keys(source);
    const refusal = (() => {
      try {
        return parseEnv(source);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(BadEnvironmentError);
    const { message } = refusal as BadEnvironmentError;
    expect(message).toMatch(/^The .+\.$/);
    expect(message).not.toContain('\n');
    expect(names.some((name) => message.includes(name.replace(/_.*/, '')))).toBe(true);
  });

  test.each([
    'postgres://user:pa%23ss@db.example.edu:5433/x?sslmode=require',
    'postgresql://user@/x?host=/run/postgresql',
    'postgres:///x?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/x',
  ])('takes %s for a database', (address) => {
    expect(parseEnv({ DATABASE_URL: address, WORKERS: 'none' }).DATABASE_URL).toBe(address);
  });

  test.each([
    'apply@example.edu',
    '<apply@example.edu>',
    'Zoë’s Office of Admissions <apply+2026@mail.example.edu>',
    '"Admissions, Graduate" <apply@example.edu>',
    tenant.mailFrom,
  ])('takes %s for a sender', (sender) => {
    expect(parseEnv({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
  });

  test.each([
    'https://us:password@crm.example.edu/hook',
    'http://us:password@localhost:8080/hook',
    'http://crm.internal/hook',
  ])('takes %s for a webhook', (address) => {
    const env = parseEnv({ WEBHOOK_URL: address, WEBHOOK_SECRET });
    expect(env.WEBHOOK_URL).toBe(address);
  });

  test('takes several proxies and several secrets', () => {
    const secret = 'x'.repeat(32);
    const env = parseEnv({ TRUST_PROXY: '10.0.0.0/8, ::1,192.0.2.1', SECRET_KEYS: `${secret},${secret}2` });
    expect(env.TRUST_PROXY).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
    expect(env.SECRET_KEYS).toHaveLength(2);
  });

  test('every environment variable has a description', () => {
    for (const [name, { description }] of Object.entries(variables)) {
      expect(description, name).toMatch(/^[A-Z0-9a-z].+[.]$/);
    }
  });
});

test.each([
  { set: { PUBLIC_URI: 'x' }, meant: 'PUBLIC_URL' },
  { set: { SECRET_KEY: 'x' }, meant: 'SECRET_KEYS' },
  { set: { DATABASEURL: 'x' }, meant: 'DATABASE_URL' },
  { set: { smtp_url: 'x' }, meant: 'SMTP_URL' },
  { set: { MAIL_FORM: 'x' }, meant: 'MAIL_FROM' },
  { set: { S3_ACCESS_KEY: 'x' }, meant: 'S3_ACCESS_KEY_ID' },
  { set: { TRUSTED_PROXY: 'x', TRUST_PROXYS: 'x' }, meant: 'TRUST_PROXY' },
])('$set is not read, and $meant may be meant', ({ set, meant }) => {
  expect(misspelledVariables(set)).toEqual([expect.stringContaining(`Did you mean ${meant}?`)]);
});

test('variables of other programs are none of ours, nor is one whose right name is set', () => {
  const others = {
    HOSTNAME: 'x',
    PATH: 'x',
    HOME: 'x',
    NODE_OPTIONS: 'x',
    XDG_DATA_DIRS: 'x',
    TZ: 'x',
    SHELL: 'x',
  };
  expect(
    misspelledVariables({ ...others, PUBLIC_URI: 'x', PUBLIC_URL: 'x', npm_lifecycle_events: 'x' }),
  ).toEqual([]);
});

describe('what env files and mounts do to a value', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-env-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (content: string) => {
    const path = join(folder, randomUUID());
    writeFileSync(path, content);
    return path;
  };

  test.each(['', '\n', '\r\n'])('each variable can be in a file that ends with %j', (end) => {
    const secret = 'a-secret-of-a-file-'.repeat(3);
    const env = parseEnv({
      DATABASE_URL_FILE: fileOf(`\uFEFFpostgres://a:b@c/d${end}`),
      SECRET_KEYS_FILE: fileOf(secret + end),
      SMTP_URL_FILE: '',
      PORT: '8080',
      PORT_FILE: ' ',
    });
    expect(env).toMatchObject({ DATABASE_URL: 'postgres://a:b@c/d', SECRET_KEYS: [secret], PORT: 8080 });
  });

  test.each([
    {
      set: { PORT: '1', PORT_FILE: fileOf('2') },
      says: 'The variables PORT and PORT_FILE are both set: leave one out.',
    },
    {
      set: { DATABASE_URL_FILE: '/no/such' },
      says: 'The file /no/such that DATABASE_URL_FILE names cannot be read (ENOENT).',
    },
    {
      set: { SECRET_KEYS_FILE: fileOf('\n') },
      says: expect.stringMatching(/that SECRET_KEYS_FILE names is empty\.$/),
    },
    {
      set: { PORT_FILE: fileOf('many') },
      says: expect.stringMatching(/^The environment variable PORT must be a whole/),
    },
    {
      set: { SMTP_URL: '"smtps://a:b@c.example"' },
      says: expect.stringMatching(
        /^The environment variable SMTP_URL must be .* The quotes around it are part of it/,
      ),
    },
  ])('$set is refused with a sentence', ({ set, says }) => {
    expect(() => parseEnv(set)).toThrow(
      expect.objectContaining({ name: 'BadEnvironmentError', message: says }),
    );
  });

  test('a byte order mark, CRLF and quotes change nothing unseen', () => {
    expect(parseEnv({ '\uFEFFPORT': '8080\r' })).toMatchObject({ PORT: 8080 });
    expect(misspelledVariables({ '\uFEFFPORT': 'x', DATABASE_URL_FILE: 'x' })).toEqual([]);
    const quoted = { SECRET_KEYS: `"${'x'.repeat(40)}"`, PORT: '1' };
    expect(parseEnv(quoted).SECRET_KEYS).toEqual([quoted.SECRET_KEYS]);
    expect(quotedVariables(quoted)).toEqual([expect.stringContaining('SECRET_KEYS is in quotes')]);
  });
});
