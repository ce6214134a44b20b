import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
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
    {
      payload: `{"answers":{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":"v"`).join(',')}}}`,
      status: 422,
    },
    { payload: `{"answers":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, status: 422 },
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
