import type { Kysely } from 'kysely';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { defineJob, type Queue } from '#server/adapters/queue.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';
import { audit } from './audit.ts';
import { NotFoundError } from './errors.ts';
import { sendMail } from './mail-jobs.ts';

const DAY_MS = 86_400_000;
/** Somebody who has let so many periods pass does not want to be asked any more. */
const PERIODS_MAX = 4;
const BATCH = 200;

/** Nothing to be told: who is due follows from the clock. */
export const reminderJob = defineJob<Record<string, never>>('remind', {
  isKeyed: true,
  expireInSeconds: 600,
});
/** Every day, in the American morning. */
export const REMINDER_CRON = '41 14 * * *';

export const UNSUBSCRIBE_PATH = '/public/unsubscribe';

/** What an opt-out link says: whose, and that we have written it. */
export interface OptOut {
  readonly id: string;
  readonly signature: string;
}

export interface RemindersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly secrets: Secrets;
  /** 0 sends none. */
  readonly reminderDays: number;
}

export type Reminders = ReturnType<typeof makeReminders>;

/** Mails about drafts that nobody has touched for a while, and the way to end them. */
export function makeReminders({ database, clock, queue, secrets, reminderDays }: RemindersOptions) {
  const periodMs = reminderDays * DAY_MS;
  const { kysely } = database;

  return {
    /** Puts a reminder in line for everybody who is due, once per period. Returns how many. */
    async run(): Promise<number> {
      let numDue = 0;
      for (let last = BATCH; reminderDays > 0 && last === BATCH; numDue += last) last = await remindSome();
      return numDue;
    },

    /** Whose reminder it is, unless it has become needless meanwhile. */
    async stillWanted(username: string): Promise<{ accountId: string } | undefined> {
      const row = await wanted()
        .select('accounts.id')
        .where('accounts.username', '=', username)
        .executeTakeFirst();
      return row && { accountId: row.id };
    },

    /** The way to end the reminders of an account, to be put behind its public address. Good for ever. */
    optOutPath(accountId: string): string {
      const id = `${secrets.keyId}.${accountId}`;
      return `${UNSUBSCRIBE_PATH}?${new URLSearchParams({ id, signature: signatureOf(id) }).toString()}`;
    },

    /** @throws {NotFoundError} when we have not written the link */
    check,

    /** Ends the reminders of an account; again changes nothing. */
    async optOut(link: OptOut, network: string): Promise<void> {
      const accountId = check(link);
      const now = clock.now();
      await database.transaction(async (transaction) => {
        const changed = await transaction
          .updateTable('accounts')
          .set({ reminders_off_at: now })
          .where('id', '=', accountId)
          .where('reminders_off_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (changed) await audit(transaction, { event: 'reminders-off', at: now, accountId, network });
      });
    },
  };

  /** Drafts of people who may be reminded. */
  function wanted(from: Kysely<Tables> = kysely) {
    return from
      .selectFrom('applications')
      .innerJoin('accounts', 'accounts.id', 'applications.account_id')
      .where('applications.submitted_at', 'is', null)
      .where('accounts.reminders_off_at', 'is', null);
  }

  async function remindSome(): Promise<number> {
    const now = clock.now();
    const ago = (periods: number) => new Date(now.getTime() - periods * periodMs);
    return database.transaction(async (transaction) => {
      const due = await wanted(transaction)
        .select(['accounts.id', 'accounts.username'])
        .where('applications.updated_at', '<=', ago(1))
        .where('applications.updated_at', '>', ago(PERIODS_MAX))
        .where((either) =>
          either.or([
            either('applications.reminded_at', 'is', null),
            either('applications.reminded_at', '<=', ago(1)),
          ]),
        )
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('answers')
              .select('answers.key')
              .whereRef('answers.account_id', '=', 'applications.account_id')
              .where('answers.value', '!=', ''),
          ),
        )
        .limit(BATCH)
        .forUpdate('applications')
        // Two runs at once each take their own.
        .skipLocked()
        .execute();
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      await transaction
        .updateTable('applications')
        .set({ reminded_at: now })
        .where('account_id', 'in', ids)
        .execute();
      for (const { username } of due) {
        const job = { kind: 'reminder', username } as const;
        await queue.send(sendMail, job, { in: transaction, patience: 2 });
      }
      return due.length;
    });
  }

  function signatureOf(id: string): string {
    return secrets.derive(id, 'reminder opt-out').toString('base64url');
  }

  function check({ id, signature }: OptOut): string {
    const [keyId = '', accountId = ''] = id.split('.');
    if (!secrets.has(keyId)) throw new NotFoundError();
    if (!isSameSecret(signature, signatureOf(id))) throw new NotFoundError();
    return accountId;
  }
}
