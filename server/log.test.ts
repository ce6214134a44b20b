import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { PASSWORD, startTestServer, type TestServer } from './testing/test-server.ts';
import { Visitor } from './testing/visitor.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const logger = pino({ level: 'trace' }, sink);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ log: logger, env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => server.close());

test('the log names routes and requests, and contains nothing that anybody typed or was given', async () => {
  const { context, mail } = server;
  const app = await buildApp(context, { logger, siteFolder: '/nowhere' });
  const person = new Visitor(app);
  const username = 'canary-address@example.com';
  const canaries = [
    username,
    PASSWORD,
    'Canary-Answer',
    '123-45-6789',
    'canary-token',
    'Canary-Wrong-Password-1',
  ];

  await person.post('/public/signup', { username, password: PASSWORD });
  const code = await mail.code(username);
  await person.post('/public/confirm', { username, code: code === '000000' ? '000001' : '000000' });
  await person.post('/public/confirm', { username, code });
  await person.post('/public/login', { username, password: 'Canary-Wrong-Password-1' });
  await person.post('/public/login', { username, password: PASSWORD });
  await person.put('/api/answer', { answers: { first_name: 'Canary-Answer', ssn: '123-45-6789' } });
  await person.put('/api/answer', { answers: { nonsense: 'Canary-Answer' } });
  const malformed = '{"answers":{"first_name":"Canary-Answer"';
  await person.send({
    method: 'PUT',
    url: '/api/answer',
    payload: malformed,
    headers: { 'content-type': 'application/json' },
  });
  await person.get('/service/tmp-pdf?service_token=canary-token');
  await person.get('/reset?username=canary-address@example.com&id=canary-token');
  await person.get('/api/canary-token/%E0%A4%A');
  await person.post('/public/forgot-password', { username });
  const id = await mail.resetId(username);
  await person.post('/public/reset-password', { username, id, password: 'x', confirm_password: 'x' });
  const deviceKey = String((await person.get('/api/profile')).headers['device-key']);
  // An error inside the server, with the answer among the statement's values.
  await context.database.pool.query(
    "ALTER TABLE answers ADD CONSTRAINT no_canary CHECK (value <> 'Canary-Answer-2')",
  );
  expect((await person.put('/api/answer', { answers: { first_name: 'Canary-Answer-2' } })).status).toBe(500);

  const log = lines.join('');
  expect(log).toContain('"route":"/api/answer"');
  expect(log).toMatch(/"reqId":"[\w-]{36}"/);
  expect(log).toContain('23514');
  expect(deviceKey).toMatch(/^[\w-]{43}$/);
  for (const canary of [...canaries, code, id, deviceKey, ...person.cookies.values()].filter(
    (value) => value !== '1',
  )) {
    expect(log).not.toContain(canary);
  }
  await app.close();
});
