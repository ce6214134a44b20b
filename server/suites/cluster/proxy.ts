import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';

const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * A small load balancer as in a data center. It takes the servers in turn, skips one that does not listen, and never
 * repeats a request that a server may have executed.
 */
export class Proxy {
  readonly #server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  readonly #backends: () => readonly string[];
  #turn = 0;

  /** @param backends the addresses believed to be up */
  constructor(backends: () => readonly string[]) {
    this.#backends = backends;
  }

  async listen(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () =>
      this.#forward(incoming, Buffer.concat(chunks), outgoing, this.#backends().length),
    );
  }

  #forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, triesLeft: number): void {
    const backends = this.#backends();
    const backend = backends[(this.#turn += 1) % Math.max(backends.length, 1)];
    if (backend === undefined || triesLeft <= 0) return refuse(outgoing);
    const { hostname, port } = new URL(backend);
    const headers: OutgoingHttpHeaders = {
      'x-forwarded-for': incoming.socket.remoteAddress,
      ...incoming.headers,
    };
    for (const name of HOP_HEADERS) delete headers[name];
    if (body.length > 0) headers['content-length'] = String(body.length);
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, method, path, headers, agent: this.#agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.#forward(incoming, body, outgoing, triesLeft - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing);
    });
    onward.end(body);
  }
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
}
