import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { FROM_THE_START, submissionsAfter } from './submission-feed.ts';

const server = useTestServer({ hasWorkers: false });
const after = async (cursor: string, most = 100) => {
  const entries = await submissionsAfter(server().context.database, cursor, most);
  return entries ?? [];
};

async function submitted(): Promise<string> {
  const { applications } = server().context;
  const account = await server().account();
  await applications.saveAnswers(account.id, completeAnswers);
  await applications.submit(account, '::1');
  return account.id;
}

test('a submission that commits late follows those that readers already have', async () => {
  const late = await server().account();
  const client = await server().context.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("INSERT INTO submissions (account_id, submitted_at, frozen) VALUES ($1, $2, '{}')", [
      late.id,
      new Date('2020-01-01T00:00:00Z'),
    ]);
    const early = await submitted();
    const [first] = await after(FROM_THE_START);
    expect(first?.id).toBe(early);
    expect(await after(first?.cursor ?? '')).toEqual([]);
    await client.query('COMMIT');
    expect((await after(first?.cursor ?? '')).map(({ id }) => id)).toEqual([late.id]);
    expect((await after(FROM_THE_START)).map(({ id }) => id)).toEqual([early, late.id]);
  } finally {
    client.release(true);
  }
});

test(
  'while many submit and several read at once, each reader gets every submission once',
  { tags: 'slow' },
  async () => {
    const [last] = (await after(FROM_THE_START)).slice(-1);
    const start = last?.cursor ?? FROM_THE_START;
    let isOver = false;
    const read = async (most: number) => {
      const seen: string[] = [];
      for (let cursor = start; ;) {
        const wasOver = isOver;
        const entries = await after(cursor, most);
        seen.push(...entries.map(({ id }) => id));
        cursor = entries.at(-1)?.cursor ?? cursor;
        if (wasOver && entries.length === 0) return seen;
      }
    };
    const readers = [1, 3, 7].map(read);
    const ids: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const submissions = Array.from({ length: 6 }, submitted);
      ids.push(...(await Promise.all(submissions)));
    }
    isOver = true;
    const [one, three, seven] = await Promise.all(readers);
    expect(one?.toSorted()).toEqual(ids.toSorted());
    expect([three, seven]).toEqual([one, one]);
  },
);

test.each([randomUUID(), 'begin', '', "' OR true", '1'])('"%s" is no cursor', async (cursor) => {
  expect(await submissionsAfter(server().context.database, cursor, 1)).toBeUndefined();
});
