// What can be computed from the state of somebody who has an account.
import type { Clock } from '#device/clock.ts';
import { nextStamp, type Stamp } from '#device/stamp.ts';
import type { Conflict } from '#form/conflict-choice.ts';
import type { State, Trouble } from '../model.ts';
import { ANONYMOUS } from '../record-names.ts';
import { draftOf } from '../records.ts';
import { ACCOUNT, filledIn, pendingAnswers } from '../select.ts';

export function conflictsIn(state: State): readonly Conflict[] {
  return pendingAnswers(state).flatMap(({ key, value: mine, theirs }) =>
    theirs === undefined ? [] : [{ key, mine, theirs }],
  );
}

/** The answers of the anonymous draft that are not blank. */
export function anonymousAnswers(state: State): ReadonlyMap<string, string> {
  return new Map(filledIn(draftOf(state, ANONYMOUS)));
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
export function stampNow({ state, clock }: { readonly state: State; readonly clock: Clock }): Stamp {
  return nextStamp(state.stamps, clock.now());
}

/** Why nothing can be sent to the account at present; `undefined` also while it is tried again. */
export function troubleIn({ sending, troubles }: State): Trouble | undefined {
  return sending.isUnderWay ? undefined : troubles.get(ACCOUNT);
}

/** Whether the last request to the account got no response. */
export function isOffline(state: State): boolean {
  return troubleIn(state)?.is === 'offline';
}
