import { PASSWORD } from '../support/applicant.ts';
import { confirmationCodeFor } from '../support/mailbox.ts';
import type { TestServer } from '../support/server.ts';

/** An applicant's account as used by another device. Its calls do not pass through the proxy, and never fail. */
export class Account {
  readonly email: string;
  readonly #server: TestServer;
  #cookie = '';

  constructor(server: TestServer, email: string) {
    this.#server = server;
    this.email = email;
  }

  async signUp(): Promise<void> {
    await this.#call('POST', '/public/signup', { username: this.email, password: PASSWORD });
    await this.confirm();
  }

  async confirm(): Promise<void> {
    const code = await confirmationCodeFor(this.#server, this.email);
    await this.#call('POST', '/public/confirm', { username: this.email, code });
  }

  async logIn(): Promise<void> {
    const response = await this.#call('POST', '/public/login', { username: this.email, password: PASSWORD });
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async answers(): Promise<Readonly<Record<string, string>>> {
    const response = await this.#call('GET', '/api/profile');
    const profile: { answer: Record<string, string> } = await response.json();
    return profile.answer;
  }

  async change(key: string, value: string): Promise<void> {
    await this.#call('PUT', '/api/answer', { answers: { [key]: value } });
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(this.#cookie !== '' && { cookie: this.#cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
