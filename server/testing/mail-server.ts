import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Starts a mail server without TLS, until the test is finished. Returns its host and port. */
export async function startMailServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}

/** Keeps the source of each mail that a mail server gets. */
export function keepingIn(received: string[]): NonNullable<SMTPServerOptions['onData']> {
  return (stream, _session, done) => {
    let source = '';
    stream.on('data', (chunk: Buffer) => (source += chunk.toString()));
    stream.on('end', () => {
      received.push(source);
      done();
    });
  };
}
