// What is to be sent to the account next, and when.
import { isUnfinishedKey } from '#form/keys.ts';
import { conflictIn, isSendable } from '../merge.ts';
import type { State } from '../model.ts';
import { isChoice } from '../records.ts';
import {
  answerIn,
  copyOf,
  draftInUse,
  pendingKeys,
  refusalsIn,
  waitingCalls,
  type WaitingCall,
} from '../select.ts';

/** Without revisions, the account is read before a change is sent, unless it was read within this time. */
const KNOWN_FOR_MS = 1000;

/** An answer that can be sent now. */
interface SendableAnswer {
  readonly key: string;
  readonly value: string;
  /** The stamp of its last change. */
  readonly at: string;
}

/** One request to the account. */
export type Request =
  | { readonly do: 'read' }
  | { readonly do: 'put'; readonly answers: readonly SendableAnswer[]; readonly revision: string | undefined }
  | { readonly do: 'call'; readonly call: WaitingCall };

/** Answers that can be sent now, in the order of their last change. */
export function sendableAnswers(state: State): readonly SendableAnswer[] {
  return pendingKeys(state)
    .flatMap((key) => {
      const [value, copy] = [answerIn(state, key), copyOf(state, key)];
      const at = draftInUse(state)?.answers.get(key)?.at ?? '';
      const isSent = copy !== undefined && isSendable(value, copy) && !isUnfinishedKey(key);
      return isSent ? [{ key, value, at }] : [];
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Unsent calls that may be tried now, oldest first. */
function dueCalls(state: State, elapsed: number): readonly WaitingCall[] {
  return waitingCalls(state).filter((call) => triedAgainAt(state, call) <= elapsed);
}

/** When a call may be tried. One that has replaced a failed call does not wait. */
function triedAgainAt(state: State, { place, at }: WaitingCall): number {
  const trouble = state.troubles.get(place);
  return trouble?.at === at ? trouble.notBefore : Number.NEGATIVE_INFINITY;
}

/** Whether there is anything to send, or to read, that does not wait for a later try of its own. */
export function hasWork(state: State, elapsed: number): boolean {
  if (state.who.is !== 'applicant') return false;
  return state.line.mustRead || sendableAnswers(state).length > 0 || dueCalls(state, elapsed).length > 0;
}

/** The next request: a reading, all answers changed before the next call, or that call. */
export function nextRequest(state: State, elapsed: number): Request | undefined {
  const { line, who } = state;
  if (who.is !== 'applicant' || elapsed < line.notBefore) return undefined;
  if (line.mustRead) return { do: 'read' };
  const answers = sendableAnswers(state);
  const [call] = dueCalls(state, elapsed);
  const before = call === undefined ? answers : answers.filter(({ at }) => at < call.at);
  if (before.length > 0) {
    const { revision } = line;
    if (revision === undefined && elapsed - line.readAt > KNOWN_FOR_MS) return { do: 'read' };
    // Another tab compared these with the account at another revision: what is based on it may be outdated.
    const isElsewhere = ({ key }: SendableAnswer) => !line.ownRevisions.has(copyOf(state, key)?.of ?? '');
    if (revision !== undefined && before.some(isElsewhere)) return { do: 'read' };
    return { do: 'put', answers: line.isOneByOne ? before.slice(0, 1) : before, revision };
  }
  return call === undefined ? undefined : { do: 'call', call };
}

/** When sending has to begin, by the clock's `elapsed`; infinite if nothing waits. */
export function sendingAt(state: State, elapsed: number): number {
  const { line, who } = state;
  if (who.is !== 'applicant' || line.isSending) return Number.POSITIVE_INFINITY;
  if (hasWork(state, elapsed)) return line.notBefore;
  return Math.max(line.notBefore, callsTriedAgainAt(state));
}

/** When the first of the calls that failed alone is tried again; infinite if there is none. */
export function callsTriedAgainAt(state: State): number {
  return Math.min(...waitingCalls(state).map((call) => triedAgainAt(state, call)), Number.POSITIVE_INFINITY);
}

/**
 * Whether the account has everything that the applicant entered, except values that the server refused. Calls that
 * only note where the applicant is may still wait.
 */
export function isSaved(state: State): boolean {
  return (
    !state.line.mustRead &&
    sendableAnswers(state).length === 0 &&
    !waitingCalls(state).some(({ operation }) => isChoice(operation)) &&
    pendingKeys(state).length === refusalsIn(state).size
  );
}

/** The keys that the applicant has to decide about. */
export function openConflicts(state: State): ReadonlySet<string> {
  return new Set(
    pendingKeys(state).filter((key) => {
      const copy = copyOf(state, key);
      return copy !== undefined && conflictIn(answerIn(state, key), copy) !== undefined;
    }),
  );
}
