import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TooManyRequestsError } from '#server/domain/ground/errors.ts';

/** For this long, people accept that a download shows nothing. */
const WAIT_MS = 15_000;

/**
 * Lets each account download one file at a time. A second download waits for the first one, because people double-click,
 * and browsers request a file again to save it. If the first one is stuck, as after a change of networks, the second one
 * replaces it.
 */
export class Turns {
  readonly #waitMs: number;
  readonly #running = new Map<string, ServerResponse>();
  readonly #waiting = new Set<string>();

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /**
   * Resolves when it is this answer's turn.
   *
   * @throws {TooManyRequestsError} if another download of the account takes too long, or waits already
   */
  async take(accountId: string, answer: ServerResponse): Promise<void> {
    let earlier = this.#running.get(accountId);
    while (earlier !== undefined && !answer.destroyed) {
      await this.#outwait(accountId, earlier, answer);
      earlier = this.#running.get(accountId);
    }
    // A caller who has disconnected takes no turn, because nothing would end it.
    if (answer.destroyed) return;
    this.#running.set(accountId, answer);
    answer.once('close', () => this.#end(accountId, answer));
  }

  async #outwait(accountId: string, earlier: ServerResponse, answer: ServerResponse): Promise<void> {
    if (this.#waiting.has(accountId)) throw this.#refusal();
    this.#waiting.add(accountId);
    const bytesBefore = earlier.socket?.bytesWritten;
    const over = new AbortController();
    const { signal } = over;
    try {
      await Promise.race([
        once(earlier, 'close', { signal }),
        once(answer, 'close', { signal }),
        sleep(this.#waitMs, undefined, { signal, ref: false }),
      ]);
    } finally {
      over.abort();
      this.#waiting.delete(accountId);
    }
    if (earlier.destroyed || answer.destroyed) return;
    if (earlier.socket?.bytesWritten !== bytesBefore) throw this.#refusal();
    earlier.destroy();
    this.#end(accountId, earlier);
  }

  #end(accountId: string, answer: ServerResponse): void {
    if (this.#running.get(accountId) === answer) this.#running.delete(accountId);
  }

  #refusal(): TooManyRequestsError {
    return new TooManyRequestsError(
      Math.ceil(this.#waitMs / 1000),
      'This file is being downloaded already. Please wait until that download has ended, then try again.',
    );
  }
}
