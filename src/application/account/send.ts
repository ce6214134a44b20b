// Sends what waits to the account, one request at a time, from one tab at a time.
import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { isAlreadySubmitted, isFinal, isLasting, isOutdated, isUntouched } from '#api/refusals.ts';
import type { Lease } from '#device/lease.ts';
import { labelsWith } from '#form/labels.ts';
import type { Event, Failure, Reading } from '../events.ts';
import type { Operation } from '../model.ts';
import type { Application } from '../run.ts';
import { isSaved, nextRequest, hasWork, type Request } from './next.ts';

/** The calls of an account. All reject with the errors of `api/`. */
export interface Wire {
  /** Reads the account. Rejects with an `UnauthorizedError` also if it is another one's. */
  readonly read: () => Promise<Omit<Reading, 'since' | 'owner'>>;
  /**
   * Saves answers, over this revision alone if there is one.
   *
   * @returns the revision after it; `undefined` if the server has none
   */
  readonly put: (
    answers: Readonly<Record<string, string>>,
    revision: string | undefined,
  ) => Promise<string | undefined>;
  readonly post: (operation: Operation) => Promise<void>;
}

export class Sender {
  readonly #application: Application;
  readonly #wire: Wire;
  readonly #lease: Pick<Lease, 'run'>;
  readonly #onUnauthorized: () => void;
  #running: Promise<void> | undefined;

  /**
   * @param lease lets one tab at a time send
   * @param onUnauthorized called when a request finds that the session has ended
   */
  constructor(application: Application, wire: Wire, lease: Pick<Lease, 'run'>, onUnauthorized: () => void) {
    this.#application = application;
    this.#wire = wire;
    this.#lease = lease;
    this.#onUnauthorized = onUnauthorized;
  }

  /** Sends everything now; resolves to whether the account has it. */
  async sendNow(): Promise<boolean> {
    const { state } = this.#application;
    if (state.who.is !== 'applicant') return true;
    this.#application.dispatch({ type: 'sendAsked' });
    await this.sendDue();
    return isSaved(state);
  }

  /** Sends what is due. */
  sendDue(): Promise<void> {
    this.#running ??= this.#inTurn().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #inTurn(): Promise<void> {
    const { state, journal, clock, dispatch } = this.#application;
    const { who } = state;
    if (nextRequest(state, clock.elapsed()) === undefined) return;
    let isLed = false;
    // Before the lease: nothing is due while it is asked for.
    dispatch({ type: 'sending', answers: [] });
    try {
      isLed = await this.#lease.run(async (isStillMine) => {
        await journal.sync();
        for (;;) {
          const request = nextRequest(state, clock.elapsed());
          const isOver = state.who !== who || this.#application.isClosed;
          if (request === undefined || isOver || !(await isStillMine())) return;
          await this.#perform(request);
        }
      });
    } catch (error) {
      // Another tab took the lease while this one slept.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    if (state.who !== who) return;
    dispatch({ type: 'sendingEnded', isDone: isLed && !hasWork(state, clock.elapsed()) });
  }

  async #perform(request: Request): Promise<void> {
    const { dispatch, state } = this.#application;
    const { who } = state;
    const answers = request.do === 'put' ? request.answers : [];
    dispatch({ type: 'sending', answers });
    // Stored before it is sent: if the response is lost, the next page still recognizes its own value.
    if (answers.length > 0) await this.#application.journal.flush();
    try {
      const events = await this.#request(request);
      if (state.who === who) dispatch(events);
    } catch (error) {
      if (state.who === who) this.#hear(error, request);
    }
  }

  async #request(request: Request): Promise<Event> {
    const { state, journal, today, getAll } = this.#application;
    switch (request.do) {
      case 'read': {
        const since = this.#application.stamp();
        const reading = await this.#wire.read();
        // Reads what was typed in tabs that messages do not reach, so that the merge does not overwrite it.
        await journal.sync();
        const owner = state.who.is === 'applicant' ? state.who.owner : '';
        return { type: 'profileRead', reading: { ...reading, owner, since } };
      }
      case 'put': {
        const { answers, revision } = request;
        const values = Object.fromEntries(answers.map(({ key, value }) => [key, value]));
        const labels = state.line.isUnlabeled ? {} : labelsWith(values, getAll(), today);
        const after = await this.#wire.put({ ...values, ...labels }, revision);
        return { type: 'saved', answers, revision: after };
      }
      case 'call': {
        const { place, at, operation } = request.call;
        await this.#wire.post(operation);
        return { type: 'callDone', place, at };
      }
      default:
        return request satisfies never;
    }
  }

  /** Tells what a failed request means. */
  #hear(error: unknown, request: Request): void {
    const { dispatch } = this.#application;
    const answers = request.do === 'put' ? request.answers : [];
    if (request.do === 'put' && isOutdated(error)) {
      dispatch({ type: 'stale', answers });
    } else if (request.do !== 'read' && isFinal(error)) {
      const isSubmitted = isAlreadySubmitted(error);
      if (request.do === 'call') dispatch({ type: 'callRefused', ...request.call, isSubmitted });
      else {
        const { message, errors } = error;
        dispatch({ type: 'refused', answers, message, errors, isLasting: isLasting(error), isSubmitted });
      }
    } else {
      const failure = failureOf(error);
      if (request.do === 'call' && !(error instanceof UnauthorizedError))
        dispatch({ type: 'callFailed', ...request.call, failure });
      else dispatch({ type: 'failed', answers, failure });
      if (error instanceof UnauthorizedError) this.#onUnauthorized();
    }
  }
}

/** What an error says about trying again. */
function failureOf(error: unknown): Failure {
  return {
    is: error instanceof NetworkError ? 'offline' : 'server',
    retryAfterMs: error instanceof ServerError ? error.retryAfterMs : undefined,
    isUntouched: isUntouched(error),
    chance: Math.random(),
  };
}
