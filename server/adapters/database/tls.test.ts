import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'database-tls-'));
const file = (name: string) => join(folder, name);
const sockets: Socket[] = [];
let port = 0;
/** What came over an encrypted connection. */
let numReceived = 0;
let numReadable = 0;

const server = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.once('data', (sent) => {
    if (sent.includes('user')) {
      numReadable += 1;
      socket.destroy();
      return;
    }
    socket.write('S');
    const [cert, key] = ['chain.pem', 'key.pem'].map((name) => readFileSync(file(name)));
    const secure = new TLSSocket(socket, { isServer: true, ...(cert && key && { cert, key }) });
    secure.on('error', () => undefined);
    secure.once('data', () => {
      numReceived += 1;
      secure.destroy();
    });
  });
});

beforeAll(async () => {
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  execFileSync('openssl', [...words, ...about, '-keyout', file('key.pem'), '-out', file('chain.pem')], {
    stdio: 'ignore',
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

/** The sentences about sslmode in docs/deploy.md, on a server whose certificate no known authority has signed. */
test.each([
  { mode: 'require', host: 'localhost', isTrusted: false },
  { mode: 'verify-full', host: 'localhost', isTrusted: false },
  { mode: `verify-full&sslrootcert=${file('chain.pem')}`, host: 'localhost', isTrusted: true },
  { mode: `require&sslrootcert=${file('chain.pem')}`, host: '127.0.0.1', isTrusted: false },
  { mode: 'no-verify', host: '127.0.0.1', isTrusted: true },
])('sslmode=$mode at $host sends a user and a password: $isTrusted', async ({ mode, host, isTrusted }) => {
  const before = numReceived;
  const client = new Client({ connectionString: `postgres://a:b@${host}:${port}/c?sslmode=${mode}` });
  await expect(client.connect()).rejects.toThrow();
  expect(numReceived - before).toBe(isTrusted ? 1 : 0);
});

test('without sslmode, the user is sent unencrypted', async () => {
  const client = new Client({ connectionString: `postgres://a:b@127.0.0.1:${port}/c` });
  await expect(client.connect()).rejects.toThrow();
  expect(numReadable).toBe(1);
});
