import { PASSWORD_CHANGED } from '#contract/reset-password.ts';
import { RESET_LINK_SENT } from '#contract/forgot-password.ts';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { subjectOf } from '#server/domain/ground/audit-subject.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { rejectGuessable } from './guessable-passwords.ts';
import { limits } from '#server/domain/limits/limits.ts';
import {
  RESET_TTL_MINUTES,
  resetMailJob,
  mailJob,
  type ResetMailJob,
} from '#server/domain/mails/send-mail.ts';
import { takeMail } from '#server/domain/limits/take-mail.ts';

const RESET_TTL_MS = RESET_TTL_MINUTES * 60_000;

const WRONG_LINK = 'This link is not complete or no longer works. You can ask for a new one.';

/** Resets passwords by a link in a mail. */
export function makePasswordReset(parts: AccountParts) {
  const { database, clock, rateLimits, passwords, queue, secrets, sessions, settings, hasLoggedInFrom } =
    parts;

  return {
    /** Mails a link. Returns the same message for every address. */
    async forgotPassword(request: { username: string; network: string }): Promise<{ message: string }> {
      const username = normalizeUsername(request.username);
      const { network } = request;
      const anywhere = limits.mailFromNetwork(network, settings.mailsPerNetwork);
      const { mayBeSent } = await takeMail(rateLimits, { kind: 'reset', username, network, anywhere });
      // Other machines may have used up the mails. From a network where the owner has logged in, only the pair's limit
      // applies.
      const isWanted = mayBeSent || (await hasLoggedInFrom(username, network));
      const now = clock.now();
      const job = isWanted ? resetMailJob(secrets, username, now) : ({ kind: 'none' } as const);
      await database.transaction(async (transaction) => {
        await queue.send(mailJob, job, { in: transaction });
        const accountId = await subjectOf(transaction, username);
        await audit(transaction, { event: 'reset-asked', at: now, accountId, network });
      });
      return { message: RESET_LINK_SENT };
    },

    /**
     * Sets a new password, deletes all reset links of the account, ends all its sessions and notifies the owner.
     *
     * @throws {InvalidError} when the password is easy to guess, or the link is not valid for this account; then no
     *   link is used up
     */
    async resetPassword(request: {
      username: string;
      password: string;
      id: string;
      network: string;
    }): Promise<{ message: string }> {
      const username = normalizeUsername(request.username);
      await rejectGuessable(request.password, username);
      const anywhere = limits.resetFromNetwork(request.network);
      await rateLimits.take(anywhere);
      const passwordHash = await rateLimits.giveBackIfBusy([anywhere], () =>
        passwords.hash(request.password),
      );
      const now = clock.now();
      const wrong = new InvalidError({ id: [WRONG_LINK] }, WRONG_LINK);
      const accountId = await database.transaction(async (transaction) => {
        // Two links of one account that are used at once would otherwise each wait to delete the other's.
        await transaction
          .selectFrom('accounts')
          .select('id')
          .where('username', '=', username)
          .forNoKeyUpdate()
          .execute();
        const links = await transaction
          .selectFrom('resets')
          .innerJoin('accounts', 'accounts.id', 'resets.account_id')
          .select(['resets.seed', 'accounts.id'])
          .where('accounts.username', '=', username)
          .where('resets.expires_at', '>', now)
          .execute();
        const link = links.find(
          ({ seed }) => secrets.canDerive(seed) && isSameSecret(request.id, idOf(seed)),
        );
        if (!link) throw wrong;
        // If two requests use the link at once, the second one finds it deleted.
        const used = await transaction.deleteFrom('resets').where('seed', '=', link.seed).executeTakeFirst();
        if (used.numDeletedRows === 0n) throw wrong;
        await transaction.deleteFrom('resets').where('account_id', '=', link.id).execute();
        await transaction
          .updateTable('accounts')
          .set({ password_hash: passwordHash, password_changed_at: now })
          .where('id', '=', link.id)
          .execute();
        await sessions.endAll(transaction, link.id);
        await queue.send(mailJob, { kind: 'password-changed', username }, { in: transaction });
        await audit(transaction, {
          event: 'password-reset',
          at: now,
          accountId: link.id,
          network: request.network,
        });
        return link.id;
      });
      await rateLimits.giveBack(anywhere);
      await rateLimits.clear(
        limits.loginPair(request.network, username),
        limits.loginToAccount(username),
        limits.logins(accountId),
      );
      return { message: PASSWORD_CHANGED };
    },

    /**
     * Returns the id for a link in a mail, valid for `RESET_TTL_MINUTES` from now. Returns `undefined` for an unknown
     * address, and if the password was changed after the link was asked for: a mail that is sent twice does not make a
     * used link valid again.
     */
    async resetIdToMail({ username, seed: asked, askedAt }: ResetMailJob): Promise<string | undefined> {
      return database.transaction(async (transaction) => {
        const account = await transaction
          .selectFrom('accounts')
          .select(['id', 'password_changed_at'])
          .where('username', '=', username)
          // Waits while a link is being used, which deletes the row that this stores.
          .forShare()
          .executeTakeFirst();
        const changedAt = account?.password_changed_at?.getTime() ?? 0;
        if (!account || changedAt > Date.parse(askedAt)) return undefined;
        // The secret may have been dropped while the mail waited.
        const seed = secrets.canDerive(asked) ? asked : secrets.newSeed();
        const expiresAt = new Date(clock.now().getTime() + RESET_TTL_MS);
        await transaction
          .insertInto('resets')
          .values({ seed, account_id: account.id, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('seed').doUpdateSet({ expires_at: expiresAt }))
          .execute();
        return idOf(seed);
      });
    },
  };

  function idOf(seed: string): string {
    return secrets.derive(seed, 'password reset').toString('base64url');
  }
}
