import { sql } from 'kysely';
import type { AccountParts } from './account-parts.ts';
import { audit } from './audit.ts';
import { ForbiddenError, TooManyTriesError, WrongCredentialsError } from './errors.ts';
import { limits } from './limits.ts';
import { makePasswordReset } from './password-reset.ts';
import { makePasswords } from './passwords.ts';
import { makeSessions } from './sessions.ts';
import { makeSignup, normalizeUsername } from './signup.ts';
import { makeTries } from './tries.ts';

export type { Account } from './sessions.ts';

const WRONG_PAIR = 'Your email address or your password is not right.';
const NOT_CONFIRMED =
  'Your account is not confirmed yet. Please enter the code that we sent to you by email.';
const LOGGED_IN_MESSAGE = 'You are logged in.';
const LOGGED_OUT_MESSAGE = 'You are logged out.';
const KNOWN_NETWORK_DAYS = 90;

export interface LoginRequest {
  readonly username: string;
  readonly password: string;
  readonly network: string;
  /** The session that this browser still holds, which ends. */
  readonly oldSession: string | undefined;
}

export type AccountsOptions = Omit<AccountParts, 'passwords' | 'sessions' | 'tries'> & {
  readonly rateFactor: number;
};
export type Accounts = ReturnType<typeof makeAccounts>;

/** Signing up, logging in and out, and getting back in. */
export function makeAccounts({ rateFactor, ...options }: AccountsOptions) {
  const { database, clock } = options;
  const tries = makeTries({ database, clock, factor: rateFactor });
  const passwords = makePasswords();
  const sessions = makeSessions({ database, clock });
  const parts: AccountParts = { ...options, tries, passwords, sessions };

  return {
    ...makeSignup(parts),
    ...makePasswordReset(parts),
    tries,

    async isRegistered(username: string): Promise<boolean> {
      const account = await database.kysely
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirst();
      return account !== undefined;
    },

    /** Who a session belongs to, while it is good. */
    findSession: sessions.find,

    /**
     * Checks the pair and begins a new session.
     *
     * @returns the new session's id, for the cookie
     * @throws {WrongCredentialsError} with one sentence, whichever of the pair is wrong
     * @throws {ForbiddenError} when the password is that of a sign-up which waits to be confirmed, also where the
     *   address has an account already: nobody learns of it by signing up with somebody else's address
     * @throws {TooManyTriesError}
     */
    async login({
      password,
      network,
      oldSession,
      ...request
    }: LoginRequest): Promise<{ message: string; session: string }> {
      const username = normalizeUsername(request.username);
      const narrow = [limits.loginFromNetwork(network), limits.loginPair(network, username)];
      const wide = limits.loginToAccount(username);
      await tries.take(...narrow);
      const found = await findCredentials(username);
      await tries.take(wide).catch(async (error: unknown) => {
        // Many machines are guessing; whoever logged in from here before is not one of them.
        if (error instanceof TooManyTriesError && (await hasLoggedInFrom(found.accountId, network))) return;
        throw error;
      });

      const now = clock.now();
      const { accountId } = found;
      // Always both, one after the other: the time tells nothing, and no login waits for two places at once.
      const isRight = await passwords.verify(password, found.hash);
      const isPending = await passwords.verify(password, found.pending);
      if (!isRight || accountId === undefined) {
        await audit(database.kysely, { event: 'login-failed', at: now, accountId, network });
        throw isPending ? new ForbiddenError(NOT_CONFIRMED) : new WrongCredentialsError(WRONG_PAIR);
      }
      await tries.giveBack(...narrow, wide);
      if (oldSession !== undefined) await sessions.end(oldSession);
      const session = await database.transaction(async (transaction) => {
        await transaction.insertInto('logins').values({ account_id: accountId, logged_in_at: now }).execute();
        await audit(transaction, { event: 'login', at: now, accountId, network });
        return sessions.start(transaction, accountId);
      });
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

  /** The hashes to check against: the account's, and that of the newest sign-up, which is not confirmed. */
  async function findCredentials(username: string) {
    const { rows } = await sql<{ id: string | null; hash: string | null; pending: string | null }>`
      SELECT a.id, a.password_hash AS hash,
        (SELECT s.password_hash FROM signups s WHERE s.username = ${username} ORDER BY s.created_at DESC LIMIT 1) AS pending
      FROM (SELECT 1) AS always LEFT JOIN accounts a ON a.username = ${username}`.execute(database.kysely);
    const [row] = rows;
    return { accountId: row?.id ?? undefined, hash: row?.hash, pending: row?.pending };
  }

  async function hasLoggedInFrom(accountId: string | undefined, network: string): Promise<boolean> {
    if (accountId === undefined) return false;
    const since = new Date(clock.now().getTime() - KNOWN_NETWORK_DAYS * 86_400_000);
    const login = await database.kysely
      .selectFrom('audit')
      .select('id')
      .where('account_id', '=', accountId)
      .where('event', '=', 'login')
      .where('address', '=', network)
      .where('happened_at', '>', since)
      .executeTakeFirst();
    return login !== undefined;
  }
}
