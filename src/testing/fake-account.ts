import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import type { Operation } from '#answers/records.ts';
import type { AccountWire } from '#answers/account-answers.ts';

/** What becomes of one call: it fails before or after the server has done it, or waits for its turn. */
export type Fault =
  | 'none'
  | 'lost-request'
  | 'lost-response'
  /** Given up, and arrives all the same: see `strays`. */
  | 'stray'
  | 'unauthorized'
  | 'not-json'
  | { readonly status: number; readonly errors?: Record<string, string[]>; readonly retryAfterMs?: number }
  | { readonly until: Promise<void> };

/** An account on a server that can be told to misbehave, call by call. */
export class FakeAccount {
  readonly answers: Record<string, string> = {};
  readonly operations: Operation[] = [];
  readonly puts: Readonly<Record<string, string>>[] = [];
  /** What becomes of the calls to come; afterwards they succeed. */
  readonly faults: Fault[] = [];
  /** What becomes of every call that no fault is in line for. */
  always: Fault = 'none';
  calls = 0;
  /** What the account had when somebody last asked. */
  lastRead: Readonly<Record<string, string>> = {};
  /** Requests that were given up and have yet to arrive. */
  readonly strays: (() => void)[] = [];
  /** Looks on while answers are put. */
  onPut: (changed: Readonly<Record<string, string>>) => void = () => undefined;

  readonly wire: AccountWire = {
    putAnswers: (changed) =>
      this.#call(() => {
        this.onPut(changed);
        this.puts.push(changed);
        Object.assign(this.answers, changed);
      }),
    post: (operation) => this.#call(() => void this.operations.push(operation)),
    readAnswers: async () => {
      let answers = {};
      await this.#call(() => {
        answers = this.lastRead = { ...this.answers };
      });
      return answers;
    },
  };

  async #call(work: () => void): Promise<void> {
    this.calls += 1;
    const fault = this.faults.shift() ?? this.always;
    if (fault === 'none') return work();
    if (fault === 'lost-request') throw new NetworkError('lost');
    if (fault === 'unauthorized') throw new UnauthorizedError(401, 'Your session is invalid.');
    if (fault === 'not-json') throw new ServerError(200, 'unexpected', {}, undefined, false);
    if (fault === 'stray') {
      this.strays.push(work);
      throw new NetworkError('given up');
    }
    if (fault === 'lost-response') {
      work();
      throw new NetworkError('lost');
    }
    if ('until' in fault) {
      await fault.until;
      return work();
    }
    throw new ServerError(fault.status, 'no', fault.errors, fault.retryAfterMs);
  }
}
