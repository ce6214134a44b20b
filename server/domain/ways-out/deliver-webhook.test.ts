import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { makeWebhook } from '#server/adapters/webhook.ts';
import { SettableClock } from '#server/testing/settable-clock.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { reopen } from '#server/domain/application/reopening.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { startJobs } from '#server/start-jobs.ts';
import { START, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { webhookJob } from './deliver-webhook.ts';

const KEY = randomBytes(32);
const SECRET = `whsec_${KEY.toString('base64')}`;

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Reaction = (response: ServerResponse) => void;

const answers =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (response) =>
    response.writeHead(status, headers).end('what the log must not hold');
const hangs: Reaction = () => undefined;

/** The receiving program. `reactions` are its answers in order; the last one repeats. */
let received: Received[];
let reactions: Reaction[];
let url: string;

beforeEach(async () => {
  received = [];
  reactions = [answers(204)];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      received.push({ method, headers, body: Buffer.concat(chunks).toString() });
      const react = reactions.length > 1 ? reactions.shift() : reactions[0];
      react?.(response);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${portOf(receiver)}/hook?key=canary-key`;
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const post = (address: string) =>
  makeWebhook({ url: address, keys: [KEY], userAgent: 'test/1', clock: new SettableClock(new Date()) }).post(
    { id: 'one', body: '{}' },
    new AbortController().signal,
  );

/** The timeout is long enough to connect on a busy machine. */
function webhook(timeoutMs = 2000) {
  return makeWebhook({
    url,
    keys: [KEY],
    userAgent: 'test/1',
    clock: new SettableClock(new Date()),
    timeoutMs,
  });
}

test('while the secret changes, receivers with the old and the new one accept the same post', async () => {
  const other = randomBytes(32);
  const clock = new SettableClock(new Date());
  const rotating = makeWebhook({ url, keys: [other, KEY], userAgent: 'test/1', clock });
  await rotating.post({ id: 'one', body: '{"n":1}' }, new AbortController().signal);
  const { headers = {}, body = '' } = received[0] ?? {};
  for (const key of [KEY, other])
    expect(
      new Webhook(`whsec_${key.toString('base64')}`).verify(body, headers as Record<string, string>),
    ).toEqual({ n: 1 });
  const stranger = new Webhook(`whsec_${randomBytes(32).toString('base64')}`);
  expect(() => stranger.verify(body, headers as Record<string, string>)).toThrow();
});

async function start(options: { hasWorkers?: boolean } = {}): Promise<TestServer> {
  const server = await startTestServer({
    env: { WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET, PUBLIC_URL: 'https://apply.example.edu' },
    overrides: { webhook: webhook() },
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

async function jobsOf(server: TestServer) {
  const { rows } = await server.context.database.pool.query(
    "SELECT state, data FROM pgboss.job WHERE name = 'deliver-webhook'",
  );
  return rows as { state: string; data: object }[];
}

/** Reads a delivery as a receiver does. Throws unless it is genuine and fresh. */
function verified({ headers, body }: Received, secret = SECRET): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test(
  'a receiver that fails, hangs, then accepts gets the same delivery until it has it, and then no more',
  { tags: 'slow' },
  async () => {
    reactions = [answers(500), hangs, answers(204)];
    const server = await start();
    await submit(await server.applicant('told@example.com'));
    const told = await server.context.applicants.find('told@example.com');
    await vi.waitFor(
      async () => expect(await jobsOf(server)).toMatchObject([{ state: 'completed' }]),
      40_000,
    );

    expect(received).toHaveLength(3);
    const [first] = received;
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(first?.method).toBe('POST');
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'test/1' });
    for (const delivery of received) {
      expect(verified(delivery)).toEqual({
        type: 'application.submitted',
        timestamp: START.toISOString(),
        data: {
          id: told?.id,
          submitted_at: START.toISOString(),
          url: `https://apply.example.edu/export/applications/${told?.id}`,
        },
      });
    }
  },
);

test("the scheme's own verifier takes the delivery, and none that is changed or signed by another secret", async () => {
  await post(url);
  const [delivery] = received;
  if (delivery === undefined) throw new Error('There is one.');
  expect(verified(delivery)).toEqual({});
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  expect(() => verified(delivery, other)).toThrow('No matching signature');
  expect(() => verified({ ...delivery, body: '{ }' })).toThrow('No matching signature');
  const headers = { ...delivery.headers, 'webhook-id': 'two' };
  expect(() => verified({ ...delivery, headers })).toThrow('No matching signature');
});

test('a refused submission is not reported; of two at once, one is', { tags: 'long' }, async () => {
  const server = await start({ hasWorkers: false });
  const { context } = server;
  const account = await server.account('once@example.com');
  await expect(context.applications.submit(account, '127.0.0.1')).rejects.toThrow('missing');
  expect(await jobsOf(server)).toEqual([]);
  await context.applications.saveAnswers(account.id, completeAnswers);
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => context.applications.submit(account, '::1')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await jobsOf(server)).toHaveLength(1);
  expect(JSON.stringify((await jobsOf(server))[0]?.data)).not.toContain('once@example.com');
});

testEach([
  { name: 'a redirect', reaction: answers(307, { location: '/elsewhere' }), says: 'answered with 307' },
  { name: 'an error', reaction: answers(503), says: 'answered with 503' },
  { name: 'silence', reaction: hangs, says: 'no answer: TimeoutError' },
  { name: 'a broken line', reaction: (response: ServerResponse) => response.destroy(), says: 'no answer: ' },
])(
  '$name is no delivery, and tells the log nothing of either side',
  { short: 2 },
  async ({ reaction, says }) => {
    reactions = [reaction];
    const failure = await webhook()
      .post({ id: 'one', body: '{"canary":"body"}' }, new AbortController().signal)
      .catch((error: Error) => error);
    expect(String(failure)).toContain(says);
    expect(String(failure)).not.toMatch(/canary|must not/);
    expect(received).toHaveLength(1);
  },
);

