import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import type { Operation } from '#application/model.ts';
import type { Wire } from '#application/account/send.ts';

/** The outcome of one call: success, a failure before or after the server does the work, or a wait. */
export type Fault =
  | 'none'
  | 'lost-request'
  | 'lost-response'
  /** The client gives up, but the request arrives later: see `strays`. */
  | 'stray'
  | 'unauthorized'
  | 'not-json'
  | { readonly status: number; readonly errors?: Record<string, string[]>; readonly retryAfterMs?: number }
  | { readonly until: Promise<void> };

/** An account on a server that fails on command, call by call. */
export class FakeAccount {
  readonly answers: Record<string, string> = {};
  readonly operations: Operation[] = [];
  readonly puts: Readonly<Record<string, string>>[] = [];
  /** The outcomes of the next calls. Once they are used up, `always` applies. */
  readonly faults: Fault[] = [];
  /** The outcome of every call that has no entry in `faults`. */
  always: Fault = 'none';
  /** The outcome of every call of these kinds, whatever the others do. */
  readonly failing: Partial<Record<Operation['kind'], Fault>> = {};
  /** The calls asked for, by kind, whether they succeeded or not. */
  readonly asked: Operation['kind'][] = [];
  calls = 0;
  reads = 0;
  /** The account's answers when a client last read them. */
  lastRead: Readonly<Record<string, string>> = {};
  /** Requests that the client has given up on, and that have not arrived yet. */
  readonly strays: (() => void)[] = [];
  /** Called with the answers of each put before they are stored. */
  onPut: (changed: Readonly<Record<string, string>>) => void = () => undefined;

  /** The key for the account's records on a device; `undefined` if the server sends none. */
  deviceKey: Uint8Array<ArrayBuffer> | undefined;
  /** Whether the server has versions. */
  hasVersions = true;
  #version = 1;
  /** The owner of the account, whom the profile names. */
  username = 'ann@example.org';

  get version(): string | undefined {
    return this.hasVersions ? `"${this.#version}"` : undefined;
  }

  /** Changes answers as another device does. */
  changeElsewhere(changes: Readonly<Record<string, string>>): void {
    Object.assign(this.answers, changes);
    this.#version += 1;
  }

  readonly wire: Wire = {
    put: (changed, version) =>
      this.#call(() => {
        if (version !== undefined && version !== this.version) throw new ServerError(412, 'outdated');
        this.onPut(changed);
        this.puts.push(changed);
        Object.assign(this.answers, changed);
        this.#version += 1;
        return this.version;
      }),
    post: (operation, version) => {
      this.asked.push(operation.kind);
      const work = () => {
        if (version !== undefined && version !== this.version) throw new ServerError(412, 'outdated');
        this.operations.push(operation);
        this.#version += 1;
        return this.version;
      };
      return this.#call(work, this.failing[operation.kind]);
    },
    read: () =>
      this.#call(() => {
        this.reads += 1;
        this.lastRead = { ...this.answers };
        return {
          profile: { username: this.username, last_page: null, web_status: [{ web_status: 'started' }] },
          answers: this.lastRead,
          version: this.version,
        };
      }),
  };

  async #call<Result>(work: () => Result, own?: Fault): Promise<Result> {
    this.calls += 1;
    const fault = own ?? this.faults.shift() ?? this.always;
    if (fault === 'none') return work();
    if (fault === 'lost-request') throw new NetworkError('lost');
    if (fault === 'unauthorized') throw new UnauthorizedError(401, 'Your session is invalid.');
    if (fault === 'not-json') throw new ServerError(200, 'unexpected', {}, undefined, false);
    if (fault === 'stray') {
      this.strays.push(() => {
        try {
          work();
        } catch {
          // Nobody waits for the answer any more.
        }
      });
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
