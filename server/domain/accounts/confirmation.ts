import { CONFIRMED } from '#contract/confirm.ts';
import { randomUUID } from 'node:crypto';
import { normalizeUsername } from '#contract/normalize-username.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import type { AccountParts } from './account-parts.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { renameInAudit } from '#server/domain/ground/audit-subject.ts';
import type { ConfirmationCodes } from './confirmation-codes.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { hashOf } from '#server/domain/ground/token.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { resetMailJob, mailJob } from '#server/domain/mails/send-mail.ts';

const WRONG_CODE =
  'This code is incorrect, has been used, or has expired. If you used it, log in. If not, ask for a new one.';

const CONFIRMED_WITHOUT_PASSWORD_MESSAGE =
  'Your account is confirmed. You signed up more than once with different passwords, so please choose one. We have sent you a link.';

/** Proof that the applicant owns the address: the seed of the code that they entered. */
interface Proof {
  readonly username: string;
  readonly seed: string;
  readonly network: string;
  readonly browser: string | undefined;
  readonly now: Date;
}

/** Confirms the addresses of begun accounts, and makes the accounts. */
export function makeConfirmation(parts: AccountParts, codes: ConfirmationCodes) {
  const { database, clock, rateLimits, queue, secrets } = parts;

  return {
    /**
     * Creates the account once the owner enters the code from the mail. If several passwords were given for the
     * address, and this browser gave none or more than one of them, no password is kept: the owner chooses one by a
     * link. Otherwise a stranger's password could open the account. A single password is kept from any browser, because
     * many people sign up on one device and read their mail on another.
     *
     * @throws {InvalidError} for a wrong, used or expired code, and for any code after five attempts
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
      await rateLimits.take(...ofAccount, anywhere);

      const now = clock.now();
      const checked = await codes.check(username, request.code);
      // No code is valid, so nobody guessed at this account. The network's count stays, to stop trying many addresses.
      if (checked === 'none') await rateLimits.giveBack(...ofAccount);
      if (checked === 'none' || checked === 'wrong') throw wrongCode();
      await rateLimits.giveBack(...ofAccount, anywhere);

      const message = await database.transaction((transaction) =>
        makeAccount(transaction, { ...request, username, seed: checked.seed, now }),
      );
      // Before the confirmation, logins with the right password counted as failed attempts. Forget them.
      await rateLimits.clear(limits.loginPair(request.network, username));
      return { message };
    },
  };

  /**
   * Creates the account of a confirmed address.
   *
   * @returns the message for its owner
   * @throws {InvalidError} when the code has been used or the account exists already; then nothing is changed
   */
  async function makeAccount(
    transaction: Transaction,
    { username, seed, network, browser, now }: Proof,
  ): Promise<string> {
    const isUsed = await codes.use(transaction, username, seed);
    const signups = await transaction
      .selectFrom('signups')
      .select(['id', 'password_hash', 'browser_hash'])
      .where('username', '=', username)
      .execute();
    if (!isUsed || signups.length === 0) throw wrongCode();

    const ours = browser === undefined ? undefined : hashOf(browser);
    const fromHere = signups.filter(({ browser_hash }) => ours?.equals(browser_hash));
    const [chosen, ...others] = fromHere.length > 0 ? fromHere : signups;
    const kept = others.length === 0 ? chosen : undefined;
    const id = randomUUID();
    const made = await transaction
      .insertInto('accounts')
      .values({ id, username, password_hash: kept?.password_hash ?? null })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) throw wrongCode();
    await transaction
      .insertInto('applications')
      .values({ account_id: id, created_at: now, updated_at: now })
      .execute();
    // The other sign-ups stay, so that whoever made them gets the same answers as before (`accounts.ts`, login).
    if (kept) await transaction.deleteFrom('signups').where('id', '=', kept.id).execute();
    await renameInAudit(transaction, id, signups);
    await audit(transaction, { event: 'confirmed', at: now, accountId: id, network });
    if (kept) return CONFIRMED;
    await queue.send(mailJob, resetMailJob(secrets, username, now), { in: transaction });
    return CONFIRMED_WITHOUT_PASSWORD_MESSAGE;
  }
}

function wrongCode(): InvalidError {
  return new InvalidError({ code: [WRONG_CODE] }, WRONG_CODE);
}
