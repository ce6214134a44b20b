import { createConnection, type Socket } from 'node:net';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status; 0 when a connection broke. */
  readonly statuses: Readonly<Record<number, number>>;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** A whole request, head and body. */
  readonly next: () => Buffer;
}

/**
 * So many connections, each sending its next request when the last one is answered. By bare sockets, because
 * a client library costs as much as the server and would be measured along.
 */
export async function runLoad({ port, connections, seconds, next }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const until = performance.now() + seconds * 1000;
  const count = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
      let begun = performance.now();
      const send = (on: Socket) => {
        begun = performance.now();
        on.write(next());
      };
      let seen = '';
      socket.once('connect', () => send(socket));
      socket.on('data', (chunk: Buffer) => {
        seen += chunk.toString('latin1');
        const status = wholeAnswer(seen);
        if (status === undefined) return;
        seen = '';
        times.push(performance.now() - begun);
        count(status);
        if (performance.now() < until) send(socket);
        else socket.end();
      });
      socket.once('error', () => count(0));
      socket.once('close', () => resolve());
    });
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { perSecond: times.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), statuses };
}

/** The status of an answer that is there to its last byte. */
function wholeAnswer(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  if (text.length < head + 4 + length) return undefined;
  return Number(text.slice(9, 12));
}

/** A request with a JSON body in one piece. */
export function jsonRequest(method: string, path: string, cookie: string, body: unknown): Buffer {
  const text = JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `cookie: ${cookie}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}
