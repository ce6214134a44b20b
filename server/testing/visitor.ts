import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

export interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly cookies: LightMyRequestResponse['cookies'];
  readonly text: string;
  readonly raw: Buffer;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they expect; a wrong shape fails there
  readonly body: any;
}

type Headers = Readonly<Record<string, string>>;

/** A browser as the server sees it: cookies, and headers sent with every request. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #headers: Headers;

  constructor(app: FastifyInstance, headers: Headers = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  get = (url: string, headers?: Headers) => this.send({ method: 'GET', url, ...(headers && { headers }) });
  delete = (url: string) => this.send({ method: 'DELETE', url });
  put = (url: string, body: object) => this.send({ method: 'PUT', url, payload: body });
  post = (url: string, body?: object, headers?: Headers) =>
    this.send({ method: 'POST', url, ...(body && { payload: body }), ...(headers && { headers }) });

  async send(options: InjectOptions): Promise<Answer> {
    const response = await this.#app.inject({
      ...options,
      headers: { ...this.#headers, ...options.headers },
      cookies: Object.fromEntries(this.cookies),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson =
      response.body !== '' && String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      cookies: response.cookies,
      text: response.body,
      raw: response.rawPayload,
      body: isJson ? response.json() : undefined,
    };
  }
}