test.each([
  { login: '', authorization: undefined },
  { login: 'us:canary@', authorization: 'us:canary' },
  { login: 'us@', authorization: 'us:' },
  { login: ':canary@', authorization: ':canary' },
  { login: 'us%40example:can%3Aary%2F%C3%A9@', authorization: 'us@example:can:ary/é' },
])(
  'an address that begins "$login" is asked with its user and password',
  async ({ login, authorization }) => {
    await post(url.replace('//', `//${login}`));
    const [scheme, given] = received[0]?.headers.authorization?.split(' ') ?? [];
    expect(scheme).toBe(authorization === undefined ? undefined : 'Basic');
    expect(given && Buffer.from(given, 'base64').toString()).toBe(authorization);
  },
);

test('user and password of the address reach no log', async () => {
  reactions = [answers(401)];
  const failure: unknown = await post(url.replace('//', '//us:canary@')).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'The webhook answered with 401.' });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('canary');
});

test('an applicant who has been deleted is not reported', async () => {
  const server = await start({ hasWorkers: false });
  const account = await server.account('gone@example.com');
  await server.context.applications.saveAnswers(account.id, completeAnswers);
  await server.context.applications.submit(account, '::1');
  await server.context.database.kysely.deleteFrom('accounts').where('id', '=', account.id).execute();
  await startJobs(server.context);
  await vi.waitFor(async () => expect(await jobsOf(server)).toMatchObject([{ state: 'completed' }]), 20_000);
  expect(received).toEqual([]);
});

test(
  'tells of a reopening and of a deletion too, and nothing of who never submitted',
  { tags: 'slow' },
  async () => {
    const server = await start();
    const { context, clock } = server;
    await submit(await server.applicant('told@example.com'));
    await server.account('draft@example.com');
    const { id, username } = (await context.applicants.find('told@example.com'))!;
    await vi.waitFor(() => expect(received).toHaveLength(1), 20_000);
    clock.advance(1000);
    expect(await reopen(context, { id, username })).toBe('done');
    await vi.waitFor(() => expect(received).toHaveLength(2), 20_000);
    await context.erasure.erase('draft@example.com');
    await context.erasure.erase('told@example.com');
    await vi.waitFor(() => expect(received).toHaveLength(3), 20_000);
    const at = clock.now().toISOString();
    expect(received.slice(1).map((delivery) => verified(delivery))).toEqual([
      { type: 'application.reopened', timestamp: at, data: { id, reopened_at: at } },
      { type: 'application.deleted', timestamp: at, data: { id, deleted_at: at } },
    ]);
    expect(JSON.stringify(received)).not.toContain('told@example.com');
  },
);

test('a job of the previous release is a submission', async () => {
  const server = await start({ hasWorkers: false });
  const { id: accountId } = await server.account();
  const submittedAt = START.toISOString();
  await server.context.queue.send(webhookJob, { deliveryId: randomUUID(), accountId, submittedAt });
  await startJobs(server.context);
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'application.submitted' });
});

describe('the commands for the webhook', () => {
  test('webhook-test posts a signed event, or says why it was not taken', async () => {
    const { context } = await start({ hasWorkers: false });
    const run = commandRunner(() => context);
    reactions = [answers(204), answers(500)];
    const [line] = await run('webhook-test', [], { json: true });
    expect(verified(received[0] ?? expect.fail())).toMatchObject({ type: 'webhook.test', data: {} });
    expect(JSON.parse(line ?? '')).toEqual({ id: received[0]?.headers['webhook-id'], taken: true });
    await expect(run('webhook-test')).rejects.toThrow('The webhook answered with 500.');
  });

  test('webhook-test says that there is none', async () => {
    const server = await startTestServer({ hasWorkers: false });
    onTestFinished(() => server.close());
    await expect(commandRunner(() => server.context)('webhook-test')).rejects.toThrow(
      'WEBHOOK_URL is not set.',
    );
  });

  test(
    'webhooks lists the deliveries with why one fails, and requeue --now ends its wait',
    { tags: 'slow' },
    async () => {
      const server = await start();
      const run = commandRunner(() => server.context);
      reactions = [answers(503)];
      await submit(await server.applicant('told@example.com'));
      const { id = '' } = (await server.context.applicants.find('told@example.com')) ?? {};
      const listed = async () => (await run('webhooks', [], { json: true })).map((line) => JSON.parse(line));
      await expect.poll(listed, { timeout: 20_000 }).toMatchObject([
        {
          event: 'application.submitted',
          id,
          state: 'waiting',
          attempts: expect.any(Number),
          reason: 'The webhook answered with 503.',
          next: expect.any(String),
        },
      ]);
      await server.context.database.pool.query(
        "UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'deliver-webhook'",
      );
      reactions = [answers(204)];
      await expect(run('requeue', ['deliver-webhook'])).resolves.toEqual(['deliver-webhook: 0']);
      const [line] = await run('requeue', ['deliver-webhook'], { now: true });
      expect(line).toBe('deliver-webhook: 1');
      await expect
        .poll(listed, { timeout: 20_000 })
        .toMatchObject([{ state: 'done', reason: null, next: null }]);
    },
  );
});
