import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { PASSWORD, startTestServer, useTestServer, type TestServer } from '#server/testing/test-server.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { PATIENCE } from './connections.ts';

const server = useTestServer({ site: ['index.html'], patience: { ...PATIENCE, bodyMs: 60_000 } });
const clients: RawClient[] = [];

afterEach(() => clients.splice(0).forEach(({ socket }) => socket.destroy()));

const LATE = { 'content-type': 'application/json', 'content-length': '100' };
const LATE_FORM = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100' };

async function connectTo({ app }: TestServer): Promise<RawClient> {
  const client = new RawClient(await portOf(app));
  clients.push(client);
  return client;
}

async function startServer(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const started = await startTestServer(options);
  onTestFinished(() => started.close());
  return started;
}

async function statusOf(here: TestServer, path: string, headers?: Record<string, string>): Promise<number> {
  return (await connectTo(here)).send('GET', path, headers).status();
}

const calls: readonly (readonly [method: string, path: string, headers: typeof LATE])[] = [
  ['PUT', '/api/answer', LATE],
  ['POST', '/public/login', LATE],
  ['POST', '/storage/documents', LATE_FORM],
];
testEach(calls)(
  'while 2,050 bodies of %s %s do not arrive, pages and saves go on, and most of these connections are closed',
  { short: 0, long: 1 },
  async (method, path, headers) => {
    const applicant = await server().applicant();
    const cookies = cookiesOf(applicant);
    const slow: RawClient[] = [];
    for (let count = 0; count < 2050; count += 1)
      slow.push((await connectTo(server())).send(method, path, { ...headers, ...cookies }));
    const open = () => slow.filter(({ socket }) => !socket.closed);
    await vi.waitFor(() => expect(open().length).toBeLessThanOrEqual(500), 20_000);

    expect(await statusOf(server(), '/about')).toBe(200);
    expect(await statusOf(server(), '/api/profile', cookies)).toBe(200);
    expect((await applicant.put('/api/answer', { answers: { city: 'Scranton' } })).status).toBe(200);
    // The oldest were told why, and as many as one network may have still wait.
    expect(slow.some(({ received }) => received.startsWith('HTTP/1.1 408 '))).toBe(true);
    expect(open().length).toBeGreaterThan(100);
  },
);

testEach([
  ['nothing', ''],
  ['a part', '{"username":'],
])('a body of which %s arrives gets 408 and its connection is closed', { short: 1 }, async (_, part) => {
  const hasty = await startServer({ patience: { ...PATIENCE, bodyMs: 200 } });
  const client = (await connectTo(hasty)).send('POST', '/public/resend-confirm', LATE);
  client.socket.write(part);
  expect(await client.status()).toBe(408);
  await client.closed;
  expect(client.received).toContain('{"message":"The request took too long."}');
});

test(
  'a connection whose request is refused before its body arrives is closed as well',
  { tags: 'slow' },
  async () => {
    const hasty = await startServer({ patience: { ...PATIENCE, bodyMs: 200 } });
    const client = (await connectTo(hasty)).send('PUT', '/api/answer', LATE);
    expect(await client.status()).toBe(401);
    await client.closed;
  },
);

