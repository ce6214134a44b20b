// What an account adds to `../records.ts` and `../select.ts`.
import { nextStamp, type Stamp } from '#device/stamp.ts';
import type { Conflict } from '#form/conflict-choice.ts';
import type { AccountCopy, State, Trouble } from '../model.ts';
import { agreeing, ANONYMOUS, draftOf, recordAt, setRecord } from '../records.ts';
import type { Application } from '../run.ts';
import { ACCOUNT, filledIn, pendingAnswers } from '../select.ts';

const SENT_MAX = 8;

/**
 * Before sending: from now on the account may have the value, whatever the response. A refusal does not prove the
 * opposite: a browser or a proxy that lost the response repeats the request by itself, and passes on the second
 * response.
 */
export function attempted(copy: AccountCopy, value: string): AccountCopy {
  const { isTaken: _, ...rest } = copy;
  return { ...rest, sent: [...copy.sent.filter((other) => other !== value), value].slice(-SENT_MAX) };
}

/** After success: the account has this value at this version, and an earlier request can no longer change it. */
export function acknowledged({ theirs }: AccountCopy, value: string, of: string | undefined): AccountCopy {
  return { ...agreeing(value, of), ...(theirs !== undefined && { theirs }) };
}

export function conflictsIn(state: State): readonly Conflict[] {
  return pendingAnswers(state).flatMap(({ key, value: mine, theirs }) =>
    theirs === undefined ? [] : [{ key, mine, theirs }],
  );
}

/** The answers of the anonymous draft that are not blank. */
export function anonymousAnswers(state: State): ReadonlyMap<string, string> {
  return new Map(filledIn(draftOf(state, ANONYMOUS)));
}

/** From now on, any stored version of this record counts as later. */
export function yieldRecord(state: State, name: string): void {
  const known = recordAt(state, name);
  if (known !== undefined) setRecord(state, name, { ...known, stamp: '' });
}

/** Why the server refused answers. */
export function refusalsIn(state: State): ReadonlyMap<string, string> {
  return new Map(
    pendingAnswers(state).flatMap(({ key, refusal }) =>
      refusal === undefined ? [] : [[key, refusal] as const],
    ),
  );
}

/** Take it before a request, so that later changes here are newer than the response. */
export function stampNow({ state, clock }: Application): Stamp {
  return nextStamp(state.stamps, clock.now());
}

/** Why nothing can be sent to the account at present; `undefined` also while it is tried again. */
export function troubleIn({ line, troubles }: State): Trouble | undefined {
  return line.isSending ? undefined : troubles.get(ACCOUNT);
}

/** Whether the last request to the account got no response. */
export function isOffline(state: State): boolean {
  return troubleIn(state)?.is === 'offline';
}
