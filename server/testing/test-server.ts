import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import * as z from 'zod/mini';
import { SettableClock } from './settable-clock.ts';
import { connect } from '#server/adapters/database/database.ts';
import type { Log } from '#server/adapters/log.ts';
import { silentLog } from './silent-log.ts';
import { buildApp } from '#server/app.ts';
import { makeContext, type Context, type Overrides } from '#server/context.ts';
import { makePasswords } from '#server/domain/accounts/passwords.ts';
import type { Account } from '#server/domain/accounts/sessions.ts';
import { parseEnv } from '#server/env.ts';
import { refusalsOf } from '#server/http/openapi.ts';
import type { Patience } from '#server/http/connections.ts';
import { startJobs } from '#server/start-jobs.ts';
import { TEMPLATE } from './global-setup.ts';
import { TestMailer } from './test-mailer.ts';
import { Visitor } from './visitor.ts';

export const START = new Date('2026-09-01T15:00:00Z');
export const PASSWORD = 'Correct-Horse-7-Battery';

/** For tests that wait until a job is tried again. More polls for each of them would cost the others more than they save. */
export const SHORT_WAITS = { pollSeconds: 0.5, firstRetrySeconds: 1 };

interface TestServerOptions {
  /** Environment variables in addition to those of every test. */
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  readonly log?: Log;
  /** How long the server waits for slow senders and readers; as in production if absent. */
  readonly patience?: Patience;
  /** How long refusals wait. Tests cause many, so by default they do not wait. */
  readonly refusalDelayMs?: number;
  /** Another host for the database, and how long a query may stay unanswered. */
  readonly postgres?: { readonly host: string; readonly cutOffAfterMs: number };
  /** The files of the built client; none if absent. Each contains its name. */
  readonly site?: readonly string[];
  /** With false, jobs stay in the queue. */
  readonly hasWorkers?: boolean;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly clock: SettableClock;
  readonly mail: TestMailer;
  readonly dataDir: string;
  /** Returns a new browser in which nobody is logged in. */
  visitor(headers?: Readonly<Record<string, string>>): Visitor;
  /** Returns a browser whose user has signed up, confirmed and logged in. */
  applicant(username?: string): Promise<Visitor>;
  /** Inserts an account directly, without requests and mails. */
  account(username?: string): Promise<Account>;
  close(): Promise<void>;
}

/** Starts the real server with its own database. Its clock stands still, and mails stay in memory. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'admissions-test-'));
  const { host, user } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);

  const log = options.log ?? silentLog;
  const clock = new SettableClock(START);
  const mail = new TestMailer();
  // Hundreds of applicants sign up: a hash as costly as in production would be a third of the time of all tests.
  const passwords = makePasswords({ memoryKib: 64 });
  const way = { host: options.postgres?.host ?? host, user, database: name };
  const database = connect(way, 6, log, options.postgres);
  const env = parseEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    SECRET_KEYS: randomBytes(32).toString('base64url'),
    ...options.env,
  });
  const context = await makeContext(env, {
    log,
    overrides: { clock, mail, database, passwords, ...options.overrides },
  });
  const siteFolder = join(dataDir, 'dist');
  mkdirSync(siteFolder);
  for (const file of options.site ?? []) writeFileSync(join(siteFolder, file), file);
  const app = await buildApp(context, {
    siteFolder,
    refusalDelayMs: options.refusalDelayMs ?? 0,
    ...(options.patience && { patience: options.patience }),
  });
  // The response of a call must match its declaration.
  app.addHook('preSerialization', async ({ routeOptions }, reply, answer) => {
    const { call } = routeOptions.config;
    if (call !== undefined && reply.statusCode < 300) {
      z.parse(call.response, answer);
      if (call.responseHeaders) z.parse(call.responseHeaders, reply.getHeaders());
    }
    return answer;
  });
  // So is every refusal.
  const undeclared = new Set<string>();
  app.addHook('onResponse', async ({ routeOptions, method }, { statusCode }) => {
    const { call } = routeOptions.config;
    if (call !== undefined && statusCode >= 400 && refusalsOf(call)[statusCode] === undefined)
      undeclared.add(`${method} ${call.path} answered ${statusCode}`);
  });
  if (options.hasWorkers !== false) await startJobs(context);
  await app.ready();

  const visitor = (headers?: Readonly<Record<string, string>>) => new Visitor(app, headers);
  return {
    app,
    context,
    clock,
    mail,
    dataDir,
    visitor,
    async applicant(username = `${randomUUID()}@example.com`) {
      const applicant = visitor();
      await applicant.post('/public/signup', { username, password: PASSWORD });
      await applicant.post('/public/confirm', { username, code: await mail.code(username) });
      await applicant.post('/public/login', { username, password: PASSWORD });
      return applicant;
    },
    async account(username = `${randomUUID()}@example.com`) {
      const id = randomUUID();
      const { kysely } = context.database;
      await kysely.insertInto('accounts').values({ id, username }).execute();
      const times = { created_at: clock.now(), updated_at: clock.now() };
      await kysely
        .insertInto('applications')
        .values({ account_id: id, ...times })
        .execute();
      return { id, username };
    },
    async close() {
      await app.close();
      await context.close();
      await maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      rmSync(dataDir, { recursive: true, force: true });
      if (undeclared.size > 0) throw new Error(`Not in OpenAPI: ${[...undeclared].join(', ')}.`);
    },
  };
}

/** Starts a server for all tests of a file. Call it at the top of the file. */
export function useTestServer(options?: TestServerOptions): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('The server is there while tests run.');
    return server;
  };
}

async function maintain(statement: string): Promise<void> {
  const { host, user } = inject('postgres');
  const database = connect({ host, user, database: 'postgres' }, 1, silentLog);
  await database.pool.query(statement);
  await database.close();
}
