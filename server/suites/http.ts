import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly raw: Buffer;
  readonly ms: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- suites read what they expect; a wrong shape fails there
  readonly body: any;
}

export interface Outgoing {
  readonly json?: unknown;
  readonly raw?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const KEPT = { keepAlive: true, maxSockets: Infinity };
const agent = new http.Agent(KEPT);
/** Every name leads to this machine, whose certificate nobody has signed. */
const secureAgent = new https.Agent({
  ...KEPT,
  rejectUnauthorized: false,
  lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
});

/** Sends one request. Fails when the answer is missing or incomplete. */
export function send(base: string, method: string, path: string, outgoing: Outgoing = {}): Promise<Reply> {
  const { json, timeoutMs = TIMEOUT_MS } = outgoing;
  const payload = json === undefined ? outgoing.raw : JSON.stringify(json);
  const headers = {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
    ...outgoing.headers,
  };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(base);
    const [request, kept] = protocol === 'https:' ? [https.request, secureAgent] : [http.request, agent];
    const outgoingRequest = request({ hostname, port, method, path, headers, agent: kept }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const raw = Buffer.concat(chunks);
        const text = raw.toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          raw,
          ms: performance.now() - begun,
          body: parsed(text, response.headers['content-type']),
        });
      });
    });
    outgoingRequest.setTimeout(timeoutMs, () => outgoingRequest.destroy(new Error('No answer in time.')));
    outgoingRequest.on('error', reject);
    outgoingRequest.end(payload);
  });
}

function parsed(text: string, type = ''): unknown {
  if (!type.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A browser: keeps cookies and calls `base` for the server's present address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #base: () => string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: () => string, headers: Readonly<Record<string, string>> = {}) {
    this.#base = base;
    this.#headers = headers;
  }

  get = (path: string) => this.send('GET', path);
  put = (path: string, json: unknown) => this.send('PUT', path, { json });
  post = (path: string, json?: unknown) => this.send('POST', path, json === undefined ? {} : { json });

  async send(method: string, path: string, outgoing: Outgoing = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#headers, ...(cookie !== '' && { cookie }), ...outgoing.headers };
    const reply = await send(this.#base(), method, path, { ...outgoing, headers });
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }
}
