import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { reopen } from '#server/domain/application/reopening.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { startClerk } from '#server/testing/office.ts';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { submit } from '#server/testing/submit.ts';
import { startTestServer, useTestServer, type TestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();
const [term, other] = [tenant.entryTerms[0]!, tenant.entryTerms.at(-1)!];
const { value: code, label } = term;
const CLOSED = [`${label} closed on September 10. Please choose another term.`];
/** Midnight at this university, and the last ten minutes before it. */
const closesAt = new Date('2026-09-11T07:00:00Z').getTime();
const before = { ...term };

beforeAll(() => {
  Object.assign(term, { closes: '2026-09-10' });
});
afterAll(() => {
  Reflect.deleteProperty(term, 'closes');
  Object.assign(term, before);
});

/** Sets the clock to that many milliseconds before the term closes; it never goes back. */
function comeTo(msBefore: number): void {
  const { clock } = server();
  clock.advance(closesAt - msBefore - clock.now().getTime());
}

async function drafting(name: string): Promise<Visitor> {
  const applicant = await server().applicant(`${name}@deadline.example`);
  await applicant.put('/api/answer', { answers: completeAnswers });
  return applicant;
}

const idOf = async (name: string) =>
  (await server().context.applicants.find(`${name}@deadline.example`))?.id ?? '';

/** Begins a submission whose body follows. Resolves once the server has read its headers. */
async function begin(applicant: Visitor): Promise<RawClient> {
  const client = new RawClient(await portOf(server().app));
  client.send('POST', '/api/submit', {
    ...cookiesOf(applicant),
    'content-type': 'application/json',
    'content-length': '2',
    expect: '100-continue',
  });
  await vi.waitFor(() => expect(client.received).toContain(' 100 Continue'));
  return client;
}

/** Resolves once a statement waits for a lock. */
async function somebodyWaits({ context }: TestServer): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await context.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

describe('the night on which a term closes', () => {
  test(
    'submissions count that arrive before the day ends at the university, however long they wait',
    { tags: 'slow' },
    async () => {
      comeTo(600_000);
      const [early, quick, inDrops, waiting, late, reopened] = [
        await drafting('early'),
        await drafting('quick'),
        await drafting('in-drops'),
        await drafting('waiting'),
        await drafting('late'),
        await drafting('reopened'),
      ];
      await submit(reopened);
      const desk = await startClerk(server());
      const line = async () =>
        /<p>[^<]*clos[^<]*<\/p>/.exec((await desk.get(`/office?term=${code}`)).text)?.[0];
      expect(await line()).toBe(
        `<p>${label} closes on September 10, 2026. 5 applications for it are not submitted.</p>`,
      );

      comeTo(1);
      expect((await early.post('/api/submit')).status).toBe(200);
      const { context, clock } = server();
      const [quickly, slowly] = [await begin(quick), await begin(inDrops)];
      const client = await context.database.pool.connect();
      await client.query('BEGIN');
      await client.query('SELECT FROM applications WHERE account_id = $1 FOR UPDATE', [
        await idOf('waiting'),
      ]);
      const answer = waiting.post('/api/submit');
      await somebodyWaits(server());
      quickly.socket.write('{}');
      await vi.waitFor(() => expect(quickly.received).toContain(' 200 OK'));
      slowly.socket.write('{');
      clock.advance(1000);
      slowly.socket.write('}');
      await vi.waitFor(() => expect(slowly.received).toContain(' 422 '));
      clock.advance(59_000);
      await client.query('COMMIT');
      client.release();
      expect((await answer).status).toBe(200);

      const refused = await late.post('/api/submit');
      expect([refused.status, refused.body.errors]).toEqual([422, { entry_term: CLOSED }]);
      expect(await line()).toBe(
        `<p>${label} closed on September 10, 2026. 2 applications for it are not submitted.</p>`,
      );
      expect(
        (await late.put('/api/answer', { answers: { entry_term: code, city: 'Still saved' } })).status,
      ).toBe(200);
      await late.put('/api/answer', { answers: { entry_term: other.value } });
      expect((await late.post('/api/submit')).status).toBe(200);

      const owner = (await server().context.applicants.find('reopened@deadline.example'))!;
      const term = async () => (await reopened.get('/api/profile')).headers['kept-entry-term'];
      expect(await term()).toBeUndefined();
      expect(await reopen(context, owner)).toBe('done');
      expect(await term()).toBe(code);
      expect((await reopened.post('/api/submit')).status).toBe(200);
    },
  );
});

test.each([
  { days: 2, sentence: `${label} closes on September 10. Please submit by the end of that day.` },
  { days: -2, sentence: CLOSED[0] },
])('a reminder names the term, $days days before it closes', async ({ days, sentence }) => {
  const fresh = await startTestServer();
  fresh.clock.advance(closesAt - days * 86_400_000 - fresh.clock.now().getTime());
  const applicant = await fresh.applicant('reminded@example.com');
  await applicant.put('/api/answer', { answers: { entry_term: code } });
  const { reminders } = fresh.context;
  expect(await reminders.stillWanted('reminded@example.com')).toMatchObject({ closing: sentence });
  await applicant.put('/api/answer', { answers: { entry_term: other.value } });
  expect(await reminders.stillWanted('reminded@example.com')).toMatchObject({ closing: undefined });
  await fresh.close();
});
