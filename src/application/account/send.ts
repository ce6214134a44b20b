// Sends unsent changes to the account, one request at a time, from one tab at a time.
import { ifMatch, versionIn } from '#api/account-headers.ts';
import { waitAskedBy } from '#api/again.ts';
import { NetworkError, ServerError, UnauthorizedError } from '#api/errors.ts';
import { isAlreadySubmitted, isFinal, isLasting, isOutdated } from '#api/refusals.ts';
import { exchange } from '#api/request.ts';
import { putAnswer } from '#contract/answer.ts';
import { inOneTab } from '#device/one-tab.ts';
import { labelsWith } from '#form/labels.ts';
import type { Event, Reading } from '../events.ts';
import type { Operation } from '../model.ts';
import type { Application } from '../run.ts';
import { personOf, type Person } from '../person.ts';
import { isSaved, nextRequest, hasWork, type Request } from './sending.ts';
import { stampNow } from './select.ts';

/** The calls of an account. All reject with the errors of `api/`. */
export interface Wire {
  /** Reads the account. Rejects with an `UnauthorizedError` also if it is another one's. */
  readonly read: () => Promise<Omit<Reading, 'since' | 'owner'>>;
  readonly put: typeof putAnswers;
  readonly post: (operation: Operation, version: string | undefined) => Promise<string | undefined>;
}

/**
 * Saves answers, valid only for this version if there is one.
 *
 * @returns the version after it; `undefined` if the server has none
 */
export async function putAnswers(
  answers: Readonly<Record<string, string>>,
  version: string | undefined,
): Promise<string | undefined> {
  const { headers } = await exchange(putAnswer, { body: { answers }, ...ifMatch(version) });
  return versionIn(headers);
}

export function makeSender(
  application: Application,
  wire: Wire,
  onUnauthorized: (error: UnauthorizedError) => void,
) {
  const { state, journal, clock } = application;
  let running: { readonly person: Person; readonly done: Promise<void> } | undefined;

  async function perform(request: Request, person: Person): Promise<void> {
    const answers = request.do === 'put' ? request.answers : [];
    person.dispatch({ type: 'sending', answers });
    await journal.flush();
    if (person.isGone) return;
    try {
      person.dispatch(await make(request, application, wire));
    } catch (error) {
      person.dispatch(meaningOf(error, request));
      if (error instanceof UnauthorizedError && !person.isGone) onUnauthorized(error);
    }
  }

  async function sendAll(person: Person): Promise<void> {
    if (nextRequest(state, clock.elapsed()) === undefined) return;
    // Said before the tab has the lock, so that nothing is due while it waits.
    person.dispatch({ type: 'sending', answers: [] });
    let isDone = false;
    try {
      await inOneTab('$lease/outbox', clock, async () => {
        // Reads what other tabs have written.
        await journal.flush();
        await journal.sync();
        for (;;) {
          const request = nextRequest(state, clock.elapsed());
          if (request === undefined || person.isGone) break;
          await perform(request, person);
        }
        await journal.flush();
      });
      isDone = !hasWork(state, clock.elapsed());
    } finally {
      person.dispatch({ type: 'sendingEnded', isDone });
    }
  }

  function sendDue(): Promise<void> {
    // What a person who has left began to send may still wait for its end.
    if (running === undefined || running.person.isGone) {
      const person = personOf(application);
      const done = sendAll(person).finally(() => {
        if (running?.person === person) running = undefined;
      });
      running = { person, done };
    }
    return running.done;
  }

  async function sendNow(): Promise<boolean> {
    if (state.who.is !== 'applicant') return true;
    application.dispatch({ type: 'sendAsked' });
    await sendDue();
    // A run that was about to end has not sent what was entered last.
    if (nextRequest(state, clock.elapsed()) !== undefined) await sendDue();
    return isSaved(state);
  }

  return { sendDue, sendNow };
}

/** Makes a request; resolves to its result. */
async function make(request: Request, application: Application, wire: Wire): Promise<Event> {
  const { state, journal, today, getAll } = application;
  switch (request.do) {
    case 'read': {
      const since = stampNow(application);
      const reading = await wire.read();
      // Reads what was typed in tabs that messages do not reach, so that the merge does not overwrite it.
      await journal.sync();
      const owner = state.who.is === 'applicant' ? state.who.owner : '';
      return { type: 'profileRead', reading: { ...reading, owner, since } };
    }
    case 'put': {
      const { answers, version } = request;
      const values = Object.fromEntries(answers.map(({ key, value }) => [key, value]));
      const labels = labelsWith(values, getAll(), today);
      const after = await wire.put({ ...values, ...labels }, version);
      return { type: 'saved', answers, over: version, version: after };
    }
    case 'call': {
      const { call, version } = request;
      const after = await wire.post(call.operation, version);
      return { type: 'callDone', ...call, over: version, version: after };
    }
    default:
      return request satisfies never;
  }
}

function meaningOf(error: unknown, request: Request): Event {
  // A server without versions is not ours, and may mean something else by these statuses.
  const over = request.do === 'read' ? undefined : request.version;
  const isOurs = over !== undefined;
  if (isOurs && isOutdated(error)) return { type: 'outdated', over };
  const isStatus = request.do === 'call' && request.call.operation.kind === 'web-status';
  const isSubmitted = isOurs && isAlreadySubmitted(error);
  if (request.do === 'read' || !isFinal(error) || (isStatus && !isSubmitted)) {
    const is = error instanceof NetworkError ? 'offline' : 'server';
    const sentence = error instanceof ServerError ? error.message : undefined;
    const failure = { is, sentence, ...waitAskedBy(error) } as const;
    const isCalls = request.do === 'call' && !(error instanceof UnauthorizedError);
    return { type: 'failed', failure, ...(isCalls && { call: request.call }) };
  }
  const { message, errors } = error;
  if (request.do === 'call') return { type: 'callRefused', ...request.call, message, isSubmitted };
  const { answers } = request;
  return { type: 'refused', answers, message, errors, isLasting: isLasting(error), isSubmitted };
}
