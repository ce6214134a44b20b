import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { PATIENCE } from './connections.ts';

const server = useTestServer({ patience: { ...PATIENCE, bodyMs: 1000 } });
const clients: RawClient[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.destroy()));

const JSON_BODY = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
const FORM = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function send(method: string, path: string, headers: Record<string, string>): Promise<RawClient> {
  const client = new RawClient(await portOf(server().app));
  clients.push(client);
  return client.send(method, path, headers);
}

const field = '--b\r\ncontent-disposition: form-data; name="key"\r\n';
testEach([
  ['before the first field', ''],
  ['in the head of a field', `${field}a: `],
  ['in a field', `${field}\r\n`],
  ['after the last field', `${field}\r\nx\r\n--b--\r\n`],
])('an upload form without end is closed: %s', { short: 1 }, async (_, begun) => {
  const client = await send('POST', '/storage/documents', FORM);
  const endless = Readable.from(
    (function* () {
      yield chunk(`${begun} `);
      for (;;) yield chunk('x'.repeat(16_384));
    })(),
  );
  endless.pipe(client.socket);
  await client.closed;
  endless.destroy();
  expect(client.socket.bytesWritten).toBeGreaterThan(2_000_000);
  expect(client.socket.bytesWritten).toBeLessThan(20_000_000);
});

test.each([
  ['POST', '/storage/documents', FORM],
  ['PUT', '/api/answer', JSON_BODY],
  ['POST', '/api/submit', JSON_BODY],
  ['POST', '/public/login', JSON_BODY],
  ['GET', '/api/profile', JSON_BODY],
])('a body of single letters is closed: %s %s', async (method, path, headers) => {
  const applicant = await server().applicant();
  const client = await send(method, path, { ...headers, ...cookiesOf(applicant) });
  client.socket.write(chunk(' ').repeat(3000));
  await client.closed;
});

test('a body in short pieces, as some networks deliver it, is read', async () => {
  const applicant = await server().applicant();
  const client = await send('PUT', '/api/answer', { ...JSON_BODY, ...cookiesOf(applicant) });
  const body = JSON.stringify({ answers: { city: 'Scranton' } }) + ' '.repeat(150_000);
  client.socket.write(`${(body.match(/.{1,100}/g) ?? []).map(chunk).join('')}0\r\n\r\n`);
  expect(await client.status()).toBe(200);
});
