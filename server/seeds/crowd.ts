import { randomUUID } from 'node:crypto';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import type { Clock } from '#server/adapters/clock.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import { seedApplicants } from './applicants.ts';
import { firstNames, lastNames } from './names.ts';
import { sealValue } from '#server/domain/application/answer-values.ts';
import { audit } from '#server/domain/ground/audit.ts';
import { frozenOf } from '#server/domain/application/frozen.ts';
import { answersOfSeed } from './seeding.ts';

const AT_ONCE = 100;
/** One every quarter of an hour, so that a thousand submit within ten days. */
const MS_BETWEEN = 900_000;

interface CrowdOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/**
 * Adds made-up applicants who have submitted, for the office's list: the first is the latest. No mail and no PDF is made
 * for them, and nobody can log in as one. Those that are there already stay as they are.
 *
 * @returns how many were added
 */
export async function addCrowd({ database, clock, secrets }: CrowdOptions, count: number): Promise<number> {
  const today = todayIn(tenant.timeZone, clock.now());
  let numAdded = 0;
  for (let first = 0; first < count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => first + index);
    numAdded += await database.transaction((transaction) => add(transaction, numbers));
  }
  return numAdded;

  async function add(transaction: Transaction, numbers: readonly number[]): Promise<number> {
    const now = clock.now();
    const people = numbers.map((number) => ({ id: randomUUID(), username: usernameOf(number), number }));
    const made = await transaction
      .insertInto('accounts')
      .values(people.map(({ id, username }) => ({ id, username })))
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .execute();
    const added = people.filter(({ id }) => made.some((account) => account.id === id));
    if (added.length === 0) return 0;
    const applications = added.map(({ id, number }) => {
      const at = new Date(now.getTime() - number * MS_BETWEEN);
      return { id, at, answer: answersOf(number, at) };
    });
    await transaction
      .insertInto('applications')
      .values(
        applications.map(({ id: account_id, at }) => ({
          ...{ account_id, created_at: at, updated_at: at },
          ...{ started_at: at, validating_at: at, submitted_at: at },
        })),
      )
      .execute();
    await transaction
      .insertInto('answers')
      .values(
        applications.flatMap(({ id, at, answer }) =>
          Object.entries(answer).map(([key, value]) => ({
            ...{ account_id: id, key, updated_at: at },
            value: sealValue(secrets, id, key, value),
          })),
        ),
      )
      .execute();
    await transaction
      .insertInto('submissions')
      .values(
        applications.map(({ id: account_id, at, answer }) => {
          const view = { answer, add_another: {}, tabs: {}, document_answer: {} };
          const frozen = JSON.stringify(frozenOf(secrets, account_id, view, today));
          return { account_id, submitted_at: at, frozen };
        }),
      )
      .execute();
    for (const { id } of added) await audit(transaction, { event: 'seeded', at: now, accountId: id });
    return added.length;
  }

  function answersOf(number: number, submittedAt: Date): Record<string, string> {
    const [model] = seedApplicants.filter(
      ({ isComplete, documents }) => isComplete && documents === undefined,
    );
    if (model === undefined) throw new Error('No made-up applicant is complete without documents.');
    const name = {
      first_name: firstNames[number % firstNames.length] ?? '',
      last_name: lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? '',
    };
    const seed = { ...model, major: number, answers: { ...model.answers, ...name } };
    return { ...answersOfSeed(seed, today), submit_date: submittedAt.toISOString() };
  }
}

function usernameOf(number: number): string {
  return `crowd${String(number + 1).padStart(5, '0')}@applicant.example`;
}
