import { createConnection } from 'node:net';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status; 0 when a connection broke. */
  readonly statuses: Readonly<Record<number, number>>;
}

interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whole requests, heads and bodies, made before the measurement; sent in turn. */
  readonly requests: readonly Uint8Array[];
}

/** How answers end: JSON, or a page. Those of the floods arrive in one piece. */
const ENDS = ['}', ']', '</html>'];
const LONGEST_END = 7;
/** The position of the status in an answer's head: `HTTP/1.1 200 OK`. */
const STATUS_AT = 9;

/**
 * That many connections, each of which sends its next request when the last one is answered. Uses bare sockets and
 * requests made in advance, because the load generator shares the cores with the server.
 */
export async function runLoad({ port, connections, seconds, requests }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const count = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
      let sentAt = begun;
      let status = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(requests[sent++ % requests.length] ?? '');
      };
      socket.once('connect', send);
      socket.on('data', (chunk: Buffer) => {
        if (status === 0) status = Number(chunk.toString('latin1', STATUS_AT, STATUS_AT + 3));
        // No head ends like this, so the answer is over.
        const end = chunk.toString('latin1', Math.max(0, chunk.length - LONGEST_END));
        if (!ENDS.some((text) => end.endsWith(text))) return;
        count(status);
        status = 0;
        const now = performance.now();
        times.push(now - sentAt);
        if (now < until) send();
        else socket.end();
      });
      socket.once('error', () => count(0));
      socket.once('close', () => resolve());
    });
  // The server closes a connection whose body it has refused.
  const again = async (): Promise<void> => {
    while (performance.now() < until) await one();
  };
  await Promise.all(Array.from({ length: connections }, again));
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { perSecond: times.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), statuses };
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
