import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Visitor } from './visitor.ts';

/** Starts to listen unless the server already does. Returns the port on 127.0.0.1. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** One connection to a server, which sends what it is told to and nothing else. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  received = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.closed = new Promise((done) => this.socket.once('close', done));
    this.socket.on('error', () => undefined);
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
  }

  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    version: '1.0' | '1.1' = '1.1',
  ): this {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    this.socket.write([`${method} ${path} HTTP/${version}`, ...lines, '', ''].join('\r\n'));
    return this;
  }

  /** Resolves with the status of the first answer, or with 0 if the connection closes without one. */
  async status(): Promise<number> {
    while (!this.received.includes('\r\n') && !this.socket.closed)
      await Promise.race([once(this.socket, 'data'), this.closed]);
    return Number(/^HTTP\/1\.1 (\d+) /.exec(this.received)?.[1] ?? 0);
  }
}

/** The cookies of a visitor, for requests that are written by hand. */
export function cookiesOf({ cookies }: Visitor): { cookie: string } {
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}
