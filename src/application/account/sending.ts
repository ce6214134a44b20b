// What the responses of the server mean.
import { questionFor } from '#form/form.ts';
import { answerKeyOf, isDescKey } from '#form/keys.ts';
import { acknowledged, agreeing, attempted, forgiven, notTaken } from '../merge.ts';
import type { AccountCopy, AccountEvent, Failure, Operation, SentAnswer } from '../model.ts';
import { waitAfter } from '../retry.ts';
import { copyOf, waitingCalls } from '../select.ts';
import { draftOf, putCall, putCopy, putMeta, type Turn } from '../turn.ts';

type Of<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>;

/** When to look again at what another tab sends, or at what was typed while this one sent. */
const LOOK_AGAIN_MS = 1000;
/** The account is read again and again by then only if something is wrong with its revisions. */
const STALE_MAX = 5;

export function sending(turn: Turn, { answers }: Of<'sending'>): void {
  turn.state.line.isSending = true;
  // Stored before sending: if the response is lost, this device still recognizes its own value.
  const { revision } = turn.state.line;
  changeCopies(turn, answers, (copy, value) => attempted({ ...copy, of: revision }, value));
}

export function saved(turn: Turn, { answers, revision }: Of<'saved'>): void {
  const { line } = turn.state;
  changeCopies(turn, answers, (copy, value) => acknowledged(copy, value, revision));
  line.revision = revision;
  if (revision !== undefined) line.ownRevisions.add(revision);
  line.staleInRow = 0;
  succeeded(turn);
}

export function stale(turn: Turn, { answers }: Of<'stale'>): void {
  const { line } = turn.state;
  changeCopies(turn, answers, notTaken);
  line.mustRead = true;
  line.staleInRow += 1;
  if (line.staleInRow > STALE_MAX) fail(turn, { is: 'server', isSpoken: true, isUntouched: true, chance: 0 });
}

export function refused(turn: Turn, event: Of<'refused'>): void {
  const { answers, errors, message, isLasting, isSubmitted } = event;
  const { line } = turn.state;
  const isNamed = ({ key }: SentAnswer) => Object.keys(errors).some((named) => answerKeyOf(named) === key);
  const named = answers.filter(isNamed);
  const names = Object.keys(errors);
  if (names.length > 0 && names.every(isDescKey) && !line.isUnlabeled) {
    line.isUnlabeled = true;
    changeCopies(turn, answers, notTaken);
  } else if (named.length === 0 && answers.length > 1 && !isSubmitted) {
    line.isOneByOne = true;
    changeCopies(turn, answers, notTaken);
  } else {
    const atFault = named.length > 0 ? named : answers;
    changeCopies(turn, answers, (copy, value, key) => {
      const next = notTaken(copy, value);
      if (!atFault.some((one) => one.key === key)) return next;
      return { ...next, refused: { value, message: errors[key]?.[0] ?? message, isLasting } };
    });
  }
  succeeded(turn);
}

export function failed(turn: Turn, { answers, failure }: Of<'failed'>): void {
  if (failure.isUntouched) changeCopies(turn, answers, notTaken);
  fail(turn, failure);
}

export function callDone(turn: Turn, { place, at }: Of<'callDone'>): void {
  const { state, effects } = turn;
  const call = waitingCalls(state).find((one) => one.place === place && one.at === at);
  const trouble = state.troubles.get(place);
  // A newer call of the same place, also one of a tab that this one has not heard yet, stays.
  if (call !== undefined) {
    putCall(turn, place, null, 'yields');
    noteInProfile(turn, call.operation);
  }
  if (call !== undefined && trouble?.isSaid === true)
    effects.push({ do: 'sayRecovered', operation: call.operation });
  state.troubles.delete(place);
  succeeded(turn);
}

