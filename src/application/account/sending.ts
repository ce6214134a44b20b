// What is sent to the account, when, and what the responses mean.
import { answerKeyOf, isUnfinishedKey } from '#form/keys.ts';
import { STATUS_POST_RETRIES } from '#limits.ts';
import { isChoice } from '../calls.ts';
import { seenIn } from '../draft.ts';
import type { Event, SendingEvents, SentCall, Steps, Run } from '../events.ts';
import type { Failure, Operation, State, Trouble } from '../model.ts';
import { draftOf, put } from '../records.ts';
import { NEVER, waitAfter } from '#retry.ts';
import { ACCOUNT, pendingAnswers, pendingKeys, waitingCalls, type WaitingCall } from '../select.ts';
import { reachStatus } from './profile.ts';
import { refusalsIn } from './select.ts';
import { acknowledge, noteSent } from './merging.ts';

/** When to check again what another tab sends, or what was typed while this one sent. */
const SEND_AGAIN_AFTER_MS = 1000;
/** The account is read this often in a row only if something is wrong with its versions. */
const REFUSED_MAX = 5;

type Sendable = ReturnType<typeof sendableAnswers>;

/** One request to the account. */
export type Request =
  | { readonly do: 'read' }
  | { readonly do: 'put'; readonly answers: Sendable; readonly version: string | undefined }
  | { readonly do: 'call'; readonly call: WaitingCall; readonly version: string | undefined };

