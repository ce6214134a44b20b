import { describe, expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const HOST = 'apply.example.edu';
const server = useTestServer({ env: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '127.0.0.1' } });

const save = { method: 'PUT', url: '/api/answer', payload: { answers: { first_name: 'Ada' } } } as const;

describe('behind https, a request', () => {
  test.each([
    { origin: `http://${HOST}` },
    { referer: `http://${HOST}/about` },
    { origin: `https://${HOST}:8443` },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { referer: 'https://evil.example/', 'x-forwarded-host': 'evil.example' },
  ])('with %j is of another site', async (headers) => {
    const applicant = await server().applicant();
    const answer = await applicant.send({ ...save, headers: { host: HOST, ...headers } });
    expect(answer.status).toBe(403);
    expect((await applicant.get('/api/profile')).body.answer).toEqual({});
  });

  test.each([
    { host: HOST, origin: `https://${HOST}` },
    { host: HOST, referer: `https://${HOST}/about` },
    // A proxy that calls us by our own name, and one of several names of the site.
    { host: '127.0.0.1:3000', origin: `https://${HOST}` },
    { host: 'localhost:3000', origin: 'http://localhost:3000' },
    { host: 'www.example.edu', origin: 'https://www.example.edu' },
  ])('with %j is ours', async (headers) => {
    const applicant = await server().applicant();
    expect((await applicant.send({ ...save, headers })).status).toBe(200);
  });
});
