import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import { isPending } from '#contract/document-answer.ts';
import type { WorkStatus } from '#server/adapters/database/document-tables.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { OpenFile } from '#server/adapters/storage/storage.ts';
import { findApplication, lockApplication } from '#server/domain/application/application-rows.ts';
import { COPY_BEING_MADE, COPY_MESSAGES, COPY_NOT_MADE, COPY_TOO_LARGE } from './sentences.ts';
import { discard } from '#server/domain/ground/discard.ts';
import { makeCopyLinks, type CopyLink } from './copy-links.ts';
import { move, queuedAt, storePdf } from './life-cycle.ts';
import { pdfJob } from './make-pdf.ts';
import { BusyError, NotFoundError, TooManyRequestsError } from '#server/domain/ground/errors.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { RateLimits } from '#server/domain/limits/rate-limits.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

/** A request for a failed copy starts a new attempt once this much time has passed. */
const RETRY_AFTER_MS = 60_000;
/** How often we ask the database whether a copy is there. */
const POLL_MS = 250;

/** The six documents and the printed answers take a tenth of it. */
const COPY_MAX_BYTES = 128 * 1024 * 1024;
interface CopyState {
  readonly status: WorkStatus;
  readonly url: string;
  readonly message: string;
}

interface CopiesOptions extends Pick<Parts, 'clock' | 'database' | 'queue' | 'secrets' | 'storage'> {
  readonly rateLimits: RateLimits;
}

export type Copies = ReturnType<typeof makeCopies>;

