import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PASSWORD_MAX_CHARS } from '#limits.ts';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';

const server = useTestServer();

describe('JSON', () => {
  const send = async (headers: Record<string, string>, payload: string | Buffer) => {
    const applicant = await server().applicant();
    const { status } = await applicant.send({ method: 'PUT', url: '/api/answer', headers, payload });
    return { status, answer: (await applicant.get('/api/profile')).body.answer };
  };
  const json = '{"answers":{"city":"Zürich"}}';

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF8"'])(
    'is read as %s',
    async (type) => {
      const headers = { 'content-type': type, 'content-encoding': 'identity' };
      expect(await send(headers, json)).toEqual({ status: 200, answer: { city: 'Zürich' } });
    },
  );

  test.each([
    [
      'in another charset',
      { 'content-type': 'application/json; charset=iso-8859-1' },
      Buffer.from(json, 'latin1'),
    ],
    ['that says so', { 'content-type': 'application/json; charset=utf-16' }, json],
    ['that is compressed', { 'content-encoding': 'gzip' }, gzipSync(json)],
    ['that says it is', { 'content-encoding': 'br' }, json],
  ])('%s is none that we read', async (_, headers, payload) => {
    const refused = await send({ 'content-type': 'application/json', ...headers }, payload);
    expect(refused).toEqual({ status: 415, answer: {} });
  });
});

describe('odd JSON', () => {
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":"v"`).join(',');
  const raw = (applicant: Visitor, payload: string | Buffer) =>
    applicant.send({
      method: 'PUT',
      url: '/api/answer',
      headers: { 'content-type': 'application/json' },
      payload,
    });

  test.each<{ payload: string | Buffer; status: number }>([
    { payload: '{"answers":', status: 400 },
    { payload: '', status: 400 },
    { payload: '{"answers":{"__proto__":{"admin":"yes"}}}', status: 400 },
    { payload: '{"__proto__":{"answers":{}}}', status: 400 },
    { payload: '{"constructor":{"prototype":{}}}', status: 400 },
    { payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
    { payload: 'null', status: 422 },
    { payload: '[]', status: 422 },
    { payload: '"text"', status: 422 },
    { payload: '{"answers":{},"extra":1}', status: 422 },
    { payload: `{"answers":{${members(1900)}}}`, status: 422 },
    { payload: `{"answers":{${members(10_000)}}}`, status: 413 },
    { payload: `{"answers":{"city":[${'1,'.repeat(10_000)}1]}}`, status: 413 },
    { payload: '{"answers":{"city":[[[[1]]]]}}', status: 422 },
    { payload: `{"answers":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, status: 413 },
    { payload: '[{'.repeat(10_000), status: 413 },
    { payload: `{"answers":{"first_name":"${'x'.repeat(1_000_000)}"}}`, status: 413 },
  ])('$status for a body that begins $payload', async ({ payload, status }) => {
    const applicant = await server().applicant();
    const answer = await raw(applicant, payload);
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveProperty('message');
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  test.each([
    '{"answers":{"city":"A","city":"B"}}',
    '{"answers":{"city":"A"},"answers":{"city":"B"}}',
    '{"answers":{"city":"A","\\u0063ity":"B"}}',
  ])('with a key twice is refused: %s', async (payload) => {
    const applicant = await server().applicant();
    expect((await raw(applicant, payload)).status).toBe(400);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  test.each(['a:b', '{"city":"A"}', '\\', '":"', '\\":', '[:]{:},'])(
    'is not what a text like %j holds',
    async (city) => {
      const applicant = await server().applicant();
      expect((await raw(applicant, JSON.stringify({ answers: { city } }, null, 2))).status).toBe(200);
      expect((await applicant.get('/api/profile')).body.answer).toEqual({ city });
    },
  );
});

describe('a body of somebody who is not logged in', () => {
  const username = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`;
  const password = 'Correct-Horse-7-Battery'.padEnd(PASSWORD_MAX_CHARS, 'é');
  const reset = { username, id: 'x'.repeat(100), password, confirm_password: password };
  /** Writes each letter in six, as some programs do. */
  const escaped = (body: object) =>
    JSON.stringify(body).replace(
      /[^"{}:,]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

  test.each([
    { what: 'the longest passwords', path: '/public/reset-password', payload: escaped(reset), status: 422 },
    {
      what: 'a longer password',
      path: '/public/login',
      payload: JSON.stringify({ username, password: 'x'.repeat(8192) }),
      status: 413,
    },
    {
      what: 'blanks',
      path: '/public/forgot-password',
      payload: JSON.stringify({ username }).padStart(8193),
      status: 413,
    },
    {
      what: 'blanks',
      path: '/public/client-error',
      payload: JSON.stringify({ kind: 'thrown', release: '1', route: '/about' }).padStart(8193),
      status: 413,
    },
  ])('may have $what: $status by $path', async ({ path, payload, status }) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server().visitor().send({ method: 'POST', url: path, headers, payload });
    expect(answer.status).toBe(status);
    expect(answer.body.errors?.password).toBeUndefined();
    expect(answer.body.message).toMatch(/\.$/);
  });
});

describe('a body in pieces', () => {
  const JSON_BODY = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test('of which the first has too many members is refused before the rest arrives', async () => {
    const client = new RawClient(await portOf(server().app));
    client.send('PUT', '/api/answer', { ...JSON_BODY, ...cookiesOf(await server().applicant()) });
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 1])));
    client.socket.write(chunk(body));
    expect(await client.status()).toBe(413);
    client.socket.destroy();
  });

  test('is read as a whole, wherever it is cut', async () => {
    const headers = { ...JSON_BODY, ...cookiesOf(await server().applicant()) };
    const port = await portOf(server().app);
    // Within a text, signs do not count as levels.
    const body = String.raw`{"answers":{"city":"\\\"[[[[[[[[[["}}`;
    for (let at = 1; at < body.length; at += 1) {
      const client = new RawClient(port).send('PUT', '/api/answer', headers);
      client.socket.write(`${chunk(body.slice(0, at))}${chunk(body.slice(at))}0\r\n\r\n`);
      expect(await client.status()).toBe(200);
      client.socket.destroy();
    }
  });
});
