import { describe, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const HOST = 'apply.example.edu';
const plain = useTestServer();
const server = useTestServer({ env: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '127.0.0.1' } });

const save = { method: 'PUT', url: '/api/answer', payload: { answers: { first_name: 'Ada' } } } as const;

describe('behind https, a request', () => {
  testEach([
    { origin: `http://${HOST}` },
    { referer: `http://${HOST}/about` },
    { origin: `https://${HOST}:8443` },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { referer: 'https://evil.example/', 'x-forwarded-host': 'evil.example' },
  ])('with %j is of another site', { short: 3 }, async (headers) => {
    const applicant = await server().applicant();
    const answer = await applicant.send({ ...save, headers: { host: HOST, ...headers } });
    expect(answer.status).toBe(403);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  testEach([
    { host: HOST, origin: `https://${HOST}` },
    { host: HOST, referer: `https://${HOST}/about` },
    // A proxy that calls us by our own name, and one of several names of the site.
    { host: '127.0.0.1:3000', origin: `https://${HOST}` },
    { host: 'localhost:3000', origin: 'http://localhost:3000' },
    { host: 'www.example.edu', origin: 'https://www.example.edu' },
  ])('with %j is ours', { short: 3 }, async (headers) => {
    const applicant = await server().applicant();
    expect((await applicant.send({ ...save, headers })).status).toBe(200);
  });
});

describe('requests from other sites', () => {
  const state = {
    method: 'PUT',
    url: '/api/answer',
    payload: { answers: { first_name: 'Forged' } },
  } as const;

  testEach([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('are refused and change nothing: %j', { short: 3 }, async (headers) => {
    const applicant = await plain().applicant();
    expect((await applicant.send({ ...state, headers })).status).toBe(403);
    expect((await applicant.get('/api/logout', headers)).status).toBe(403);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  test.each([
    {},
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('are not those with %j', async (headers) => {
    const applicant = await plain().applicant();
    expect((await applicant.send({ ...state, headers: { ...headers, host: 'localhost' } })).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'as a form can send them (%s) are no JSON',
    async (type) => {
      const applicant = await plain().applicant();
      const payload = '{"answers":{"first_name":"Forged"}}';
      const answer = await applicant.send({ ...state, headers: { 'content-type': type }, payload });
      expect(answer.status).toBe(415);
    },
  );
});