/** PDF copies of applications: one per account, printed again after the application has changed. */
export function makeCopies({ database, clock, queue, storage, secrets, rateLimits }: CopiesOptions) {
  const { kysely } = database;
  const links = makeCopyLinks({ clock, secrets });

  return {
    state,

    /**
     * Returns the copy of a submitted application. Queues one if nobody has requested it yet, or if its file is gone.
     *
     * @returns `failed` once all attempts to make it have failed; `too large` if it has more than `maxBytes`
     */
    async ofSubmitted(
      accountId: string,
      maxBytes: number,
    ): Promise<Buffer | 'waiting' | 'failed' | 'too large'> {
      const copy = await kysely
        .selectFrom('copies')
        .innerJoin('applications', (join) =>
          join
            .onRef('applications.account_id', '=', 'copies.account_id')
            .onRef('applications.revision', '=', 'copies.revision'),
        )
        .select(['copies.generation', 'copies.status', 'copies.pdf_key'])
        .where('copies.account_id', '=', accountId)
        .executeTakeFirst();
      if (copy === undefined) {
        await request(accountId);
        return 'waiting';
      }
      if (copy.status === 'FAILED') return 'failed';
      if (copy.status !== 'COMPLETED') return 'waiting';
      if (copy.pdf_key === null) return 'failed';
      if (((await storage.size(copy.pdf_key)) ?? 0) > maxBytes) return 'too large';
      const pdf = await storage.read(copy.pdf_key);
      if (pdf !== undefined) return pdf;
      await forget(copy.generation);
      await request(accountId);
      return 'waiting';
    },

    /**
     * Opens the copy of the present application. Queues one if there is none, or its file is gone, and waits for it.
     *
     * @throws {BusyError} if it is still being made after `waitMs`, or could not be made
     */
    async openPresent(accountId: string, waitMs = 0): Promise<OpenFile> {
      const deadline = performance.now() + waitMs;
      for (;;) {
        const { present } = await look(kysely, accountId);
        const { status } = present ?? (await request(accountId));
        const pdf = status === 'COMPLETED' ? await openOf(accountId) : undefined;
        if (pdf !== undefined) return pdf;
        if (status === 'COMPLETED') await request(accountId);
        if (status === 'FAILED') throw new BusyError(COPY_NOT_MADE);
        if (performance.now() >= deadline) throw new BusyError(COPY_BEING_MADE);
        await sleep(POLL_MS);
      }
    },

    /**
     * Returns the copy that a link points to, to its owner only.
     *
     * @throws {NotFoundError} when the link has expired, is forged, belongs to somebody else, or its copy was
     * replaced
     */
    async open(accountId: string, link: CopyLink): Promise<OpenFile> {
      const pdf = links.isValid(link) ? await openOf(accountId, link.generation) : undefined;
      if (pdf === undefined) throw new NotFoundError();
      return pdf;
    },

    /** Marks a copy as begun. Returns `undefined` if another copy has replaced it. */
    async begin(generation: string): Promise<{ accountId: string } | undefined> {
      if (!(await move(kysely, 'copies', generation, { status: 'IN_PROGRESS' }))) return undefined;
      return kysely
        .selectFrom('copies')
        .select('account_id as accountId')
        .where('generation', '=', generation)
        .executeTakeFirst();
    },

    /**
     * Keeps a finished copy. One of more than `COPY_MAX_BYTES` fails: phones could not open it.
     *
     * @param printRevision of the application, read before printing began
     */
    async complete(generation: string, { accountId, pdf, printRevision }: FinishedCopy): Promise<void> {
      if (pdf.byteLength > COPY_MAX_BYTES) return fail(generation, COPY_TOO_LARGE);
      await storePdf({ kysely, storage }, 'copies', { accountId, generation, pdf }, (pdf_key) =>
        // One statement. The second one to change a row in a transaction waits for its application, and a deletion of
        // that application for the row.
        move(kysely, 'copies', generation, {
          status: 'COMPLETED',
          message: '',
          pdf_key,
          revision: printRevision,
        }),
      );
    },

    fail,
  };

  /** Opens a finished copy. One whose file is gone is forgotten, so that the next request makes it anew. */
  async function openOf(accountId: string, generation?: string): Promise<OpenFile | undefined> {
    const copy = await kysely
      .selectFrom('copies')
      .select(['generation', 'pdf_key'])
      .where('account_id', '=', accountId)
      .where('status', '=', 'COMPLETED')
      .$if(generation !== undefined, (query) => query.where('generation', '=', generation ?? ''))
      .executeTakeFirst();
    if (!copy?.pdf_key) return undefined;
    const pdf = await storage.open(copy.pdf_key);
    if (pdf === undefined) await forget(copy.generation);
    return pdf;
  }

  /** A storage that was restored to an older state lacks the newest copies. A copy that was replaced stays. */
  async function forget(generation: string): Promise<void> {
    await kysely.deleteFrom('copies').where('generation', '=', generation).execute();
  }

  async function fail(generation: string, message: string): Promise<void> {
    await move(kysely, 'copies', generation, { status: 'FAILED', message });
  }

  /**
   * Returns the state of the copy. Queues a new copy if there is none of the present application. Over the limit of new
   * copies it returns an older one.
   *
   * @throws {TooManyRequestsError} over the limit, if there is no older copy
   */
  async function state(accountId: string): Promise<CopyState> {
    const { present, older } = await look(kysely, accountId);
    if (present) return present;
    try {
      await rateLimits.take(limits.copy(accountId));
    } catch (error) {
      if (error instanceof TooManyRequestsError && older?.pdf_key) return completed(older.generation);
      throw error;
    }
    return request(accountId);
  }

  /** Queues a new copy if there is none of the present application. */
  async function request(accountId: string): Promise<CopyState> {
    let outdated: string | null = null;
    const state = await database.transaction(async (transaction): Promise<CopyState> => {
      await lockApplication(transaction, accountId);
      const { printRevision, present, older } = await look(transaction, accountId);
      if (present) return present;
      outdated = older?.pdf_key ?? null;
      const row = { ...queuedAt(clock.now()), revision: printRevision };
      await transaction
        .insertInto('copies')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
      await queue.send(pdfJob, { generation: row.generation }, { in: transaction });
      return { status: row.status, url: '', message: COPY_MESSAGES[row.status] };
    });
    if (outdated !== null) await discard(storage, outdated);
    return state;
  }

  /** Returns the state of the copy of the present application, or the older copy if a new one has to be printed. */
  async function look(from: Kysely<Tables>, accountId: string) {
    const { revision: printRevision } = await findApplication(from, accountId);
    const copy = await from
      .selectFrom('copies')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const present = copy && presentState(copy, printRevision);
    return { printRevision, present, older: present ? undefined : copy };
  }

  function presentState(copy: Selectable<Tables['copies']>, printRevision: number): CopyState | undefined {
    const { status, message, generation } = copy;
    const ageMs = clock.now().getTime() - copy.requested_at.getTime();
    const isCurrent = copy.revision === printRevision;
    if (status === 'COMPLETED' && isCurrent) return completed(generation);
    if (status === 'FAILED' && isCurrent && ageMs < RETRY_AFTER_MS) return { status, url: '', message };
    if (isPending(status)) return { status, url: '', message: COPY_MESSAGES[status] };
    return undefined;
  }

  function completed(generation: string): CopyState {
    return { status: 'COMPLETED', url: links.linkTo(generation), message: COPY_MESSAGES.COMPLETED };
  }
}

interface FinishedCopy {
  readonly accountId: string;
  readonly pdf: Buffer;
  readonly printRevision: number;
}