/** Sends a body in slices, one every few milliseconds. */
async function sendSlowly(client: RawClient, body: Buffer, sliceBytes: number): Promise<void> {
  for (let at = 0; at < body.length && !client.socket.closed && client.received === ''; at += sliceBytes) {
    client.socket.write(body.subarray(at, at + sliceBytes));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A body may take this long before its speed counts. */
const GRACE = { patience: { ...PATIENCE, wholeBodyMs: 200 } };

test(
  'a file that takes longer than the time for a body is stored, because it makes progress',
  { tags: 'slow' },
  async () => {
    const here = await startServer(GRACE);
    const applicant = await here.applicant();
    const { body: form } = await applicant.post('/api/presigned-url', { answer_key: 'college_transcript' });
    const body = multipart(Object.entries(form.fields), Buffer.alloc(1_030_000, 'x'));
    const headers = { ...MULTIPART, 'content-length': String(body.length) };
    const begun = performance.now();
    const client = (await connectTo(here)).send('POST', '/storage/documents', headers);
    await sendSlowly(client, body, body.length / 50);
    expect(await client.status()).toBe(204);
    expect(performance.now() - begun).toBeGreaterThan(GRACE.patience.wholeBodyMs);
  },
);

testEach([
  { path: '/public/resend-confirm', status: 408 },
  // Refused before its body arrives.
  { path: '/api/answer', method: 'PUT', status: 401 },
])(
  'a body in drops is ended, although none is late: $path',
  { short: 1 },
  async ({ path, method = 'POST', status }) => {
    const client = (await connectTo(await startServer(GRACE))).send(method, path, {
      ...LATE,
      'content-length': '1000',
    });
    await sendSlowly(client, Buffer.alloc(1000, ' '), 1);
    expect(await client.status()).toBe(status);
    const drops = setInterval(() => client.socket.write(' '), 10);
    onTestFinished(() => clearInterval(drops));
    await client.closed;
  },
);

test.each([
  {
    what: 'a logout',
    end: async (applicant: Visitor) => (await applicant.get('/api/logout')).status,
  },
  {
    what: 'a new password',
    async end(_: Visitor, username: string) {
      const { mail, visitor } = server();
      await visitor().post('/public/forgot-password', { username });
      const id = await mail.resetId(username);
      const password = `${PASSWORD}-new`;
      const body = { username, id, password, confirm_password: password };
      return (await visitor().post('/public/reset-password', body)).status;
    },
  },
])('a request whose body arrives after $what gets 401 and changes nothing', async ({ end }) => {
  const { clock, context, applicant: makeApplicant } = server();
  const username = `${randomUUID()}@example.com`;
  const applicant = await makeApplicant(username);
  await applicant.put('/api/answer', { answers: completeAnswers });
  const cookies = cookiesOf(applicant);
  // After ten seconds, a call notes that its session is active. So we see that it was looked up.
  clock.advance(11_000);
  const late = (await connectTo(server())).send('POST', '/api/submit', {
    ...cookies,
    'content-type': 'application/json',
    'content-length': '2',
  });
  await vi.waitFor(async () => {
    const session = await context.database.kysely
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select('last_active_at')
      .where('username', '=', username)
      .executeTakeFirst();
    expect(session?.last_active_at).toEqual(clock.now());
  }, 5000);

  expect(await end(applicant, username)).toBe(200);
  onTestFinished(() => void vi.useRealTimers());
  // A faked clock begins at zero.
  const later = performance.now() + 1500;
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(later);
  late.socket.write('{}');
  expect(await late.status()).toBe(401);
  expect((await context.applicants.find(username))?.submittedAt).toBeNull();
});

describe('a network that holds too much open', () => {
  const env = { OPEN_LIMIT_PER_ADDRESS: '10' };

  test('loses its oldest connections without a request, and is still served', { tags: 'long' }, async () => {
    const here = await startServer({ env });
    const [first, second] = [await connectTo(here), await connectTo(here)];
    // The first was answered last, so it has been idle for less time.
    for (const client of [second, first]) expect(await client.send('GET', '/healthz').status()).toBe(200);
    // Forty may be open, four times as many as requests.
    for (let count = 0; count < 39; count += 1) await connectTo(here);
    await second.closed;
    expect(first.socket.closed).toBe(false);
    expect(await statusOf(here, '/openapi.json')).toBe(200);
  });

  test(
    'behind a trusted proxy is the visitor’s, and the proxy keeps its connections',
    { tags: 'slow' },
    async () => {
      const here = await startServer({ env: { ...env, TRUST_PROXY: '127.0.0.0/8' } });
      const idle = await connectTo(here);
      const bodyFrom = async (network: string) =>
        (await connectTo(here)).send('POST', '/public/login', { ...LATE, 'x-forwarded-for': network });
      const other = await bodyFrom('198.51.100.1');
      const [oldest] = [await bodyFrom('192.0.2.7')];
      for (let count = 0; count < 10; count += 1) await bodyFrom('192.0.2.7');
      expect(await oldest?.status()).toBe(408);
      expect(await statusOf(here, '/healthz', { 'x-forwarded-for': '192.0.2.7' })).toBe(200);
      expect([idle, other].map(({ socket }) => socket.closed)).toEqual([false, false]);
    },
  );
});
