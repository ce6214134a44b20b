import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { CODE_TTL_MINUTES, CONFIRMATION_CODE_DIGITS } from '#limits.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from './audit.ts';
import { InvalidError } from './errors.ts';
import { hashOf } from './hash-of.ts';
import { limits } from './limits.ts';
import { sendMail } from './mail-jobs.ts';

const CODE_TRIES_MAX = 5;
const CODE_TTL_MS = CODE_TTL_MINUTES * 60_000;

const WRONG_CODE =
  'This code is not right, was used already, or has expired. If it was you who used it, log in; if not, ask for a new one.';

const SIGNUP_MESSAGE = 'We sent a confirmation code to your email address.';
const RESEND_MESSAGE = 'If this address is waiting to be confirmed, a new code is on its way.';
const CONFIRMED_MESSAGE = 'Your account is confirmed. You can log in now.';
const CONFIRMED_WITHOUT_PASSWORD_MESSAGE =
  'Your account is confirmed. Because it was asked for with different passwords, please choose one: a link is on its way to you.';

interface SignupRequest {
  readonly username: string;
  readonly password: string;
  readonly network: string;
  /** The random mark that this browser kept from an earlier sign-up, if any. */
  readonly browser: string | undefined;
}

interface BegunSignup {
  readonly username: string;
  readonly password_hash: string;
  readonly browser_hash: Buffer;
}

/** The newest earlier sign-up of the address, by id, and whether its password is the same. */
interface Compared {
  readonly newest: string | undefined;
  readonly isSame: boolean;
  readonly network: string;
}

/** Proof that the applicant owns the address: the seed of the code that they entered. */
interface Proof {
  readonly username: string;
  readonly seed: string;
  readonly network: string;
  readonly browser: string | undefined;
  readonly now: Date;
}

