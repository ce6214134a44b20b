import { sql, type Kysely } from 'kysely';
import { closingDay } from '#form/closing.ts';
import { missingText } from '#form/progress.ts';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { defineJob } from '#server/adapters/job.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import type { Reminder } from '#server/domain/mails/mails.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** After this many periods without activity the applicant gets no more reminders. */
const PERIODS_MAX = 4;
const BATCH = 200;
/** Clerks send one reminder a week at most. */
const WEEK_MS = 7 * DAY_MS;

/** The job needs no data: the clock decides who is due. */
export const reminderJob = defineJob<Record<string, never>>('remind', {
  isKeyed: true,
  expireInSeconds: 600,
  // Every day, in the American morning.
  cron: '41 14 * * *',
});

export const UNSUBSCRIBE_PATH = '/public/unsubscribe';

/** The parameters of an opt-out link: the account, and a signature that proves we wrote the link. */
export interface OptOut {
  readonly id: string;
  readonly signature: string;
}

/** Drafts by whether a clerk can remind their applicants. */
interface Remindable {
  readonly due: number;
  /** Those who had a reminder in the last seven days. */
  readonly recent: number;
  /** Those who want none. */
  readonly stopped: number;
}

interface RemindersOptions extends Pick<Parts, 'clock' | 'database' | 'queue' | 'secrets'> {
  /** Days without activity before a reminder; 0 sends none. */
  readonly reminderDays: number;
}

export type Reminders = ReturnType<typeof makeReminders>;

export function remindHandler({ reminders, log }: Pick<Parts, 'log'> & { readonly reminders: Reminders }) {
  return async (): Promise<void> => {
    const numDue = await reminders.run();
    if (numDue > 0) log.info({ numDue }, 'Reminders of unfinished applications are queued.');
  };
}

/** Sends reminders about drafts that nobody has changed for a while, and handles opting out. */
export function makeReminders({ database, clock, queue, secrets, reminderDays }: RemindersOptions) {
  const periodMs = reminderDays * DAY_MS;
  const { kysely } = database;

  return {
    /** Queues a reminder for everybody who is due, once per period. Returns the number of reminders. */
    async run(): Promise<number> {
      let numDue = 0;
      for (let last = BATCH; reminderDays > 0 && last === BATCH; numDue += last) last = await remindSome();
      return numDue;
    },

    /** Returns how many of these applicants a clerk can remind, and how many not, by the reason. */
    async canRemind(ids: readonly string[]): Promise<Remindable> {
      const { rows } = await sql<Remindable>`SELECT
        count(*) FILTER (WHERE reminders_off_at IS NOT NULL)::integer AS "stopped",
        count(*) FILTER (WHERE reminders_off_at IS NULL AND reminded_at > ${weekAgo()})::integer AS "recent",
        count(*) FILTER (WHERE reminders_off_at IS NULL AND (reminded_at > ${weekAgo()}) IS NOT TRUE)::integer AS "due"
        FROM applications JOIN accounts ON accounts.id = account_id
        WHERE account_id = ANY(${ids}::uuid[]) AND submitted_at IS NULL`.execute(kysely);
      return rows[0] ?? { due: 0, recent: 0, stopped: 0 };
    },

    /** Queues a reminder for those of these applicants who can get one. Returns how many. */
    async remind(ids: readonly string[]): Promise<number> {
      return database.transaction(async (transaction) => {
        const due = await wanted(transaction)
          .select(['accounts.id', 'accounts.username'])
          .where(sql<boolean>`applications.account_id = ANY(${ids}::uuid[])`)
          .where(sql<boolean>`(applications.reminded_at > ${weekAgo()}) IS NOT TRUE`)
          .orderBy('applications.account_id')
          .forUpdate('applications')
          .execute();
        await queueFor(transaction, due);
        const at = clock.now();
        for (const { id } of due) await audit(transaction, { event: 'office-reminded', at, accountId: id });
        return due.length;
      });
    },

    /** Returns the account to remind and what its mail says, or `undefined` if it is no longer needed. */
    async stillWanted(username: string): Promise<({ accountId: string } & Reminder) | undefined> {
      const row = await wanted()
        .select(['accounts.id', 'applications.entry_term'])
        .where('accounts.username', '=', username)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const answers = await kysely
        .selectFrom('answers')
        .select(['key', 'value'])
        .where('account_id', '=', row.id)
        .execute();
      return {
        accountId: row.id,
        closing: closingSentence(row.entry_term, clock.now()),
        missing: missingText(Object.fromEntries(answers.map(({ key, value }) => [key, value]))),
      };
    },

    /** Returns the path that ends an account's reminders, without the public address. Never expires. */
    optOutPath(accountId: string): string {
      const id = `${secrets.keyId}.${accountId}`;
      return `${UNSUBSCRIBE_PATH}?${new URLSearchParams({ id, signature: signatureOf(id) }).toString()}`;
    },

    /** @throws {NotFoundError} when the link's signature is not ours */
    check,

    /** Ends the reminders of an account. Calling it again changes nothing. */
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

  /** Selects the drafts of applicants who have not opted out. */
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
        // Two runs at the same time each take different drafts.
        .skipLocked()
        .execute();
      await queueFor(transaction, due);
      return due.length;
    });
  }

  async function queueFor(
    transaction: Transaction,
    due: readonly { readonly id: string; readonly username: string }[],
  ): Promise<void> {
    const ids = due.map(({ id }) => id);
    await transaction
      .updateTable('applications')
      .set({ reminded_at: clock.now() })
      .where(sql<boolean>`account_id = ANY(${ids}::uuid[])`)
      .execute();
    for (const { username } of due) {
      const job = { kind: 'reminder', username } as const;
      await queue.send(mailJob, job, { in: transaction, priority: -2 });
    }
  }

  function weekAgo(): Date {
    return new Date(clock.now().getTime() - WEEK_MS);
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

/** A reminder's sentence about the chosen entry term, if it has a last day. */
function closingSentence(chosen: string, now: Date): string | undefined {
  const term = tenant.entryTerms.find(({ value }) => value === chosen);
  if (term?.closes === undefined) return undefined;
  const day = closingDay(term.closes);
  return term.closes < todayIn(tenant.timeZone, now)
    ? `${term.label} closed on ${day}. Please choose another term.`
    : `${term.label} closes on ${day}. Please submit by the end of that day.`;
}
