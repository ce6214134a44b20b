import { systemClock, type Clock } from './adapters/clock.ts';
import { openDatabase, type Database } from './adapters/database/database.ts';
import { firstUse } from './adapters/database/first-use.ts';
import type { Log } from './adapters/log.ts';
import { makeMetrics } from './adapters/metrics.ts';
import { makeDeleteMails, type Mailer } from './adapters/mail.ts';
import { startQueue } from './adapters/queue.ts';
import type { Readiness } from './adapters/readiness.ts';
import type { EmbeddedStorage } from './adapters/storage/embedded.ts';
import { makeWebhook, type Webhook } from './adapters/webhook.ts';
import type { AccountSettings } from './domain/accounts/account-parts.ts';
import { makeAccounts, type Accounts } from './domain/accounts/accounts.ts';
import { makeApplications, type Applications } from './domain/application/applications.ts';
import { makeApplicants, type Applicants } from './domain/application/applicants.ts';
import { openDeviceKeys, type DeviceKeyOf } from './domain/accounts/device-keys.ts';
import { makeBanners, type Banners } from './domain/upkeep/banner.ts';
import { makeClientErrors, type ClientErrors } from './domain/upkeep/client-errors.ts';
import { makeConversions, type Conversions } from './domain/documents/conversions.ts';
import { makeCopies, type Copies } from './domain/documents/copies.ts';
import { documentsOf, makeDocuments, type Documents } from './domain/documents/documents.ts';
import { makeErasure, type Erasure } from './domain/upkeep/erasure.ts';
import type { Parts } from './domain/ground/parts.ts';
import { makeExports, type Exports } from './domain/ways-out/exports.ts';
import { makeLookup, type Lookup } from './domain/lookup/lookup.ts';
import { makeOfficeLinks, type OfficeLinks } from './domain/office/office-links.ts';
import { makeOfficeList, type OfficeList } from './domain/office/office-list.ts';
import type { Passwords } from './domain/accounts/passwords.ts';
import { makeReminders, type Reminders } from './domain/accounts/reminders.ts';
import { measureLastBackup } from './domain/upkeep/last-backup.ts';
import { makeRetention, type Retention } from './domain/upkeep/retention.ts';
import { makeShredder, type Shredder } from './domain/upkeep/shredder.ts';
import { checkSecretMarks } from './domain/upkeep/secret-marks.ts';
import { makeSubmissionMails, type SubmissionMails } from './domain/mails/submission-mail.ts';
import { makeTokens, type Tokens } from './domain/ways-out/tokens.ts';
import { makeRateLimits, type RateLimits } from './domain/limits/rate-limits.ts';
import { makeUploads, type Uploads } from './domain/documents/uploads.ts';
import { makeReportSubmission } from './domain/ways-out/deliver-webhook.ts';
import type { Env } from './env.ts';
import { migrate } from './migrations/migrate.ts';
import { mailFolderOf, makeOuterParts } from './outer-parts.ts';
import { hasMailbox, publicUrlOf } from './reach.ts';

/** Mails with new codes and password links, per hour and network. */
const MAILS_PER_NETWORK = 60;

/** Every part of the running server. Each is made once. */
export interface Context extends Parts {
  readonly env: Env;
  /** Receives submissions; `undefined` without a webhook. */
  readonly webhook: Webhook | undefined;
  /** The address that links in mails point to. */
  readonly publicUrl: string;
  /** True on a developer's machine, where mails can be read in a browser. */
  readonly hasMailbox: boolean;
  readonly accounts: Accounts;
  readonly applications: Applications;
  readonly deviceKeyOf: DeviceKeyOf;
  /** The same storage if it is a folder of this server, which then receives the uploads itself. */
  readonly embeddedStorage: EmbeddedStorage | undefined;
  readonly uploads: Uploads;
  readonly conversions: Conversions;
  readonly documents: Documents;
  readonly copies: Copies;
  readonly submissionMails: SubmissionMails;
  readonly tokens: Tokens;
  readonly officeLinks: OfficeLinks;
  readonly officeList: OfficeList;
  readonly lookup: Lookup;
  /** Counts the tries of all limits. */
  readonly rateLimits: RateLimits;
  /** For programs with a key. */
  readonly exports: Exports;
  /** For the operator's commands. */
  readonly applicants: Applicants;
  readonly erasure: Erasure;
  readonly retention: Retention;
  readonly shredder: Shredder;
  readonly reminders: Reminders;
  readonly banners: Banners;
  readonly clientErrors: ClientErrors;
  /** The readiness check of each part, for /readyz. */
  readonly readiness: Readiness;
  isDraining(): boolean;
  /** From now on /readyz reports that the server is not ready, so that a load balancer sends no new requests. */
  drain(): void;
  close(): Promise<void>;
}

/** Parts that tests substitute for the real ones. */
export interface Overrides {
  readonly clock?: Clock;
  readonly mail?: Mailer;
  readonly webhook?: Webhook;
  readonly database?: Database;
  readonly passwords?: Passwords;
}