/** Signs applicants up and confirms their addresses. */
export function makeSignup(parts: AccountParts) {
  const { database, clock, tries, passwords, queue, secrets, settings } = parts;

  return {
    /**
     * Begins an account. Takes the same steps and returns the same message for known and unknown addresses: only
     * the owner learns by mail which it was.
     *
     * @returns the mark to keep in this browser; confirming from this browser keeps this password for the account
     * @throws {TooManyTriesError}
     */
    async signup(request: SignupRequest): Promise<{ message: string; browser: string }> {
      const { password, network } = request;
      const username = normalizeUsername(request.username);
      const taken = [
        ...limits.mail(network, username),
        limits.signupFromNetwork(network, settings.signupsPerNetwork),
      ];
      await tries.take(...taken);
      const browser = request.browser ?? randomBytes(32).toString('base64url');
      const ofPassword = <T>(work: () => Promise<T>) => tries.giveBackIfBusy(taken, work);
      const password_hash = await ofPassword(() => passwords.hash(password));
      const begun = { username, password_hash, browser_hash: hashOf(browser) };
      // Verifying a password takes too long under a lock, so it runs before. If another sign-up was stored meanwhile,
      // compare again: otherwise two concurrent sign-ups with the same password would count as two passwords.
      for (let isBegun = false; !isBegun;) {
        const newest = await newestSignup(database.kysely, username);
        const isSame = await ofPassword(() => passwords.verify(password, newest?.password_hash));
        isBegun = await begin(begun, { newest: newest?.id, isSame, network });
      }
      return { message: SIGNUP_MESSAGE, browser };
    },

    /** Mails a new code. Returns the same message for every address. */
    async resendConfirmation(request: { username: string; network: string }): Promise<{ message: string }> {
      const username = normalizeUsername(request.username);
      await tries.take(
        ...limits.mail(request.network, username),
        limits.mailFromNetwork(request.network, settings.mailsPerNetwork),
      );
      await database.transaction(async (transaction) => {
        await issueCode(transaction, username);
        await queue.send(sendMail, { kind: 'confirmation', username }, { in: transaction });
      });
      return { message: RESEND_MESSAGE };
    },

    /**
     * Creates the account once the owner enters the code from the mail. If several passwords were given for the
     * address and this browser gave none of them, no password is kept: the owner chooses one by a link. Otherwise a
     * stranger's password could open the account. A single password is kept from any browser, because many people
     * sign up on one device and read their mail on another.
     *
     * @throws {InvalidError} for a wrong, used or expired code, and for any code after five tries
     */
    async confirm(request: {
      username: string;
      code: string;
      network: string;
      browser: string | undefined;
    }): Promise<{ message: string }> {
      const username = normalizeUsername(request.username);
      const ofAccount = [limits.confirmPair(request.network, username), limits.confirmToAccount(username)];
      const anywhere = limits.confirmFromNetwork(request.network);
      await tries.take(...ofAccount, anywhere);

      // Count the try before comparing: of a hundred guesses at once only five are compared.
      const now = clock.now();
      const attempt = await database.kysely
        .updateTable('confirmation_codes')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('username', '=', username)
        .where('tries', '<', CODE_TRIES_MAX)
        .where('expires_at', '>', now)
        .returning('seed')
        .executeTakeFirst();
      if (!attempt) {
        // No code is valid, so nobody guessed at this account. The network's count stays, to stop trying many
        // addresses.
        await tries.giveBack(...ofAccount);
        throw wrongCode();
      }
      if (!isSameSecret(request.code, codeOf(attempt.seed))) throw wrongCode();
      await tries.giveBack(...ofAccount, anywhere);

      const message = await database.transaction((transaction) =>
        makeAccount(transaction, { ...request, username, seed: attempt.seed, now }),
      );
      // Before the confirmation, logins with the right password counted as failed tries. Forget them.
      await tries.clear(limits.loginPair(request.network, username));
      return { message };
    },

    /**
     * Returns the code for a confirmation mail, valid for ten minutes from now. Returns `undefined` if the address
     * has no unconfirmed sign-up.
     */
    async codeToMail(username: string): Promise<string | undefined> {
      const expiresAt = new Date(clock.now().getTime() + CODE_TTL_MS);
      const row = await database.kysely
        .updateTable('confirmation_codes')
        .set({ expires_at: expiresAt })
        .where('username', '=', username)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('signups').select('signups.id').where('signups.username', '=', username)),
        )
        .returning('seed')
        .executeTakeFirst();
      return row && codeOf(row.seed);
    },
  };

  /**
   * Stores a sign-up and queues the mail with its code.
   *
   * @returns false, and stores nothing, if the newest sign-up is no longer the one that the password was compared
   * with
   */
  async function begin(signup: BegunSignup, { newest, isSame, network }: Compared): Promise<boolean> {
    const { username } = signup;
    const now = clock.now();
    return database.transaction(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signup ${username}`}, 0))`.execute(
        transaction,
      );
      if ((await newestSignup(transaction, username))?.id !== newest) return false;
      // A repeated sign-up with the same password replaces the first one, from whichever browser.
      if (isSame && newest !== undefined) {
        await transaction.deleteFrom('signups').where('id', '=', newest).execute();
      }
      await transaction
        .insertInto('signups')
        .values({ id: randomUUID(), ...signup, created_at: now })
        .execute();
      await issueCode(transaction, username);
      await queue.send(sendMail, { kind: 'confirmation', username }, { in: transaction });
      await audit(transaction, { event: 'signup', at: now, network });
      return true;
    });
  }

  /**
   * Creates the account of a confirmed address.
   *
   * @returns the message for its owner
   * @throws {InvalidError} when the code was used meanwhile or the account exists already; then nothing is changed
   */
  async function makeAccount(
    transaction: Transaction,
    { username, seed, network, browser, now }: Proof,
  ): Promise<string> {
    const used = await transaction
      .deleteFrom('confirmation_codes')
      .where('username', '=', username)
      .where('seed', '=', seed)
      .executeTakeFirst();
    const signups = await transaction
      .selectFrom('signups')
      .select(['password_hash', 'browser_hash'])
      .where('username', '=', username)
      .orderBy('created_at', 'desc')
      .execute();
    if (used.numDeletedRows === 0n || signups.length === 0) throw wrongCode();

    const ours = browser === undefined ? undefined : hashOf(browser);
    const chosen =
      signups.find(({ browser_hash }) => ours?.equals(browser_hash)) ??
      (signups.length === 1 ? signups[0] : undefined);
    const id = randomUUID();
    const made = await transaction
      .insertInto('accounts')
      .values({ id, username, password_hash: chosen?.password_hash ?? null, confirmed_at: now })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) throw wrongCode();
    await transaction
      .insertInto('applications')
      .values({ account_id: id, created_at: now, updated_at: now })
      .execute();
    await transaction.deleteFrom('signups').where('username', '=', username).execute();
    await audit(transaction, { event: 'confirmed', at: now, accountId: id, network });
    if (chosen) return CONFIRMED_MESSAGE;
    const reset = { kind: 'reset', username, seed: secrets.newSeed() } as const;
    await queue.send(sendMail, reset, { in: transaction });
    return CONFIRMED_WITHOUT_PASSWORD_MESSAGE;
  }

  async function newestSignup(from: Kysely<Tables>, username: string) {
    return from
      .selectFrom('signups')
      .select(['id', 'password_hash'])
      .where('username', '=', username)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .executeTakeFirst();
  }

  async function issueCode(transaction: Transaction, username: string): Promise<void> {
    const row = {
      seed: secrets.newSeed(),
      tries: 0,
      expires_at: new Date(clock.now().getTime() + CODE_TTL_MS),
    };
    await transaction
      .insertInto('confirmation_codes')
      .values({ username, ...row })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(row))
      .execute();
  }

  function codeOf(seed: string): string {
    // 48 bits modulo a million: the probabilities of any two codes differ by less than one in a hundred million.
    const number =
      secrets.derive(seed, 'confirmation code').readUIntBE(0, 6) % 10 ** CONFIRMATION_CODE_DIGITS;
    return String(number).padStart(CONFIRMATION_CODE_DIGITS, '0');
  }
}

function wrongCode(): InvalidError {
  return new InvalidError({ code: [WRONG_CODE] }, WRONG_CODE);
}
