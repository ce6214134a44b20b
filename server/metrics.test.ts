import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp, buildWorkerApp } from './app.ts';
import { audit } from './domain/ground/audit.ts';
import { startTestServer, useTestServer } from './testing/test-server.ts';
import { Visitor } from './testing/visitor.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

const server = useTestServer();

/** Maps each name with labels to its value. */
async function scrape(): Promise<Map<string, number>> {
  const { text } = await server().visitor().get('/metrics');
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('counts requests by route, saves, jobs and the process itself, and names nobody', async () => {
  const applicant = await server().applicant('canary-person@example.com');
  await applicant.put('/api/answer', { answers: { first_name: 'Canary', last_name: 'Person' } });
  await applicant.put('/api/answer', { answers: { nonsense: 'Canary' } });
  await applicant.get('/service/tmp-pdf?service_token=canary-token');
  await applicant.get('/canary-page');

  const samples = await scrape();
  const route = 'route="/api/answer",method="PUT"';
  expect(samples.get(`admissions_http_requests_total{${route},status="200"}`)).toBe(1);
  expect(samples.get(`admissions_http_requests_total{${route},status="422"}`)).toBe(1);
  expect(samples.get(`admissions_http_request_duration_seconds_count{${route}}`)).toBe(2);
  expect(samples.get(`admissions_http_request_duration_seconds_bucket{le="+Inf",${route}}`)).toBe(2);
  expect(samples.get('admissions_saved_answers_total')).toBe(2);
  expect(samples.get('admissions_jobs_total{queue="send-mail",outcome="done"}')).toBe(1);
  // An alert waits for the first one.
  expect(samples.get('admissions_conversions_total{outcome="broken"}')).toBe(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);

  const { text, headers } = await server().visitor().get('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain('# TYPE admissions_http_request_duration_seconds histogram');
  expect(text).not.toMatch(/canary/i);
});

test('shows what waits in the queue, and what has failed for good', { tags: 'slow' }, async () => {
  const quiet = await startTestServer({ hasWorkers: false });
  onTestFinished(() => quiet.close());
  await quiet
    .visitor()
    .post('/public/signup', { username: 'a@example.com', password: 'Correct-Horse-7-Battery' });
  const { text } = await quiet.visitor().get('/metrics');
  expect(text).toContain('admissions_queue_jobs{queue="send-mail",state="waiting"} 1');
});

test('shows how long ago the last backup was', async () => {
  const name = 'admissions_last_backup_seconds';
  expect((await scrape()).has(name)).toBe(false);
  const { database, clock } = server().context;
  const at = new Date(clock.now().getTime() - 60_000);
  await audit(database.kysely, { event: 'backed-up', at });
  expect((await scrape()).get(name)).toBe(60);
});

test('an unexpected failure is counted', async () => {
  const { context } = server();
  const applicant = await server().applicant();
  await context.database.pool.query(
    "ALTER TABLE answers ADD CONSTRAINT no_answer CHECK (value <> 'forbidden')",
  );
  expect((await applicant.put('/api/answer', { answers: { city: 'forbidden' } })).status).toBe(500);
  expect((await scrape()).get('admissions_errors_total{kind="unexpected"}')).toBe(1);
});

test.each([
  { from: '127.0.0.1', status: 200 },
  { from: '::1', host: '[::1]:3000', status: 200 },
  { from: '::ffff:127.0.0.1', status: 200 },
  { from: '127.0.0.1', host: 'apply.example.edu', status: 404 },
  { from: '127.0.0.1', host: 'upstream', status: 404 },
  { from: '::ffff:10.1.2.3', status: 404 },
  { from: '192.168.1.1', status: 404 },
  { from: 'fd00::17', status: 404 },
  { from: '203.0.113.7', status: 404 },
  { from: '2001:db8::1', status: 404 },
])(
  'without a token, a request $from for "$host" gets $status',
  async ({ from, host = 'localhost:3000', status }) => {
    const answer = await server().app.inject({ url: '/metrics', remoteAddress: from, headers: { host } });
    expect(answer.statusCode).toBe(status);
  },
);

test('with METRICS_TOKEN, only its bearer gets them, from anywhere', { tags: 'slow' }, async () => {
  const closed = await startTestServer({ env: { METRICS_TOKEN: 'a-long-metrics-token' }, hasWorkers: false });
  onTestFinished(() => closed.close());
  const ask = async (authorization: string) =>
    (await closed.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } }))
      .statusCode;
  expect((await closed.visitor().get('/metrics')).status).toBe(404);
  expect(await ask('Bearer wrong')).toBe(404);
  expect(await ask('Bearer a-long-metrics-token')).toBe(200);
});

test('a process without pages answers for its health and metrics, and nothing else', async () => {
  const app = buildWorkerApp(server().context);
  onTestFinished(() => app.close());
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect((await app.inject('/metrics')).body).toContain('admissions_jobs_total');
  expect((await app.inject('/api/profile')).statusCode).toBe(404);
});

describe('a process without pages', () => {
  test.each([
    { url: '/nothing?token=canary', status: 404, message: 'This does not exist.' },
    { url: '/%zz?token=canary', status: 400, message: 'The request cannot be read.' },
  ])('answers $url with a sentence and all security headers', async ({ url, status, message }) => {
    const app = buildWorkerApp(server().context);
    onTestFinished(() => app.close());
    const answer = await app.inject(url);
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status, body: { message } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('logs its own failure and reveals no internals', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const isDraining = () => {
      throw new Error('The inside.');
    };
    const app = buildWorkerApp({ ...server().context, isDraining }, { logger: pino({}, sink) });
    onTestFinished(() => app.close());
    const { statusCode, body } = await app.inject('/readyz');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('The inside.');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'A request failed.', reason: 'The inside.', reqId: expect.any(String) }),
    );
  });
});

test('a request continues its caller’s trace, in its answer, the log and its jobs', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const { context, mail } = server();
  const app = await buildApp(context, { logger: pino({}, sink), siteFolder: '/nowhere' });
  onTestFinished(() => app.close());
  const username = 'traced@example.com';
  const answer = await new Visitor(app).post(
    '/public/signup',
    { username, password: 'Correct-Horse-7-Battery' },
    { traceparent: TRACEPARENT },
  );
  expect(answer.headers['traceparent']).toMatch(
    new RegExp(`^00-${TRACE_ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
  );
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ route: '/public/signup', traceId: TRACE_ID }),
  );
  await mail.code(username);
  const { rows } = await context.database.pool.query(
    "SELECT data->>'traceparent' AS traceparent FROM pgboss.job WHERE data->>'username' = $1",
    [username],
  );
  expect(rows[0].traceparent).toContain(TRACE_ID);
});

test.each([
  '',
  'nonsense',
  `ff${TRACEPARENT.slice(2)}`,
  `${TRACEPARENT}-more`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
])('the traceparent "%s" counts as none', async (traceparent) => {
  const { headers } = await server().visitor().get('/healthz', { traceparent });
  expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(headers['traceparent']).not.toContain(TRACE_ID);
});
