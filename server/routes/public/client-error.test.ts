import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const server = useTestServer({ log: pino({}, sink), hasWorkers: false });

const failure = { kind: 'thrown', release: '0.1.0-4f3a9c1d', route: '/education' };
const report = (body: object, remoteAddress = '192.0.2.1') =>
  server().visitor().send({ method: 'POST', url: '/public/client-error', payload: body, remoteAddress });
const counted = async () => {
  const { text } = await server().visitor().get('/metrics');
  return /^admissions_client_errors_total\{kind="thrown",route="\/education"\} (\d+)$/m.exec(text)?.[1];
};

test('a failure of a page becomes one line of the log and one count', async () => {
  const answer = await report(failure);
  expect(answer).toMatchObject({ status: 204, text: '', headers: { 'cache-control': 'no-store' } });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...failure, msg: 'A page failed.' }),
  ]);
  expect(await counted()).toBe('1');
});

test.each([
  { what: 'a message', body: { ...failure, message: 'Canary' } },
  { what: 'a kind of its own', body: { ...failure, kind: 'Canary' } },
  { what: 'a route with a query', body: { ...failure, route: '/reset?username=Canary' } },
  { what: 'another route', body: { ...failure, route: '/Canary' } },
  { what: 'a release with a text', body: { ...failure, release: 'Canary said' } },
  { what: 'a long release', body: { ...failure, release: 'Canary'.repeat(20) } },
  { what: 'no release', body: { kind: 'thrown', route: '/about' } },
])('with $what it is refused and leaves nothing', async ({ body }) => {
  const before = lines.length;
  expect((await report(body)).status).toBe(422);
  expect(lines).toHaveLength(before);
  expect((await server().visitor().get('/metrics')).text).not.toContain('Canary');
});

test('another site reports nothing', async () => {
  const visitor = server().visitor({ origin: 'https://evil.example' });
  expect((await visitor.post('/public/client-error', failure)).status).toBe(403);
});

test('one network can send a limited number of reports, and others still can', async () => {
  const before = lines.length;
  const answers = await Promise.all(Array.from({ length: 70 }, () => report(failure, '192.0.2.2')));
  const taken = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status }) => status === 429);
  expect([taken.length, refused.length]).toEqual([60, 10]);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(lines).toHaveLength(before + 60);
  expect((await report(failure, '192.0.2.3')).status).toBe(204);
});

test('the description names the vocabulary', async () => {
  const { paths, components } = (await server().visitor().get('/openapi.json')).body;
  const { requestBody, responses } = paths['/public/client-error'].post;
  expect(requestBody.content['application/json'].schema.$ref).toBe(
    '#/components/schemas/PostClientErrorBody',
  );
  expect(components.schemas.PostClientErrorBody).toMatchObject({
    additionalProperties: false,
    properties: { kind: { enum: expect.arrayContaining(['thrown', 'rejection']) } },
  });
  expect(responses['204']).toEqual({ description: 'Done' });
});
