import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('a request on an open connection while the server stops is answered as usual', async () => {
  const { app, context } = server();
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  const whole = text(socket);
  const body = JSON.stringify({ username: 'ada@example.com' });
  const head = [
    'POST /public/resend-confirm HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const arrived = once(app.server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await arrived;
  const closed = app.close();
  await context.queue.stop();
  socket.write(`${body}GET /api/profile HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [first, second] = (await whole).split(/(?=HTTP\/1\.1 )/);
  await closed;
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^HTTP\/1\.1 401 /);
  expect(second).toMatch(/^connection: close\r$/im);
  expect(second).toMatch(/^x-content-type-options: nosniff\r$/im);
});
