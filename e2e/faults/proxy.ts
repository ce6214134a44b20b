import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A fault that happens to one call of the API. */
export type NetworkFault =
  | 'lost-request'
  | 'lost-response'
  | 'slow-request'
  | 'slow-response'
  | 'error-500'
  | 'gateway-502'
  | 'portal-200'
  | 'empty-200'
  | 'busy-429'
  | 'unauthorized-401';

export const networkFaults: readonly NetworkFault[] = [
  'lost-request',
  'lost-response',
  'lost-response',
  'slow-request',
  'slow-response',
  'error-500',
  'gateway-502',
  'portal-200',
  'empty-200',
  'busy-429',
];

/** One call as the proxy saw it. */
export interface Call {
  /** Method and path, such as `PUT /api/answer`. */
  readonly name: string;
  readonly body: string;
  readonly at: number;
  isOver: boolean;
  /** Missing if no answer reached the browser. */
  status?: number;
}

const SLOW_MS = 2500;

/** A proxy between browser and server that fails on command. Requests for pages and files always succeed. */
export class HostileProxy {
  /** The faults of the next calls, one each; `undefined` lets a call through. */
  readonly faults: (NetworkFault | undefined)[] = [];
  /** Only calls that match this can fail. */
  befalls = /^[A-Z]+ \/api\//;
  /** The `retry-after` of a busy server, in seconds. */
  retryAfterSeconds = 1;
  /** The proxy's address, once started. */
  url = '';
  /** Every call of the API that the browser sent, with the status of its answer. */
  readonly calls: Call[] = [];
  /** The address of the server. A server that was killed may start again at another one. */
  target: URL;
  readonly #server: Server;
  readonly #mostAtOnce = new Map<string, number>();
  /** Each lets go one request or answer that is held back. */
  readonly #held = new Set<() => void>();

  constructor(target: string) {
    this.target = new URL(target);
    this.#server = createServer((incoming, answer) => void this.#serve(incoming, answer));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
    this.url = `http://127.0.0.1:${address.port}`;
    return this.url;
  }

  /** The highest number of simultaneous calls with this name. */
  mostAtOnce(name: string): number {
    return this.#mostAtOnce.get(name) ?? 0;
  }

  /** Lets go everything that is held back. From now on, every call gets through. */
  heal(): void {
    this.faults.length = 0;
    for (const letGo of this.#held) letGo();
  }

  async stop(): Promise<void> {
    this.heal();
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const name = `${incoming.method ?? ''} ${incoming.url ?? ''}`;
    const fault = this.befalls.test(name) ? this.faults.shift() : undefined;
    const call: Call = { name, body: body.toString(), at: Date.now(), isOver: false };
    if (name.includes(' /api/')) this.calls.push(call);
    const atOnce = this.calls.filter((other) => other.name === name && !other.isOver).length;
    this.#mostAtOnce.set(name, Math.max(this.mostAtOnce(name), atOnce));
    answer.once('close', () => {
      call.isOver = true;
      if (answer.writableFinished && answer.headersSent) call.status = answer.statusCode;
    });
    switch (fault) {
      case 'lost-request':
        incoming.socket.destroy();
        return;
      case 'error-500':
        say(answer, 500, 'application/json', '{"message":"It broke."}');
        return;
      case 'gateway-502':
        say(answer, 502, 'text/html', '<h1>Bad gateway</h1>');
        return;
      case 'portal-200':
        say(answer, 200, 'text/html', '<form>Accept our terms to go online</form>');
        return;
      case 'empty-200':
        say(answer, 200, 'text/plain', '');
        return;
      case 'busy-429':
        answer.setHeader('retry-after', String(this.retryAfterSeconds));
        say(answer, 429, 'application/json', '{"message":"Too many tries."}');
        return;
      case 'unauthorized-401':
        say(answer, 401, 'application/json', '{"message":"Your session has ended."}');
        return;
      case 'slow-request':
        await this.#hold();
        break;
      case 'lost-response':
      case 'slow-response':
      case undefined:
        break;
      default:
        fault satisfies never;
    }
    this.#forward(incoming, body, answer, fault);
  }

  #forward(
    incoming: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    fault: NetworkFault | undefined,
  ): void {
    const onward = request(
      {
        host: this.target.hostname,
        port: this.target.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (response) => {
        if (fault === 'lost-response') {
          response.resume();
          response.once('end', () => incoming.socket.destroy());
          return;
        }
        const passOn = () => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        };
        if (fault === 'slow-response') void this.#hold().then(passOn);
        else passOn();
      },
    );
    onward.once('error', () => incoming.socket.destroy());
    onward.end(body);
  }

  #hold(): Promise<void> {
    return new Promise((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        this.#held.delete(letGo);
        resolve();
      };
      const timer = setTimeout(letGo, SLOW_MS);
      this.#held.add(letGo);
    });
  }
}

function say(answer: ServerResponse, status: number, type: string, text: string): void {
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  answer.end(text);
}
