import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const KEYS = ['college_transcript', 'employ_resume'] as const;
const STATUSES = ['UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

test('those who ask at once get the states of their own documents', async () => {
  const { account, context, clock } = server();
  const asked = await Promise.all(
    STATUSES.map(async (status, index) => {
      const { id } = await account();
      const key = KEYS[index % KEYS.length] ?? KEYS[0];
      await context.database.pool.query(
        `INSERT INTO documents (account_id, answer_key, generation, upload_key, file_name, file_size, status, message, requested_at)
         VALUES ($1, $2, gen_random_uuid(), $3, 'a.pdf', 1, $4, 'Our own words.', $5)`,
        [id, key, `place-${status}`, status, clock.now()],
      );
      return { id, key, status };
    }),
  );
  const states = await Promise.all(
    asked.flatMap(({ id }) => KEYS.map((key) => context.conversions.state(id, key))),
  );
  expect(states.map(({ status, place }) => [status, place])).toEqual(
    asked.flatMap(({ key, status }) =>
      KEYS.map((other) => (other === key ? [status, `place-${status}`] : ['NOT_ANSWERED', undefined])),
    ),
  );
  expect(states.map(({ message }) => message)).toContain('Our own words.');
});
