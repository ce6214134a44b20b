import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { AlreadySubmittedError } from '#server/domain/ground/errors.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import type { Dice } from '#testing/dice.ts';

const SUBMITTERS = 6;
const PAUSE_MS = 200;
const TRIES_MAX = 200;

interface Owner {
  readonly id: string;
  readonly username: string;
}

/** Adds accounts with an empty application. */
export async function makeAccounts(
  { database: { kysely }, clock }: Context,
  number: number,
): Promise<readonly Owner[]> {
  const owners = Array.from({ length: number }, (_, index) => ({
    id: randomUUID(),
    username: `applicant-${index}@example.com`,
  }));
  const now = clock.now();
  for (const owner of owners) {
    await kysely.insertInto('accounts').values(owner).execute();
    await kysely
      .insertInto('applications')
      .values({ account_id: owner.id, created_at: now, updated_at: now })
      .execute();
  }
  return owners;
}

/** Submits all applications at random times, several at once. Calls `onSubmitted` after each. */
export async function submitAll(
  context: Context,
  owners: readonly Owner[],
  dice: Dice,
  onSubmitted: () => void,
): Promise<void> {
  const lanes = Array.from({ length: SUBMITTERS }, async (_, lane) => {
    for (let index = lane; index < owners.length; index += SUBMITTERS) {
      await submitWhateverHappens(context, owners[index] ?? { id: '', username: '' });
      onSubmitted();
      await sleep(dice.whole(0, PAUSE_MS));
    }
  });
  await Promise.all(lanes);
}

/** Tries again while the database is down. A submission whose answer was lost is still stored. */
async function submitWhateverHappens({ applications }: Context, owner: Owner): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await applications.saveAnswers(owner.id, completeAnswers);
      await applications.submit(owner, '::1');
      return;
    } catch (error) {
      if (error instanceof AlreadySubmittedError) return;
      if (tries === TRIES_MAX) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