/** Answers that can be sent now, in the order of their last change. */
export function sendableAnswers(state: State) {
  return pendingAnswers(state)
    .filter(({ key, theirs, refusal }) => (theirs ?? refusal) === undefined && !isUnfinishedKey(key))
    .map(({ key, value }) => ({ key, value, at: draftOf(state).answers.get(key)?.stamp ?? '' }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Unsent calls that may be tried now, oldest first. */
function dueCalls(state: State, elapsed: number): readonly WaitingCall[] {
  return waitingCalls(state).filter((call) => triedAgainAt(state, call) <= elapsed);
}

/** When the next request may begin: after a pause in typing, or a failure. */
function readyAt({ sending, troubles }: State): number {
  return Math.max(sending.notBefore, troubles.get(ACCOUNT)?.notBefore ?? Number.NEGATIVE_INFINITY);
}

/** When a call may be tried. One that has replaced a failed call does not wait. */
function triedAgainAt(state: State, { callKey, at }: WaitingCall): number {
  const trouble = state.troubles.get(callKey);
  return trouble?.at === at ? trouble.notBefore : Number.NEGATIVE_INFINITY;
}

/** Whether what was seen of the account is missing: a tab that logs out deletes it, perhaps after this one's login. */
export function isUnseen(state: State): boolean {
  return seenIn(draftOf(state)) === undefined;
}

/**
 * Whether the account must be read before anything is sent: a request over nothing would replace what other devices have
 * entered.
 */
export function mustRead(state: State): boolean {
  return state.sending.isStale || isUnseen(state);
}

/** Whether there is anything to send, or to read, that does not wait for a later attempt of its own. */
export function hasWork(state: State, elapsed: number): boolean {
  if (state.who.is !== 'applicant') return false;
  return mustRead(state) || sendableAnswers(state).length > 0 || dueCalls(state, elapsed).length > 0;
}

/** The next request: a read, all answers changed before the next call, or that call. */
export function nextRequest(state: State, elapsed: number): Request | undefined {
  const { who } = state;
  const version = seenIn(draftOf(state))?.version;
  if (who.is !== 'applicant' || elapsed < readyAt(state)) return undefined;
  if (mustRead(state)) return { do: 'read' };
  const answers = sendableAnswers(state);
  const [call] = dueCalls(state, elapsed);
  const before = call === undefined ? answers : answers.filter(({ at }) => at < call.at);
  if (before.length > 0) return { do: 'put', answers: before, version };
  return call === undefined ? undefined : { do: 'call', call, version };
}

/** When sending has to begin, by the clock's `elapsed`; infinite if nothing waits. */
export function sendingAt(state: State, elapsed: number): number {
  const { sending, who } = state;
  if (who.is !== 'applicant' || sending.isUnderWay) return NEVER;
  return hasWork(state, elapsed) ? readyAt(state) : Math.max(readyAt(state), callsTriedAgainAt(state));
}

/** When the first of the calls that failed alone is tried again; infinite if there is none. */
export function callsTriedAgainAt(state: State): number {
  return Math.min(...waitingCalls(state).map((call) => triedAgainAt(state, call)), NEVER);
}

/**
 * Whether the account has everything that the applicant entered, except values that the server refused. Calls that
 * only note where the applicant is may still wait.
 */
export function isSaved(state: State): boolean {
  return (
    !mustRead(state) &&
    !waitingCalls(state).some(({ operation }) => isChoice(operation)) &&
    pendingKeys(state).length === refusalsIn(state).size
  );
}

/** What follows from the responses to requests. */
export const sendingSteps: Steps<keyof SendingEvents> = {
  sending(run, event) {
    run.state.sending.isUnderWay = true;
    // Stored before sending: if the response is lost, this device still recognizes its own value.
    noteSent(run, event);
  },
  saved(run, event) {
    acknowledge(run, event, event);
    run.state.sending.refusedVersions = [];
    // After a write: a successful read does not prove that writes work.
    run.state.troubles.delete(ACCOUNT);
  },
  outdated(run, { over }) {
    const { sending } = run.state;
    sending.isStale = true;
    sending.refusedVersions = [...sending.refusedVersions, over];
    if (sending.refusedVersions.length > REFUSED_MAX) noteFailure(run, ACCOUNT, { is: 'server', chance: 0 });
  },
  refused,
  failed(run, { call, failure }) {
    if (call === undefined || !failsAlone(run, call, failure)) noteFailure(run, ACCOUNT, failure);
  },
  callDone(run, event) {
    // A server with versions only for answers sends none here, and its version stays.
    if (event.version !== undefined) acknowledge(run, { answers: [] }, event);
    run.state.sending.refusedVersions = [];
    const isSaid = run.state.troubles.get(event.callKey)?.isSaid === true;
    const call = endedCall(run, event);
    if (call !== undefined && isSaid) run.effects.push({ do: 'sayRecovered', operation: call });
  },
  callRefused(run, event) {
    const call = endedCall(run, event);
    if (event.isSubmitted) reachStatus(run, 'submitted');
    else if (call !== undefined)
      run.effects.push(
        { do: 'sayFailed', operation: call, sentence: event.message },
        { do: 'refreshList', kind: call.kind },
      );
  },
  sendingEnded({ state, now }, { isDone }) {
    const { sending, troubles } = state;
    sending.isUnderWay = false;
    if (now.elapsed < (troubles.get(ACCOUNT)?.notBefore ?? 0)) return;
    sending.waitsSince = undefined;
    if (isDone) troubles.delete(ACCOUNT);
    else sending.notBefore = Math.max(sending.notBefore, now.elapsed + SEND_AGAIN_AFTER_MS);
  },
};

/** A refusal that names no answer applies to all that were sent. One that names a label applies to its answer. */
function refused(run: Run, event: Event<'refused'>): void {
  const { answers, errors, message, isLasting, isSubmitted } = event;
  const names = new Set(Object.keys(errors).map(answerKeyOf));
  const named = answers.filter(({ key }) => names.has(key));
  for (const { key, value } of named.length > 0 ? named : answers) {
    const change = draftOf(run.state).answers.get(key)?.value;
    if (change?.value !== value) continue;
    const refusal = { message: errors[key]?.[0] ?? message, isLasting };
    put(run, 'answers', key, { ...change, refused: refusal }, 'yields');
  }
  run.state.troubles.delete(ACCOUNT);
  if (isSubmitted) reachStatus(run, 'submitted');
}

/**
 * A failed call waits for its own next attempt, so that it does not delay the answers behind it. A lost connection
 * counts only the second time: the first time, it is probably the network's fault and not the call's.
 */
function failsAlone(run: Run, { callKey, at }: SentCall, failure: Failure): boolean {
  const { state, effects } = run;
  const known = state.troubles.get(callKey);
  const call = waiting(run, { callKey, at });
  const isServers = failure.is === 'server';
  const isSaidBefore = known?.at === at && known.isSaid === true;
  const says = isServers && !isSaidBefore && call !== undefined;
  if (says) effects.push({ do: 'sayFailed', operation: call, sentence: failure.sentence });
  const isAlone = isServers || known !== undefined;
  noteFailure(run, callKey, failure, {
    at,
    isSaid: says || isSaidBefore,
    ...(!isAlone && { notBefore: Number.NEGATIVE_INFINITY }),
    ...(isServers && call?.kind === 'web-status' && { notBefore: statusAgainAt(run, known, failure) }),
  });
  return isAlone;
}

/** When a status is posted again: twice at once, as specified. Then it waits until something changes. */
function statusAgainAt({ now }: Run, known: Trouble | undefined, { retryAfterMs = 0 }: Failure): number {
  const failures = known?.is === 'server' ? known.failures : 0;
  return failures >= STATUS_POST_RETRIES ? NEVER : now.elapsed + retryAfterMs;
}

/** The call that was sent, unless it is done or a newer one has replaced it. */
function waiting({ state }: Run, { callKey, at }: SentCall): Operation | undefined {
  return waitingCalls(state).find((call) => call.callKey === callKey && call.at === at)?.operation;
}

/** The server has answered a call. A newer one of its key stays, also one that this tab does not know yet. */
function endedCall(run: Run, sent: SentCall): Operation | undefined {
  const call = waiting(run, sent);
  if (call !== undefined) put(run, 'calls', sent.callKey, null, 'yields');
  for (const callKey of [sent.callKey, ACCOUNT]) run.state.troubles.delete(callKey);
  return call;
}

function noteFailure(
  { state, now }: Run,
  callKey: string,
  failure: Failure,
  own: Partial<Trouble> = {},
): void {
  const { sending, troubles } = state;
  const failures = (troubles.get(callKey)?.failures ?? 0) + 1;
  const notBefore = now.elapsed + waitAfter(failure, failures);
  troubles.set(callKey, { ...failure, failures, notBefore, ...own });
  if (callKey === ACCOUNT) sending.readAt = Number.NEGATIVE_INFINITY;
}
