// What the responses of the server mean.
import { questionFor } from '#form/form.ts';
import { answerKeyOf, isDescKey } from '#form/keys.ts';
import { acknowledged, agreeing, attempted, forgiven, notTaken } from '../merge.ts';
import type { Event, Failure, Sent, SentCall, Steps, Turn } from '../events.ts';
import type { AccountCopy, Operation } from '../model.ts';
import { waitAfter } from '../retry.ts';
import { copyOf, waitingCalls } from '../select.ts';
import { draftOf, put, putMeta } from '../turn.ts';

/** When to look again at what another tab sends, or at what was typed while this one sent. */
const LOOK_AGAIN_MS = 1000;
/** The account is read again and again by then only if something is wrong with its revisions. */
const STALE_MAX = 5;

/** What follows from the responses to requests. */
export const sendingSteps = {
  sending(turn, { answers }) {
    turn.state.line.isSending = true;
    // Stored before sending: if the response is lost, this device still recognizes its own value.
    const { revision } = turn.state.line;
    changeCopies(turn, answers, (copy, value) => attempted({ ...copy, of: revision }, value));
  },
  saved(turn, { answers, revision }) {
    const { line } = turn.state;
    changeCopies(turn, answers, (copy, value) => acknowledged(copy, value, revision));
    line.revision = revision;
    if (revision !== undefined) line.ownRevisions.add(revision);
    line.staleInRow = 0;
    succeeded(turn);
  },
  stale(turn, { answers }) {
    const { line } = turn.state;
    changeCopies(turn, answers, notTaken);
    line.mustRead = true;
    line.staleInRow += 1;
    if (line.staleInRow > STALE_MAX) fail(turn, { is: 'server', chance: 0 });
  },
  refused,
  failed(turn, { answers, failure }) {
    if (failure.isUntouched) changeCopies(turn, answers, notTaken);
    fail(turn, failure);
  },
  callDone(turn, event) {
    const { state, effects } = turn;
    const call = waiting(turn, event);
    // A newer call of the same place, also one of a tab that this one has not heard yet, stays.
    if (call !== undefined) {
      put(turn, 'calls', event.place, null, 'yields');
      noteInProfile(turn, call);
      if (state.troubles.get(event.place)?.isSaid === true)
        effects.push({ do: 'sayRecovered', operation: call });
    }
    state.troubles.delete(event.place);
    succeeded(turn);
  },
  callRefused(turn, event) {
    const call = waiting(turn, event);
    turn.state.troubles.delete(event.place);
    succeeded(turn);
    if (call === undefined) return;
    put(turn, 'calls', event.place, null, 'yields');
    if (event.isSubmitted) return;
    turn.effects.push({ do: 'sayFailed', operation: call }, { do: 'refreshList', kind: call.kind });
  },
  callFailed,
  sendingEnded({ state, now }, { isDone }) {
    const { line } = state;
    line.isSending = false;
    if (line.trouble !== undefined && now.elapsed < line.notBefore) return;
    line.waitsSince = undefined;
    if (isDone)
      Object.assign(line, { isOneByOne: false, isUnlabeled: false, failures: 0, trouble: undefined });
    else line.notBefore = Math.max(line.notBefore, now.elapsed + LOOK_AGAIN_MS);
  },
} satisfies Partial<Steps>;

function refused(turn: Turn, event: Event<'refused'>): void {
  const { answers, errors, message, isLasting, isSubmitted } = event;
  const { line } = turn.state;
  const names = Object.keys(errors);
  const named = answers.filter(({ key }) => names.some((name) => answerKeyOf(name) === key));
  const atFault = new Set((named.length > 0 ? named : answers).map(({ key }) => key));
  const isLabel = names.length > 0 && names.every(isDescKey) && !line.isUnlabeled;
  const isUnnamed = named.length === 0 && answers.length > 1 && !isSubmitted;
  if (isLabel) line.isUnlabeled = true;
  else if (isUnnamed) line.isOneByOne = true;
  changeCopies(turn, answers, (copy, value, key) => {
    const next = notTaken(copy, value);
    if (isLabel || isUnnamed || !atFault.has(key)) return next;
    return { ...next, refused: { value, message: errors[key]?.[0] ?? message, isLasting } };
  });
  succeeded(turn);
}

/**
 * A call that fails waits for its own next try, so that it does not keep the answers behind it from the account. A
 * lost connection counts at its second time: at the first, it is probably the network's fault and not the call's.
 */
function callFailed(turn: Turn, { place, at, failure }: Event<'callFailed'>): void {
  const { state, now, effects } = turn;
  const known = state.troubles.get(place);
  const failures = (known?.failures ?? 0) + 1;
  const isAlone = failure.is === 'server' || failures > 1;
  const call = waiting(turn, { place, at });
  // The specification has a status retried twice, which is over by now. It rests until something changes.
  const rests = call?.kind === 'web-status' && failure.is === 'server';
  const isSaidBefore = known?.at === at && known.isSaid;
  const says = failure.is === 'server' && !isSaidBefore && call !== undefined;
  const waitMs = isAlone ? waitAfter(failure, failures) : Number.NEGATIVE_INFINITY;
  state.troubles.set(place, {
    at,
    failures,
    notBefore: rests ? Number.POSITIVE_INFINITY : now.elapsed + waitMs,
    isAskedToWait: rests || failure.retryAfterMs !== undefined,
    isSaid: says || isSaidBefore,
  });
  if (says) effects.push({ do: 'sayFailed', operation: call });
  if (!isAlone) fail(turn, failure);
}

/** The call that was sent, unless it is done or a newer one has taken its place. */
function waiting({ state }: Turn, { place, at }: SentCall): Operation | undefined {
  return waitingCalls(state).find((call) => call.place === place && call.at === at)?.operation;
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

/** Makes refused answers sendable again, unless the refusal is lasting. */
export function retryRefused(turn: Turn): void {
  for (const [key, { value }] of draftOf(turn.state).account)
    if (value?.refused?.isLasting === false) put(turn, 'account', key, forgiven(value));
}

/** After a write: a successful reading does not prove that writes work. */
function succeeded({ state }: Turn): void {
  state.line.failures = 0;
  state.line.trouble = undefined;
}

function fail({ state, now }: Turn, failure: Pick<Failure, 'is' | 'retryAfterMs' | 'chance'>): void {
  const { line } = state;
  line.failures += 1;
  line.trouble = failure.is;
  line.notBefore = now.elapsed + waitAfter(failure, line.failures);
  line.isAskedToWait = failure.retryAfterMs !== undefined;
  line.readAt = Number.NEGATIVE_INFINITY;
}

function changeCopies(
  turn: Turn,
  answers: Sent['answers'],
  next: (copy: AccountCopy, value: string, key: string) => AccountCopy,
): void {
  for (const { key, value } of answers) {
    if (questionFor(key) === undefined && copyOf(turn.state, key) === undefined) continue;
    put(
      turn,
      'account',
      key,
      next(copyOf(turn.state, key) ?? agreeing('', turn.state.line.revision), value, key),
    );
  }
}
