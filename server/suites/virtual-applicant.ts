import { setTimeout as sleep } from 'node:timers/promises';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { send, type Browser, type Reply } from './http.ts';
import { Ledger } from './ledger.ts';
import type { Mailbox } from './mailbox.ts';

export const PASSWORD = 'Correct-Horse-7-Battery';

/** Temporary refusals, after which a client retries. */
const LATER = new Set([429, 502, 503]);
const PAUSE_MS = 60;
const PATIENCE_MS = 90_000;
const POLL_MS = 250;
/** Longer than a lease and its retries. */
const CONVERSION_PATIENCE_MS = 120_000;

export interface Upload {
  readonly key: string;
  readonly fileKey: string;
}

/** An applicant who fills in the form while the suite ends processes, and records what was acknowledged. */
export class VirtualApplicant {
  readonly username: string;
  readonly browser: Browser;
  readonly ledger: Ledger;
  /** Responses that the server must never give, whatever was killed. */
  readonly surprises: string[] = [];
  /** Conversions that were acknowledged. */
  readonly accepted: Upload[] = [];
  submissions = 0;
  isSubmitted = false;

  constructor(username: string, browser: Browser) {
    this.username = username;
    this.browser = browser;
    this.ledger = new Ledger(username);
  }

  /**
   * Signs up, confirms and logs in. If an acknowledgement was lost, a successful login shows that the step was done.
   */
  async signUp(mailbox: Pick<Mailbox, 'code'>): Promise<void> {
    const { username } = this;
    await this.insist('POST', '/public/signup', { username, password: PASSWORD });
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(POLL_MS)) {
      const code = await mailbox.code(username);
      const reply = await this.#try('POST', '/public/confirm', { username, code });
      if (reply === undefined || LATER.has(reply.status)) continue;
      if (reply.status === 200) return this.logIn();
      const login = await this.#try('POST', '/public/login', { username, password: PASSWORD });
      if (login?.status === 200) return;
    }
    throw new Error(`${username} could not sign up.`);
  }

  async logIn(): Promise<void> {
    await this.insist('POST', '/public/login', { username: this.username, password: PASSWORD });
  }

  /** Saves once. Returns false when the save was not acknowledged. */
  async save(): Promise<boolean> {
    const { number, answers } = this.ledger.next();
    const reply = await this.#try('PUT', '/api/answer', { answers });
    if (reply?.status !== 200) return false;
    this.ledger.acknowledge(number);
    return true;
  }

  /** Uploads a file and requests its conversion. Repeats all steps until the conversion is acknowledged. */
  async upload(key: string, file: Buffer, name: string): Promise<void> {
    let last: Reply | undefined;
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAUSE_MS)) {
      last = await this.#try('POST', '/api/presigned-url', { answer_key: key });
      if (last?.status !== 200) continue;
      const { url, fields } = last.body;
      const raw = multipart(Object.entries<string>(fields), file);
      last = await this.#post(new URL(url), raw, MULTIPART);
      if (last?.status !== 204) continue;
      const asked = { file_key: fields.key, file_name: name };
      last = await this.#try('POST', `/api/pdf/document-answer/${key}`, asked);
      if (last?.status !== 202) continue;
      this.accepted.push({ key, fileKey: fields.key });
      return;
    }
    throw new Error(`${this.username} could not upload: ${last?.status} ${last?.text}`);
  }

  /** Returns a conversion's final status, or `undefined` if it does not end in time. */
  async conversion(key: string, patienceMs = CONVERSION_PATIENCE_MS): Promise<string | undefined> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(POLL_MS)) {
      const reply = await this.#try('GET', `/api/pdf/document-answer/${key}`);
      if (['COMPLETED', 'FAILED', 'NOT_ANSWERED'].includes(reply?.body?.status)) return reply?.body.status;
    }
    return undefined;
  }

  /** Saves complete answers besides those of the ledger, then submits from several devices at once. */
  async submit(numDevices = 1): Promise<void> {
    const { first_name: _first, last_name: _last, address_line_1: _line, ...answers } = completeAnswers;
    await this.insist('PUT', '/api/answer', { answers });
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAUSE_MS)) {
      const replies = await Promise.all(
        Array.from({ length: numDevices }, () => this.#try('POST', '/api/submit')),
      );
      this.submissions += replies.filter((reply) => reply?.status === 200).length;
      if (replies.some((reply) => reply?.status === 200 || reply?.status === 409)) {
        this.isSubmitted = true;
        return;
      }
    }
    throw new Error(`${this.username} could not submit.`);
  }

  async profile(): Promise<Reply> {
    return this.insist('GET', '/api/profile');
  }

  /** Repeats a request until it succeeds. Fails at a response that no fault explains. */
  async insist(method: string, path: string, json?: unknown): Promise<Reply> {
    let last: Reply | undefined;
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAUSE_MS)) {
      last = await this.#try(method, path, json);
      if (last !== undefined && last.status < 300) return last;
    }
    throw new Error(`${this.username}: ${method} ${path} was not done: ${last?.status} ${last?.text}`);
  }

  async #try(method: string, path: string, json?: unknown): Promise<Reply | undefined> {
    return this.#judge(method, path, this.browser.send(method, path, json === undefined ? {} : { json }));
  }

  /** Posts to a storage, which may be of another origin and gets no cookies. */
  async #post({ origin, pathname }: URL, raw: Buffer, headers: Readonly<Record<string, string>>) {
    return this.#judge('POST', pathname, send(origin, 'POST', pathname, { raw, headers }));
  }

  async #judge(method: string, path: string, answer: Promise<Reply>): Promise<Reply | undefined> {
    try {
      const reply = await answer;
      if (LATER.has(reply.status)) await sleep(PAUSE_MS);
      else if (reply.status >= 500 || reply.status === 401)
        this.surprises.push(`${this.username}: ${method} ${path} was answered by ${reply.status}.`);
      return reply;
    } catch {
      await sleep(PAUSE_MS);
      return undefined;
    }
  }
}
