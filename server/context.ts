import { systemClock, type Clock } from './adapters/clock.ts';
import { openDatabase, type Database } from './adapters/database/database.ts';
import { firstUse } from './adapters/database/first-use.ts';
import type { Log } from './adapters/log.ts';
import { makeMetrics } from './adapters/metrics.ts';
import { makeDeleteMails, type Mailer } from './adapters/mail.ts';
import { startQueue, type QueueWaits } from './adapters/queue.ts';
import type { Readiness } from './adapters/readiness.ts';
import { makeWebhook, type Webhook } from './adapters/webhook.ts';
import type { AccountSettings } from './domain/accounts/account-parts.ts';
import { makeAccounts } from './domain/accounts/accounts.ts';
import { RELEASE } from './domain/ground/release.ts';
import { makeApplications } from './domain/application/applications.ts';
import { makeApplicants } from './domain/application/applicants.ts';
import { openDeviceKeys } from './domain/accounts/device-keys.ts';
import { makeBanners } from './domain/upkeep/banner.ts';
import { makeClientCounts } from './domain/upkeep/client-counts.ts';
import { makeClientErrors } from './domain/upkeep/client-errors.ts';
import { makeConversions } from './domain/documents/conversions.ts';
import { makeCopies } from './domain/documents/copies.ts';
import { documentsOf, makeDocuments } from './domain/documents/documents.ts';
import { makeErasure } from './domain/upkeep/erasure.ts';
import { makeExports } from './domain/ways-out/exports.ts';
import { makeLookup } from './domain/lookup/lookup.ts';
import { makeOfficeLinks } from './domain/office/office-links.ts';
import { makeOfficeList } from './domain/office/office-list.ts';
import { makeDeletions } from './domain/office/deletions.ts';
import { makeReads } from './domain/office/reads.ts';
import { makeReviews } from './domain/office/reviews.ts';
import { makeRightsOf } from './domain/office/rights.ts';
import { makeSamePerson } from './domain/office/same-person.ts';
import type { Passwords } from './domain/accounts/passwords.ts';
import { makeReminders } from './domain/accounts/reminders.ts';
import { measureLastBackup } from './domain/upkeep/last-backup.ts';
import { makeRetention } from './domain/upkeep/retention.ts';
import { makeShredder } from './domain/upkeep/shredder.ts';
import { checkSecretMarks } from './domain/upkeep/secret-marks.ts';
import { makeLateMails } from './domain/mails/late-mails.ts';
import { makeSubmissionMails } from './domain/mails/submission-mail.ts';
import { makeTokens } from './domain/ways-out/tokens.ts';
import { MAILS_PER_NETWORK } from './domain/limits/limits.ts';
import { makeRateLimits } from './domain/limits/rate-limits.ts';
import { makeUploads } from './domain/documents/uploads.ts';
import { makeReportEvent } from './domain/ways-out/deliver-webhook.ts';
import type { Env } from './env.ts';
import { migrate } from './migrations/migrate.ts';
import { mailFolderOf, makeOuterParts } from './outer-parts.ts';
import { hasMailbox, publicUrlOf } from './reach.ts';

/** The name of this server for other programs. */
const USER_AGENT = `graduate-admissions/${RELEASE}`;

/** Every part of the running server. Each is made once. */
export type Context = Awaited<ReturnType<typeof makeContext>>;

