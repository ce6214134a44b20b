import { join } from 'node:path';
import { tenant } from '#tenant/tenant.ts';
import { systemClock, type Clock } from './adapters/clock.ts';
import { prepareDataDir } from './adapters/data-dir.ts';
import { openDatabase, type Database } from './adapters/database/database.ts';
import type { Log } from './adapters/log.ts';
import { fileMailer, smtpMailer, type Mailer } from './adapters/mail.ts';
import { startQueue, type Queue } from './adapters/queue.ts';
import { loadSecrets, type Secrets } from './adapters/secrets.ts';
import { makeAccounts, type Accounts } from './domain/accounts.ts';
import { makeApplications, type Applications } from './domain/applications.ts';
import { makeApplicants, type Applicants } from './domain/applicants.ts';
import { makeLookup, type Lookup } from './domain/lookup.ts';
import { makeRetention, type Retention } from './domain/retention.ts';
import { checkSecretMarks } from './domain/secret-marks.ts';
import { makeTokens, type Tokens } from './domain/tokens.ts';
import type { Env } from './env.ts';
import { migrate } from './migrations/migrate.ts';

/** `missing`: an optional part that is not installed; the rest of the server works without it. */
export type PartState = 'ok' | 'down' | 'missing';

/** Every part of the running server, made once. */
export interface Context {
  readonly env: Env;
  readonly log: Log;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly queue: Queue;
  readonly mail: Mailer;
  readonly accounts: Accounts;
  readonly applications: Applications;
  readonly tokens: Tokens;
  readonly lookup: Lookup;
  /** For the operator's commands. */
  readonly applicants: Applicants;
  readonly retention: Retention;
  /** What /readyz asks, by part. */
  readonly readiness: Record<string, () => Promise<PartState>>;
  isDraining(): boolean;
  /** From now on /readyz says no, so that a balancer sends nobody else. */
  drain(): void;
  close(): Promise<void>;
}

/** Parts that tests put in the place of the real ones. */
export interface Overrides {
  readonly clock?: Clock;
  readonly mail?: Mailer;
  readonly database?: Database;
}

export interface ContextOptions {
  readonly log: Log;
  readonly overrides?: Overrides;
  /** `join`: a command beside a running server. */
  readonly role?: 'own' | 'join';
}

/**
 * Makes all parts from the environment.
 *
 * @throws {StartError} with one sentence, when something needed is not to be had
 */
export async function makeContext(
  env: Env,
  { log, overrides = {}, role = 'own' }: ContextOptions,
): Promise<Context> {
  prepareDataDir(env.DATA_DIR);
  const secrets = loadSecrets(env.DATA_DIR, env.SECRET_KEYS);
  const clock = overrides.clock ?? systemClock;
  const database = overrides.database ?? (await openDatabase(databaseOptions(env, log, role)));
  try {
    await migrate(database.pool);
    await checkSecretMarks(database, secrets, clock);
    const isWorker = role === 'own' && env.WORKERS !== 'none';
    const queue = await startQueue({ connection: database.connection, log, isWorker });
    const mail = overrides.mail ?? makeMailer(env);
    const accounts = makeAccounts({
      database,
      clock,
      queue,
      secrets,
      settings: { signupsPerNetwork: signupLimit(env, mail) },
      rateFactor: env.RATE_LIMIT_FACTOR,
    });
    const applications = makeApplications({ database, clock, queue, secrets, documentsOf: async () => ({}) });
    const tokens = makeTokens({ database, clock, secrets, applications });
    const lookup = makeLookup({ database });
    await lookup.seed();
    let draining = false;
    return {
      env,
      log,
      clock,
      secrets,
      database,
      queue,
      mail,
      accounts,
      applications,
      tokens,
      lookup,
      applicants: makeApplicants({ database, clock, secrets }),
      retention: makeRetention({ database, clock, unconfirmedDays: env.UNCONFIRMED_DAYS }),
      readiness: {
        database: async () => ((await database.isReady()) ? 'ok' : 'down'),
        queue: async () => ((await queue.isReady()) ? 'ok' : 'down'),
      },
      isDraining: () => draining,
      drain: () => {
        draining = true;
      },
      async close() {
        await queue.stop();
        mail.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function databaseOptions(env: Env, log: Log, role: 'own' | 'join') {
  return { url: env.DATABASE_URL, dataDir: env.DATA_DIR, poolSize: env.DATABASE_POOL_SIZE, log, role };
}

function makeMailer(env: Env): Mailer {
  const from = env.MAIL_FROM ?? tenant.mailFrom;
  if (env.SMTP_URL !== undefined) return smtpMailer(env.SMTP_URL, from);
  return fileMailer(join(env.DATA_DIR, 'mail'), from);
}

/** While mails stay on this machine, sign-ups bother nobody, and tests make many. */
function signupLimit(env: Env, mail: Mailer): number {
  const isAtHome = mail.kept !== undefined && env.NODE_ENV !== 'production';
  return env.SIGNUP_LIMIT_PER_ADDRESS * (isAtHome ? 10 : 1);
}
