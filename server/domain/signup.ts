import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { CODE_TTL_MINUTES, CONFIRMATION_CODE_DIGITS } from '#limits.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { Tables } from '#server/adapters/database/tables.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from './audit.ts';
import { InvalidError } from './errors.ts';
import { limits } from './limits.ts';
import { sendMail } from './mail-jobs.ts';

const CODE_TRIES_MAX = 5;
const CODE_TTL_MS = CODE_TTL_MINUTES * 60_000;

const WRONG_CODE = 'This code is not right, was used already, or has expired. You can ask for a new one.';

export const SIGNUP_MESSAGE = 'We sent a confirmation code to your email address.';
export const RESEND_MESSAGE = 'If this address is waiting to be confirmed, a new code is on its way.';
const CONFIRMED_MESSAGE = 'Your account is confirmed. You can log in now.';
const CONFIRMED_WITHOUT_PASSWORD_MESSAGE =
  'Your account is confirmed. Because it was asked for with different passwords, please choose one: a link is on its way to you.';

export interface SignupRequest {
  readonly username: string;
  readonly password: string;
  readonly network: string;
  /** The browser's own mark from an earlier sign-up, if it has one. */
  readonly browser: string | undefined;
}

interface BegunSignup {
  readonly username: string;
  readonly password_hash: string;
  readonly browser_hash: Buffer;
}

/** What a sign-up was compared with: the newest before it, by its id, and whether that has the same password. */
interface Compared {
  readonly newest: string | undefined;
  readonly isSame: boolean;
  readonly network: string;
}

/** That an address is somebody's own: they have its code, whose seed this is. */
interface Proof {
  readonly username: string;
  readonly seed: string;
  readonly network: string;
  readonly browser: string | undefined;
  readonly now: Date;
}

/** Signing up, and proving that the address is one's own. */
export function makeSignup(parts: AccountParts) {
  const { database, clock, tries, passwords, queue, secrets, settings } = parts;

  return {
    /**
     * Begins an account. Takes the same steps and says the same for known and unknown addresses: only the
     * owner, by mail, learns which it was.
     *
     * @returns the mark to keep in this browser; confirming from it makes this very password the account's
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
      // Passwords take too long to be compared under a lock. Where another sign-up comes in between, this one compares
      // again: else two of the same moment would pass for two passwords.
      for (let isBegun = false; !isBegun;) {
        const newest = await newestSignup(database.kysely, username);
        const isSame = await ofPassword(() => passwords.verify(password, newest?.password_hash));
        isBegun = await begin(begun, { newest: newest?.id, isSame, network });
      }
      return { message: SIGNUP_MESSAGE, browser };
    },

    /** Sends a new code; says the same for every address. */
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
     * Makes the account, once its owner shows the code from the mail. Where the address was asked for with
     * several passwords and this browser began none of it, no password is taken over: the owner chooses one
     * by a link instead, so that nobody else's becomes theirs. One alone is taken from any browser, since many
     * sign up on a telephone and read their mail elsewhere.
     *
     * @throws {InvalidError} for a wrong, used or expired code, after five tries for every code
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

      // Counted before it is compared: of a hundred guesses at once, five are looked at.
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
        // No code is out, so nothing of this account was guessed; who tries many addresses is still counted.
        await tries.giveBack(...ofAccount);
        throw wrongCode();
      }
      if (!isSameSecret(request.code, codeOf(attempt.seed))) throw wrongCode();
      await tries.giveBack(...ofAccount, anywhere);

      const message = await database.transaction((transaction) =>
        makeAccount(transaction, { ...request, username, seed: attempt.seed, now }),
      );
      // Logins with the right password counted while the code was missing.
      await tries.clear(limits.loginPair(request.network, username));
      return { message };
    },

    /**
     * The code to put into a confirmation mail, good for ten minutes from now; `undefined` when nobody by
     * that address waits to be confirmed.
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
   * Keeps a sign-up and has its code mailed.
   *
   * @returns false where nothing is done, because the newest sign-up of the address is another one than was compared
   */
  async function begin(signup: BegunSignup, { newest, isSame, network }: Compared): Promise<boolean> {
    const { username } = signup;
    const now = clock.now();
    return database.transaction(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signup ${username}`}, 0))`.execute(
        transaction,
      );
      if ((await newestSignup(transaction, username))?.id !== newest) return false;
      // Asking twice with the same password is asking once, from whichever browser.
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
   * Makes the account of a proved address.
   *
   * @returns what to tell its owner
   * @throws {InvalidError} when the code was used meanwhile, or there is an account already; then nothing is changed
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
    // 48 bits over a million codes: each is as likely as any other to one part in a hundred million.
    const number =
      secrets.derive(seed, 'confirmation code').readUIntBE(0, 6) % 10 ** CONFIRMATION_CODE_DIGITS;
    return String(number).padStart(CONFIRMATION_CODE_DIGITS, '0');
  }
}

function wrongCode(): InvalidError {
  return new InvalidError({ code: [WRONG_CODE] }, WRONG_CODE);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
