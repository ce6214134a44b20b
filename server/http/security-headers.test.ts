import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#server/adapters/clock.ts';
import { makeOuterParts } from '#server/outer-parts.ts';
import { parseEnv } from '#server/env.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const server = useTestServer();
const dataDir = mkdtempSync(join(tmpdir(), 'admissions-policy-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const envOf = (endpoint?: string) =>
  parseEnv({
    DATA_DIR: dataDir,
    ...(endpoint && {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'documents',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
  });

/** The sources of each directive. */
function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

describe('the policy of a page', () => {
  test('lets it reach only its own server if documents are stored there', () => {
    const directives = directivesOf(contentSecurityPolicy(envOf()));
    expect(directives.get('connect-src')).toEqual(["'self'"]);
    expect(directives.get('default-src')).toEqual(["'none'"]);
  });

  test.each([
    {
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'https://s3.us-east-1.amazonaws.com/documents',
    },
    { endpoint: 'https://storage.example.edu:9000/', bucket: 'https://storage.example.edu:9000/documents' },
    { endpoint: 'https://example.edu/s3;v=2', bucket: 'https://example.edu/s3%3Bv=2/documents' },
  ])('lets it upload to the bucket at $endpoint, and to no other one', async ({ endpoint, bucket }) => {
    const env = envOf(endpoint);
    const directives = directivesOf(contentSecurityPolicy(env));
    expect(directives.get('connect-src')).toEqual(["'self'", bucket]);
    for (const [name, sources] of directives)
      if (name !== 'connect-src') expect(sources.join()).not.toMatch(/\*|documents/);

    const { url } = await makeOuterParts(env, { clock: systemClock }).storage.uploadForm('uploads/one');
    expect(url.replaceAll(';', '%3B')).toBe(bucket);
  });
});

describe('every answer', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['PATCH', '/api/answer'],
    ['GET', '/public/nothing'],
    ['GET', '/service/nothing'],
    ['GET', '/lookup/nothing'],
    ['GET', '/api/%E0%A4%A'],
    ['POST', '/about'],
  ] as const)('to %s %s is a refusal in JSON with the security headers', async (method, url) => {
    const answer = await server().visitor().send({ method, url });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain("; script-src 'self'; ");
    expect(answer.headers['content-security-policy']).toContain(
      "; require-trusted-types-for 'script'; trusted-types default",
    );
  });

  test.each([
    ['without a host', 400, 'GET /api/profile HTTP/1.1\r\n\r\n'],
    ['with two hosts', 400, 'GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n'],
    ['that expects tea', 417, 'GET /api/profile HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n'],
    ['with a broken head', 400, 'GET /api/profile HTTP/1.1\r\nhost localhost\r\n\r\n'],
    ['with a huge head', 431, `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['that is none', 400, 'Hello?\r\n\r\n'],
  ])('to a request %s is a refusal in JSON with the security headers', async (_, status, request) => {
    const { app } = server();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    socket.write(request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
    for (const header of [
      'content-type: application/json',
      "content-security-policy: .*frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'cache-control: no-store',
    ]) {
      expect(head).toMatch(new RegExp(`^${header}`, 'im'));
    }
  });

  test('to HTTP/1.0 needs no host', async () => {
    const { app } = server();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\{"status":"ok"\}$/);
  });

  test.each([
    ['a page of elsewhere', 'cross-site', 'same-origin'],
    ['a page of ours', 'same-origin', 'same-origin'],
    ['a browser that does not say', undefined, 'same-origin'],
    ['an address that was typed in', 'none', undefined],
  ])('to %s says who may keep a reference to the window', async (_, site, policy) => {
    const { headers } = await server()
      .visitor()
      .send({ method: 'GET', url: '/about', headers: site === undefined ? {} : { 'sec-fetch-site': site } });
    expect(headers['cross-origin-opener-policy']).toBe(policy);
  });

  test('to a part of the page has only the headers that apply to a part', async () => {
    const { headers } = await server().visitor().get('/assets/nothing-12345678.js');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-request-id');
  });

  test('an answer about a person is never stored by caches', async () => {
    const applicant = await server().applicant();
    for (const url of ['/api/profile', '/api/tabs', '/api/add-another', '/service/tmp-pdf', '/api/logout']) {
      expect((await applicant.get(url)).headers['cache-control']).toBe('no-store');
    }
  });

  test('an internal failure shows only the default sentence', async () => {
    const applicant = await server().applicant();
    const { pool } = server().context.database;
    await pool.query('ALTER TABLE tabs RENAME TO tabs_gone');
    const answer = await applicant.get('/api/tabs');
    await pool.query('ALTER TABLE tabs_gone RENAME TO tabs');
    expect(answer).toMatchObject({
      status: 500,
      body: { message: "We've encountered an unexpected error at this time. Please try again later." },
    });
    expect(Object.keys(answer.body)).toEqual(['message']);
  });
});