/** A profile that was read before the call knows nothing of it. */
function noteInProfile(turn: Turn, call: Operation): void {
  const meta = turn.state.meta?.value;
  if (meta?.profile === undefined) return;
  const { profile } = meta;
  if (call.kind === 'last-page')
    putMeta(turn, { ...meta, profile: { ...profile, last_page: call.last_page } });
  if (call.kind !== 'web-status') return;
  const { web_status } = call;
  if (profile.web_status.some((known) => known.web_status === web_status)) return;
  putMeta(turn, { ...meta, profile: { ...profile, web_status: [...profile.web_status, { web_status }] } });
}

export function callRefused(turn: Turn, event: Of<'callRefused'>): void {
  const { state, effects } = turn;
  const call = waitingCalls(state).find(({ place, at }) => place === event.place && at === event.at);
  state.troubles.delete(event.place);
  succeeded(turn);
  if (call === undefined) return;
  putCall(turn, event.place, null, 'yields');
  if (event.isSubmitted) return;
  effects.push({ do: 'sayFailed', operation: call.operation });
  effects.push({ do: 'refreshList', kind: call.operation.kind });
}

/**
 * A call that fails waits for its own next try, so that it does not keep the answers behind it from the account. A
 * lost connection counts at its second time: at the first, it is probably the network's fault and not the call's.
 */
export function callFailed(turn: Turn, { place, at, failure }: Of<'callFailed'>): void {
  const { state, now, effects } = turn;
  const known = state.troubles.get(place);
  const failures = (known?.failures ?? 0) + 1;
  const isAlone = failure.is === 'server' || failures > 1;
  const call = waitingCalls(state).find((one) => one.place === place && one.at === at);
  // The specification has a status retried twice, which is over by now. It rests until something changes.
  const rests = call?.operation.kind === 'web-status' && failure.is === 'server';
  const isSaidBefore = known?.at === at && known.isSaid;
  const says = failure.is === 'server' && !isSaidBefore && call !== undefined;
  state.troubles.set(place, {
    at,
    failures,
    notBefore: rests
      ? Number.POSITIVE_INFINITY
      : isAlone
        ? now.elapsed + waitAfter(failure, failures)
        : Number.NEGATIVE_INFINITY,
    isAskedToWait: rests || failure.retryAfterMs !== undefined,
    isSaid: says || isSaidBefore,
  });
  if (says) effects.push({ do: 'sayFailed', operation: call.operation });
  if (!isAlone) fail(turn, failure);
}

export function sendingEnded({ state, now }: Turn, { isDone }: Of<'sendingEnded'>): void {
  const { line } = state;
  line.isSending = false;
  if (line.trouble !== undefined && now.elapsed < line.notBefore) return;
  line.waitsSince = undefined;
  if (!isDone) {
    line.notBefore = Math.max(line.notBefore, now.elapsed + LOOK_AGAIN_MS);
    return;
  }
  line.isOneByOne = false;
  line.isUnlabeled = false;
  line.failures = 0;
  line.trouble = undefined;
}

/** Makes refused answers sendable again, unless the refusal is lasting. */
export function retryRefused(turn: Turn): void {
  for (const [key, { value }] of draftOf(turn.state).account)
    if (value?.refused?.isLasting === false) putCopy(turn, key, forgiven(value));
}

/** After a write: a successful reading does not prove that writes work. */
function succeeded({ state }: Turn): void {
  state.line.failures = 0;
  state.line.trouble = undefined;
}

function fail({ state, now }: Turn, failure: Failure): void {
  const { line } = state;
  line.failures += 1;
  line.trouble = failure.is;
  line.notBefore = now.elapsed + waitAfter(failure, line.failures);
  line.isAskedToWait = failure.retryAfterMs !== undefined;
  line.readAt = Number.NEGATIVE_INFINITY;
}

function changeCopies(
  turn: Turn,
  answers: readonly SentAnswer[],
  next: (copy: AccountCopy, value: string, key: string) => AccountCopy,
): void {
  for (const { key, value } of answers) {
    if (questionFor(key) === undefined && copyOf(turn.state, key) === undefined) continue;
    putCopy(turn, key, next(copyOf(turn.state, key) ?? agreeing('', turn.state.line.revision), value, key));
  }
}
