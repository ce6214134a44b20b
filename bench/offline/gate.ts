import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { SITES } from './build.ts';
import type { Ledger } from './ledger.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** A proxy in front of the product's server: serves the peers' pages, and counts what the server saves. */
export class Gate {
  numDoubled = 0;
  numOverruled = 0;
  readonly #ledger: Ledger;
  readonly #server: string;
  readonly #account: Record<string, string> = {};
  /** Saves that were sent under an idempotency key. */
  readonly #saves = new Map<string, Promise<Response>>();
  readonly #http = createServer((incoming, answer) => {
    this.#serve(incoming, answer).catch(() => answer.destroy());
  });

  constructor(server: string, ledger: Ledger) {
    this.#server = server;
    this.#ledger = ledger;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    const address = this.#http.address();
    if (typeof address !== 'object' || address === null) throw new Error('The gate has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  stop(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const file = /^\/(?:offline-transactions|react-query)\/([\w./-]*)$/.exec(path);
    if (file !== null) {
      const name = file[1] === '' ? `${path}index.html` : path;
      answer.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain');
      answer.end(await readFile(join(SITES, name)));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const response = await this.#once(incoming, Buffer.concat(chunks));
    const headers = Object.fromEntries(response.headers);
    // The body is already decoded.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) delete headers[name];
    const cookies = response.headers.getSetCookie();
    answer.writeHead(response.status, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) });
    answer.end(Buffer.from(await response.clone().arrayBuffer()));
  }

  async #once(incoming: IncomingMessage, body: Buffer): Promise<Response> {
    const key = incoming.headers['idempotency-key'];
    if (typeof key !== 'string') return this.#forward(incoming, body);
    const earlier = await this.#saves.get(key);
    if (earlier?.ok === true) return earlier;
    const save = this.#forward(incoming, body);
    this.#saves.set(key, save);
    return save;
  }

  async #forward(incoming: IncomingMessage, body: Buffer): Promise<Response> {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (name !== 'connection' && name !== 'content-length' && value !== undefined)
        headers.set(name, String(value));
    }
    // The server compares the origin with the host of the request.
    if (headers.has('origin')) headers.set('origin', this.#server);
    const response = await fetch(`${this.#server}${incoming.url ?? '/'}`, {
      method: incoming.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const isSave = incoming.method === 'PUT' && incoming.url === '/api/answer';
    if (isSave && response.ok) this.#saved(JSON.parse(body.toString()).answers);
    return response;
  }

  #saved(answers: Readonly<Record<string, string>>): void {
    const changed = Object.entries(answers).filter(([key]) => !key.endsWith('_desc'));
    if (changed.every(([key, value]) => this.#account[key] === value)) this.numDoubled += 1;
    for (const [key, value] of changed) {
      if (!this.#ledger.isTypedOver(key, value, this.#account[key] ?? '')) this.numOverruled += 1;
      this.#account[key] = value;
    }
  }
}