/** Parts that tests substitute for the real ones. */
export interface Overrides {
  readonly clock?: Clock;
  readonly mail?: Mailer;
  readonly webhook?: Webhook;
  readonly database?: Database;
  readonly passwords?: Passwords;
  readonly queueWaits?: QueueWaits;
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
export async function makeContext(env: Env, { log, overrides = {}, role = 'own' }: ContextOptions) {
  const clock = overrides.clock ?? systemClock;
  const outer = makeOuterParts(env, { ...overrides, clock });
  const { secrets, mail } = outer;
  const database = overrides.database ?? (await openDatabase(databaseOptions(env, log, role)));
  try {
    await firstUse(env.DATABASE_URL, () => migrate(database.pool));
    await checkSecretMarks(database, secrets);
    const deviceKeyOf = await openDeviceKeys(database, secrets);
    const isWorker = role === 'own' && env.WORKERS !== 'none';
    const metrics = makeMetrics();
    measureLastBackup({ database, clock, metrics });
    const queue = await firstUse(env.DATABASE_URL, () =>
      startQueue({
        connection: database.connection,
        log,
        metrics,
        isWorker,
        ...(overrides.queueWaits && { waits: overrides.queueWaits }),
      }),
    );
    const deleteMails = makeDeleteMails(mailFolderOf(env));
    const ground = { ...outer, clock, database, deleteMails, log, metrics, queue };
    const reportEvent = env.WEBHOOK_URL === undefined ? async () => {} : makeReportEvent(queue);
    const rateLimits = makeRateLimits({ database, clock, factor: env.RATE_LIMIT_FACTOR });
    const accounts = makeAccounts({
      ...ground,
      rateLimits,
      settings: accountSettings(env, mail),
      ...(overrides.passwords && { passwords: overrides.passwords }),
    });
    const applications = makeApplications({
      ...ground,
      reportEvent,
      documentsOf,
    });
    const { change } = applications;
    const copies = makeCopies({ ...ground, rateLimits });
    const documents = makeDocuments({ ...ground, change });
    const applicants = makeApplicants(ground);
    const lookup = makeLookup({ database });
    await lookup.seed();
    const erasure = makeErasure({ ...ground, reportEvent });
    const shredder = makeShredder({
      ...ground,
      erasure,
      draftsDays: env.DELETE_DRAFTS_DAYS,
      submittedDays: env.DELETE_SUBMITTED_DAYS,
      takesUnfetched: env.DELETE_UNFETCHED === 'on',
    });
    /** The check of each part, for /readyz. */
    const readiness: Readiness = {
      database: async () => ((await database.isReady()) ? 'ok' : 'down'),
      queue: async () => ((await queue.isReady()) ? 'ok' : 'down'),
      ...outer.readiness,
    };
    let draining = false;
    return {
      ...ground,
      env,
      /** Tells the webhook, if there is one. */
      reportEvent,
      /** Receives submissions; `undefined` without a webhook. */
      webhook: overrides.webhook ?? webhookOf(env, clock),
      /** The address that links in mails point to. */
      publicUrl: publicUrlOf(env),
      /** True on a developer's machine, where mails can be read in a browser. */
      hasMailbox: hasMailbox(env, mail),
      accounts,
      applications,
      deviceKeyOf,
      uploads: makeUploads({ ...ground, rateLimits, change, rateFactor: env.RATE_LIMIT_FACTOR }),
      conversions: makeConversions({ ...ground, rateLimits, change }),
      documents,
      copies,
      submissionMails: makeSubmissionMails({ database, clock }),
      tokens: makeTokens({ ...ground, applications }),
      officeLinks: makeOfficeLinks({ ...ground, rightsOf: makeRightsOf(env.OFFICE_USER_RIGHTS) }),
      officeList: makeOfficeList(ground),
      reads: makeReads(ground),
      reviews: makeReviews(ground),
      samePerson: makeSamePerson(ground),
      deletions: makeDeletions({ ...ground, erase: erasure.erase }),
      lateMails: makeLateMails(ground),
      lookup,
      /** Counts the attempts of all limits. */
      rateLimits,
      /** For programs with a key. */
      exports: makeExports({ ...ground, applicants, applications, copies, documents }),
      /** For the operator's commands. */
      applicants,
      erasure,
      shredder,
      retention: makeRetention({ ...ground, unconfirmedDays: env.UNCONFIRMED_DAYS, shredder }),
      banners: makeBanners({ database, clock }),
      clientErrors: makeClientErrors({ ...ground, rateLimits }),
      clientCounts: makeClientCounts({ ...ground, rateLimits }),
      reminders: makeReminders({ ...ground, reminderDays: env.REMINDER_DAYS }),
      readiness,
      isDraining: () => draining,
      /** From now on /readyz reports that the server is not ready, so that a load balancer sends no new requests. */
      drain: () => {
        draining = true;
      },
      async close() {
        await queue.stop();
        await Promise.all([outer.converter.close(), outer.printer.close()]);
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

function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: keys }: Env, clock: Clock): Webhook | undefined {
  return url !== undefined && keys !== undefined
    ? makeWebhook({ url, keys, clock, userAgent: USER_AGENT })
    : undefined;
}

/** A developer's machine sends no mails to anybody, so limits are higher: tests request many mails. */
function accountSettings(env: Env, mail: Mailer): AccountSettings {
  const factor = hasMailbox(env, mail) ? 10 : 1;
  return {
    signupsPerNetwork: env.SIGNUP_LIMIT_PER_ADDRESS * factor,
    mailsPerNetwork: MAILS_PER_NETWORK * factor,
  };
}
