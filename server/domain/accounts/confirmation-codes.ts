import { CODE_TTL_MINUTES, CONFIRMATION_CODE_DIGITS } from '#limits.ts';
import type { Transaction } from '#server/adapters/database/database.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { AccountParts } from './account-parts.ts';

const CODE_TRIES_MAX = 5;
const CODE_TTL_MS = CODE_TTL_MINUTES * 60_000;

export type ConfirmationCodes = ReturnType<typeof makeConfirmationCodes>;

/** The codes by which people confirm that an address is theirs. Only the seed of a code is stored. */
export function makeConfirmationCodes({ database, clock, secrets }: AccountParts) {
  return {
    /**
     * Gives the address a code, or extends the one that it has, because the owner may be reading an earlier mail. The
     * attempts at that code still count. A code that was tried too often, or has expired, is replaced.
     */
    async issue(transaction: Transaction, username: string): Promise<void> {
      const expires_at = new Date(clock.now().getTime() + CODE_TTL_MS);
      const fresh = { seed: secrets.newSeed(), tries: 0, expires_at };
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('confirmation_codes')
        .values({ username, ...fresh })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 0n) return;
      const present = await transaction
        .selectFrom('confirmation_codes')
        .select(['seed', 'tries', 'expires_at'])
        .where('username', '=', username)
        .forUpdate()
        .executeTakeFirst();
      const isUsable =
        present !== undefined &&
        present.tries < CODE_TRIES_MAX &&
        present.expires_at > clock.now() &&
        secrets.canDerive(present.seed);
      await transaction
        .updateTable('confirmation_codes')
        .set(isUsable ? { expires_at } : fresh)
        .where('username', '=', username)
        .execute();
    },

    /**
     * Returns the code for a confirmation mail, valid for ten minutes from now. While the mail waited, the code may have
     * been tried too often or deleted, or its secret dropped; then it gets another one. Returns `undefined` if the
     * address has no unconfirmed sign-up.
     */
    async codeToMail(username: string): Promise<string | undefined> {
      return database.transaction(async (transaction) => {
        const signup = await transaction
          .selectFrom('signups')
          .select('id')
          .where('username', '=', username)
          .limit(1)
          .executeTakeFirst();
        if (signup === undefined) return undefined;
        const present = await transaction
          .selectFrom('confirmation_codes')
          .select(['seed', 'tries'])
          .where('username', '=', username)
          .forUpdate()
          .executeTakeFirst();
        const isUsable =
          present !== undefined && present.tries < CODE_TRIES_MAX && secrets.canDerive(present.seed);
        const { seed, tries } = isUsable ? present : { seed: secrets.newSeed(), tries: 0 };
        const values = { seed, tries, expires_at: new Date(clock.now().getTime() + CODE_TTL_MS) };
        await transaction
          .insertInto('confirmation_codes')
          .values({ username, ...values })
          .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
          .execute();
        return codeOf(seed);
      });
    },

    /**
     * Compares a code with the one of the address. Every comparison counts as an attempt; after five the code is
     * invalid.
     *
     * @returns the seed of the code if it is right; `none` if the address has no code that can still be tried
     */
    async check(username: string, code: string): Promise<{ readonly seed: string } | 'wrong' | 'none'> {
      // Count the attempt before comparing: of a hundred guesses at once only five are compared.
      const attempt = await database.kysely
        .updateTable('confirmation_codes')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('username', '=', username)
        .where('tries', '<', CODE_TRIES_MAX)
        .where('expires_at', '>', clock.now())
        .returning('seed')
        .executeTakeFirst();
      if (!attempt || !secrets.canDerive(attempt.seed)) return 'none';
      return isSameSecret(code, codeOf(attempt.seed)) ? attempt : 'wrong';
    },

    /**
     * Uses up the code. Returns false if somebody else has used or replaced it. An unknown code takes its place, so
     * that attempts still count as before and a guesser does not learn that the owner has confirmed.
     */
    async use(transaction: Transaction, username: string, seed: string): Promise<boolean> {
      const used = await transaction
        .updateTable('confirmation_codes')
        .set({ seed: secrets.newSeed() })
        .where('username', '=', username)
        .where('seed', '=', seed)
        .executeTakeFirst();
      return used.numUpdatedRows > 0n;
    },
  };

  function codeOf(seed: string): string {
    // 48 bits modulo a million: the probabilities of any two codes differ by less than one in a hundred million.
    const number =
      secrets.derive(seed, 'confirmation code').readUIntBE(0, 6) % 10 ** CONFIRMATION_CODE_DIGITS;
    return String(number).padStart(CONFIRMATION_CODE_DIGITS, '0');
  }
}