interface ContextOptions {
  readonly log: Log;
  readonly overrides?: Overrides;
  /** `join`: a command that uses the database of a running server. */
  readonly role?: 'own' | 'join';
}

/**
 * Makes all parts from the environment.
 *
 * @throws {StartError} with one sentence for the operator, when something required is not available
 */
export async function makeContext(
  env: Env,
  { log, overrides = {}, role = 'own' }: ContextOptions,
): Promise<Context> {
  const clock = overrides.clock ?? systemClock;
  const parts = makeOuterParts(env, { ...overrides, clock });
  const { secrets, mail, storage, converter, printer } = parts;
  const database = overrides.database ?? (await openDatabase(databaseOptions(env, log, role)));
  try {
    await firstUse(env.DATABASE_URL, () => migrate(database.pool));
    await checkSecretMarks(database, secrets);
    const deviceKeyOf = await openDeviceKeys(database, secrets);
    const isWorker = role === 'own' && env.WORKERS !== 'none';
    const metrics = makeMetrics();
    measureLastBackup({ database, clock, metrics });
    const queue = await firstUse(env.DATABASE_URL, () =>
      startQueue({ connection: database.connection, log, metrics, isWorker }),
    );
    const rateLimits = makeRateLimits({ database, clock, factor: env.RATE_LIMIT_FACTOR });
    const accounts = makeAccounts({
      database,
      clock,
      queue,
      secrets,
      rateLimits,
      settings: accountSettings(env, mail),
      ...(overrides.passwords && { passwords: overrides.passwords }),
    });
    const deleteMails = makeDeleteMails(mailFolderOf(env));
    const applications = makeApplications({
      database,
      clock,
      queue,
      secrets,
      metrics,
      reportSubmission: env.WEBHOOK_URL === undefined ? async () => {} : makeReportSubmission(queue),
      documentsOf,
    });
    const { change } = applications;
    const uploadParts = { database, clock, storage, rateLimits, change };
    const copies = makeCopies({ database, clock, queue, storage, secrets, rateLimits });
    const documents = makeDocuments({ database, clock, secrets, storage, change });
    const applicants = makeApplicants({ database, clock });
    const tokens = makeTokens({ database, clock, secrets, applications });
    const lookup = makeLookup({ database });
    await lookup.seed();
    const erasure = makeErasure({ database, clock, storage, queue, deleteMails });
    const shredder = makeShredder({
      database,
      clock,
      queue,
      erasure,
      draftsDays: env.DELETE_DRAFTS_DAYS,
      submittedDays: env.DELETE_SUBMITTED_DAYS,
      takesUnfetched: env.DELETE_UNFETCHED === 'on',
    });
    const unconfirmedDays = env.UNCONFIRMED_DAYS;
    let draining = false;
    return {
      ...parts,
      env,
      log,
      clock,
      database,
      queue,
      deleteMails,
      webhook: overrides.webhook ?? webhookOf(env, clock),
      publicUrl: publicUrlOf(env),
      hasMailbox: hasMailbox(env, mail),
      metrics,
      accounts,
      applications,
      deviceKeyOf,
      uploads: makeUploads({ ...uploadParts, rateFactor: env.RATE_LIMIT_FACTOR }),
      conversions: makeConversions({ ...uploadParts, queue }),
      documents,
      copies,
      submissionMails: makeSubmissionMails({ database, clock }),
      tokens,
      officeLinks: makeOfficeLinks({ database, clock }),
      officeList: makeOfficeList({ database, clock }),
      lookup,
      rateLimits,
      exports: makeExports({ database, clock, storage, applicants, applications, copies, documents }),
      applicants,
      erasure,
      shredder,
      retention: makeRetention({ database, clock, deleteMails, unconfirmedDays, shredder }),
      banners: makeBanners({ database, clock }),
      clientErrors: makeClientErrors({ log, metrics, rateLimits }),
      reminders: makeReminders({ database, clock, queue, secrets, reminderDays: env.REMINDER_DAYS }),
      readiness: {
        database: async () => ((await database.isReady()) ? 'ok' : 'down'),
        queue: async () => ((await queue.isReady()) ? 'ok' : 'down'),
        ...parts.readiness,
      },
      isDraining: () => draining,
      drain: () => {
        draining = true;
      },
      async close() {
        await queue.stop();
        await Promise.all([converter.close(), printer.close()]);
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
  return {
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    poolSize: env.DATABASE_POOL_SIZE,
    canPrepare: env.DATABASE_PREPARED_STATEMENTS === 'on',
    log,
    role,
  };
}

function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: key }: Env, clock: Clock): Webhook | undefined {
  return url !== undefined && key !== undefined ? makeWebhook({ url, key, clock }) : undefined;
}

/** On a developer's machine mails disturb nobody, so limits are higher: tests request many mails. */
function accountSettings(env: Env, mail: Mailer): AccountSettings {
  const factor = hasMailbox(env, mail) ? 10 : 1;
  return {
    signupsPerNetwork: env.SIGNUP_LIMIT_PER_ADDRESS * factor,
    mailsPerNetwork: MAILS_PER_NETWORK * factor,
  };
}
