import { CODE_RESENT } from '#contract/resend-confirm.ts';
import { SIGNED_UP } from '#contract/signup.ts';
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { subjectOf } from '#server/domain/ground/audit-subject.ts';
import type { ConfirmationCodes } from './confirmation-codes.ts';
import { rejectGuessable } from './guessable-passwords.ts';
import { hashOf } from '#server/domain/ground/token.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { mailJob } from '#server/domain/mails/send-mail.ts';
import { areAlike } from './passwords.ts';
import { makeSignupMarks } from './signup-marks.ts';
import { takeMail } from '#server/domain/limits/take-mail.ts';

interface SignupRequest {
  readonly username: string;
  readonly password: string;
  readonly network: string;
  /** The mark that this browser kept from an earlier sign-up, if any. */
  readonly browser: string | undefined;
}

interface BegunSignup {
  readonly username: string;
  readonly password_hash: string;
  readonly browser_hash: Buffer;
}

/** Begins accounts. `confirmation.ts` makes them once the address is confirmed. */
export function makeSignup(parts: AccountParts, codes: ConfirmationCodes) {
  const { database, clock, rateLimits, passwords, queue, secrets, settings } = parts;
  const marks = makeSignupMarks(secrets);

  return {
    /**
     * Begins an account. Takes the same steps and returns the same message for known and unknown addresses: only
     * the owner learns by mail which it was.
     *
     * @returns the mark to keep in this browser. Confirming from it keeps this password for the account, unless another
     * one was given for the address from the same browser
     * @throws {InvalidError} when the password is easy to guess
     * @throws {TooManyRequestsError}
     */
    async signup(request: SignupRequest): Promise<{ message: string; browser: string }> {
      const { password, network } = request;
      const username = normalizeUsername(request.username);
      await rejectGuessable(password, username);
      const { mayBeSent, taken } = await takeMail(rateLimits, {
        kind: 'code',
        username,
        network,
        anywhere: limits.signupFromNetwork(network, settings.signupsPerNetwork),
      });
      const browser = marks.markFor(username, request.browser);
      const ofPassword = <T>(work: () => Promise<T>) => rateLimits.giveBackIfBusy(taken, work);
      const begun = { username, browser_hash: hashOf(browser) };
      // Hashing takes too long under a lock, so it runs before. If another sign-up was stored meanwhile, hash again as it
      // did: otherwise two concurrent sign-ups with the same password would count as two passwords.
      let like = await newestHash(database.kysely, username);
      for (let isBegun = false; !isBegun;) {
        const password_hash = await ofPassword(() => passwords.hash(password, like));
        like = await begin({ ...begun, password_hash }, { network, mayBeSent });
        isBegun = like === undefined;
      }
      return { message: SIGNED_UP, browser };
    },

    /** Mails a new code. Returns the same message for every address. */
    async resendConfirmation(request: { username: string; network: string }): Promise<{ message: string }> {
      const username = normalizeUsername(request.username);
      const { network } = request;
      const anywhere = limits.mailFromNetwork(network, settings.mailsPerNetwork);
      const { mayBeSent } = await takeMail(rateLimits, { kind: 'code', username, network, anywhere });
      await database.transaction((transaction) => mailCode(transaction, username, mayBeSent));
      return { message: CODE_RESENT };
    },
  };

  /**
   * Stores a sign-up and queues the mail with its code. Over the limit of mails it is stored, too, so that an earlier
   * code or one that is requested later confirms it.
   *
   * @returns the hash of another sign-up, and stores nothing, if the password should be hashed with that one's salt
   */
  async function begin(
    signup: BegunSignup,
    { network, mayBeSent }: { readonly network: string; readonly mayBeSent: boolean },
  ): Promise<string | undefined> {
    const { username, password_hash } = signup;
    const now = clock.now();
    return database.transaction(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signup ${username}`}, 0))`.execute(
        transaction,
      );
      const newest = await newestHash(transaction, username);
      if (newest !== undefined && !areAlike(newest, password_hash)) return newest;
      // A repeated sign-up with the same password replaces the first one, from whichever browser. It keeps the id, by
      // which the audit names it.
      const replaced = await transaction
        .deleteFrom('signups')
        .where('username', '=', username)
        .where('password_hash', '=', password_hash)
        .returning('id')
        .executeTakeFirst();
      await transaction
        .insertInto('signups')
        .values({ id: replaced?.id ?? randomUUID(), ...signup, created_at: now })
        .execute();
      await mailCode(transaction, username, mayBeSent);
      const accountId = await subjectOf(transaction, username);
      await audit(transaction, { event: 'signup', at: now, accountId, network });
      return undefined;
    });
  }

  /** Without a new mail, the last code stays valid: its owner may be about to enter it. */
  async function mailCode(transaction: Transaction, username: string, mayBeSent: boolean): Promise<void> {
    if (mayBeSent) await codes.issue(transaction, username);
    const job = mayBeSent ? ({ kind: 'confirmation', username } as const) : ({ kind: 'none' } as const);
    await queue.send(mailJob, job, { in: transaction });
  }

  /** Returns the newest password hash among the sign-ups of an address. All of them share its salt. */
  async function newestHash(from: Kysely<Tables>, username: string): Promise<string | undefined> {
    const newest = await from
      .selectFrom('signups')
      .select('password_hash')
      .where('username', '=', username)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .executeTakeFirst();
    return newest?.password_hash;
  }
}
