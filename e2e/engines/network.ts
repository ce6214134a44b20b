import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** The network between a browser and the server. It can be cut, and it can insert scripts into pages. */
export class Network {
  readonly #target: URL;
  readonly #server: Server;
  #port = 0;
  #isCut = false;
  #refused: RegExp | undefined;
  #scripts = '';
  #beginning = '';

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, answer) => this.#forward(incoming, answer));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens again at the same address after it was cut. */
  async opens(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(this.#port, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#isCut = false;
  }

  /** Ends all connections and refuses new ones, as if there were no network. */
  async isCut(): Promise<void> {
    if (this.#isCut) return;
    this.#isCut = true;
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    this.#server.closeAllConnections();
    await closed;
  }

  /** Drops each request of such a path until it is called again. */
  refuses(path?: RegExp): void {
    this.#refused = path;
  }

  /** Runs the script in each page from now on, before the page's own scripts. */
  bringsScript(source: string): void {
    this.#scripts += `${source};\n`;
  }

  /** Puts this before each script of the site, those of workers too, so that it is cached with them. */
  beginsScripts(source: string): void {
    this.#beginning = source;
  }

  #forward(incoming: IncomingMessage, answer: ServerResponse): void {
    if (incoming.url === '/brought.js') {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      answer.end(this.#scripts);
      return;
    }
    if (this.#refused?.test(incoming.url ?? '') === true) {
      answer.destroy();
      return;
    }
    const { hostname, port } = this.#target;
    const headers = { ...incoming.headers };
    if (this.#scripts + this.#beginning !== '') delete headers['accept-encoding'];
    const onward = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (response) => {
        const type = response.headers['content-type'] ?? '';
        if (type.startsWith('text/html') && this.#scripts !== '')
          void changed(response, answer, (page) =>
            page.replace('<head>', '<head><script src="/brought.js"></script>'),
          );
        else if (type.startsWith('text/javascript') && this.#beginning !== '')
          void changed(response, answer, (script) => this.#beginning + script);
        else {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        }
      },
    );
    onward.once('error', () => answer.destroy());
    incoming.pipe(onward);
  }
}

async function changed(
  response: IncomingMessage,
  answer: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const text = Buffer.concat(await response.toArray()).toString();
  const { 'content-length': _, ...headers } = response.headers;
  answer.writeHead(response.statusCode ?? 502, headers);
  answer.end(change(text));
}
