import { sql } from 'kysely';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { subjectOf } from '#server/domain/ground/audit-subject.ts';
import { makeConfirmationCodes } from './confirmation-codes.ts';
import { makeConfirmation } from './confirmation.ts';
import {
  TooManyRequestsError,
  UnconfirmedError,
  WrongCredentialsError,
} from '#server/domain/ground/errors.ts';
import { makeHasLoggedInFrom } from './known-network.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { makePasswordReset } from './password-reset.ts';
import { makePasswords, type Passwords } from './passwords.ts';
import { makeSessions } from './sessions.ts';
import { makeSignup } from './signup.ts';
import type { Limit } from '#server/domain/limits/rate-limits.ts';

export type { Account } from './sessions.ts';

const WRONG_PAIR = 'Your email address or password is incorrect.';
const NOT_CONFIRMED =
  'This sign-up is not confirmed yet. Please enter the code that we sent to you by email. If you have confirmed the address before, choose a new password.';
const LOGGED_IN_MESSAGE = 'You are logged in.';
const LOGGED_OUT_MESSAGE = 'You are logged out.';

interface LoginRequest {
  readonly username: string;
  readonly password: string;
  readonly network: string;
  /** The id of the session that this browser still holds. A successful login ends it. */
  readonly oldSession: string | undefined;
}

type AccountsOptions = Omit<AccountParts, 'passwords' | 'sessions' | 'hasLoggedInFrom'> & {
  readonly passwords?: Passwords;
};
/** Signs applicants up, logs them in and out, and resets passwords. */
export function makeAccounts({ passwords = makePasswords(), ...options }: AccountsOptions) {
  const { database, clock, rateLimits } = options;
  const sessions = makeSessions({ database, clock });
  const hasLoggedInFrom = makeHasLoggedInFrom({ database, clock });
  const parts: AccountParts = { ...options, passwords, sessions, hasLoggedInFrom };
  const codes = makeConfirmationCodes(parts);

  return {
    ...makeSignup(parts, codes),
    ...makeConfirmation(parts, codes),
    codeToMail: codes.codeToMail,
    ...makePasswordReset(parts),

    async isRegistered(username: string): Promise<boolean> {
      const account = await database.kysely
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirst();
      return account !== undefined;
    },

    /** Whether somebody has signed up with an address, which is not confirmed yet. */
    async isSignedUp(username: string): Promise<boolean> {
      const signup = await database.kysely
        .selectFrom('signups')
        .select('id')
        .where('username', '=', username)
        .limit(1)
        .executeTakeFirst();
      return signup !== undefined;
    },

    /** Returns the account of a session while the session is valid. */
    findSession: sessions.find,

    /**
     * Checks address and password and begins a new session.
     *
     * @returns the new session's id, for the cookie
     * @throws {WrongCredentialsError} with the same sentence, whether the address or the password is wrong
     * @throws {UnconfirmedError} when the password belongs to a sign-up that did not become an account. This also happens
     * if the address has an account with another password, from before or since. So signing up with somebody else's
     * address reveals neither whether it has one nor when its owner signs up or confirms.
     * @throws {TooManyRequestsError}
     */
    async login({
      password,
      network,
      oldSession,
      ...request
    }: LoginRequest): Promise<{ message: string; session: string }> {
      const username = normalizeUsername(request.username);
      const taken = await takeTries(username, network);
      const found = await findCredentials(username);

      const now = clock.now();
      const { accountId } = found;
      const isRight = await rateLimits.giveBackIfBusy(taken, () => passwords.verify(password, found.hash));
      // Verify the pending hashes after every wrong password, so that the response time reveals nothing. From here on
      // the guess counts: if this verification is refused as busy, the attempts are not given back.
      const isPending = !isRight && (await passwords.verifyAny(password, found.pending));
      if (!isRight || accountId === undefined) {
        const subject = await subjectOf(database.kysely, username);
        await audit(database.kysely, { event: 'login-failed', at: now, accountId: subject, network });
        if (!isPending) throw new WrongCredentialsError(WRONG_PAIR);
        // The guess still counts against the account, but not against a network that a whole campus may share.
        await rateLimits.giveBack(limits.loginFromNetwork(network));
        throw new UnconfirmedError(NOT_CONFIRMED);
      }
      // Before the attempts are given back: a program over this limit soon stops at the narrower ones.
      await rateLimits.take(limits.logins(accountId));
      await rateLimits.giveBack(...taken);
      const session = await database.transaction(async (transaction) => {
        // A reset in between has ended all sessions. The lock makes a later reset wait, so that it ends this session,
        // too. It also makes logins to one account end its oldest sessions one after the other.
        const account = await transaction
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', accountId)
          .where('password_hash', '=', found.hash ?? '')
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!account) throw new WrongCredentialsError(WRONG_PAIR);
        await transaction.insertInto('logins').values({ account_id: accountId, logged_in_at: now }).execute();
        await audit(transaction, { event: 'login', at: now, accountId, network });
        return sessions.start(transaction, accountId);
      });
      if (oldSession !== undefined) await sessions.end(oldSession);
      return { message: LOGGED_IN_MESSAGE, session };
    },

    async logout(
      accountId: string,
      session: string | undefined,
      network: string,
    ): Promise<{ message: string }> {
      if (session !== undefined) await sessions.end(session);
      await audit(database.kysely, { event: 'logout', at: clock.now(), accountId, network });
      return { message: LOGGED_OUT_MESSAGE };
    },
  };

  /** Counts a login against its limits. Returns the limits that were counted. */
  async function takeTries(username: string, network: string): Promise<readonly Limit[]> {
    const pair = limits.loginPair(network, username);
    const anywhere = limits.loginFromNetwork(network);
    const all = [pair, limits.loginToAccount(username), anywhere];
    try {
      await rateLimits.take(...all);
      return all;
    } catch (error) {
      // Only the account's limit may be full, because many machines guess. Let in a network that has logged in to it
      // before.
      const isOthersFault = error instanceof TooManyRequestsError && !rateLimits.isFull(pair, anywhere);
      if (!isOthersFault || !(await hasLoggedInFrom(username, network))) throw error;
      await rateLimits.take(pair, anywhere);
      return [pair, anywhere];
    }
  }

  /**
   * Returns the hashes to check: the account's, and those of the sign-ups that did not become the account, newest
   * first.
   */
  async function findCredentials(username: string) {
    const { rows } = await sql<{ id: string | null; hash: string | null; pending: string[] }>`
      SELECT a.id, a.password_hash AS hash,
        ARRAY(SELECT s.password_hash FROM signups s WHERE s.username = ${username} ORDER BY s.created_at DESC, s.id) AS pending
      FROM (SELECT 1) AS always LEFT JOIN accounts a ON a.username = ${username}`.execute(database.kysely);
    const [row] = rows;
    return { accountId: row?.id ?? undefined, hash: row?.hash, pending: row?.pending ?? [] };
  }
}
