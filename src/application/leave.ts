// How somebody stops being logged in here: by choice, idle, with an ended session, or in another tab.
import { nextStamp } from '#device/stamp.ts';
import { isUnfinishedKey } from '#form/keys.ts';
import { accountValueIn, SEEN, theirsIn } from './draft.ts';
import type { Run } from './events.ts';
import type { Departure } from './model.ts';
import { ofNobody } from './new-state.ts';
import { ANONYMOUS } from './record-names.ts';
import { draftOf, put, putMeta, showAll } from './records.ts';
import { isLoggedIn, pendingKeys } from './select.ts';

/**
 * Clears the screen of an applicant, or of a visitor who clears the device.
 *
 * | how | what the account has | what waits | the session |
 * | --------- | -------------------- | --------------- | ----------------------- |
 * | chosen | deleted here | deleted | ended by a call before, or offline, after |
 * | idle | deleted here | sealed | ended by a call after |
 * | expired | deleted here | sealed | has ended |
 * | elsewhere | as the other tab did | as it did there | as it did there |
 *
 * A start without a session does the same with what an earlier visit left.
 */
export function leave(run: Run, how: Departure | 'elsewhere'): void {
  const { state, effects } = run;
  const meta = state.meta?.value;
  const owner = state.who.is === 'applicant' ? state.who.owner : (meta?.owner ?? ANONYMOUS);
  const wasLoggedIn = isLoggedIn(state);
  const isElsewhere = how === 'elsewhere';
  if (how !== 'chosen' && owner === ANONYMOUS && !wasLoggedIn) {
    // No owner is known, but an earlier visit may have ended between two of its writes.
    effects.push({ do: 'seal', owner, isElsewhere: false });
    return;
  }
  if (how === 'chosen') {
    const keptFor = meta?.draftOf !== owner ? meta?.draftOf : undefined;
    for (const one of [...state.drafts.keys()])
      if (owner === ANONYMOUS || one === owner || one === ANONYMOUS) state.drafts.delete(one);
    state.early.clear();
    state.meta = undefined;
    effects.push({ do: 'wipe', owner, draftOf: keptFor, until: nextStamp(state.stamps, run.now.wall) });
  } else if (owner !== ANONYMOUS) {
    // At a start, nobody is here yet, and what is left belongs to the last owner.
    state.who = { is: 'applicant', owner };
    // If another tab has logged out, it has done the following, and somebody may have logged in there since.
    if (!isElsewhere) {
      deleteWhatTheAccountHas(run);
      putMeta(run, { owner: ANONYMOUS, draftOf: meta?.draftOf ?? owner, departure: how });
    }
    effects.push({ do: 'seal', owner, isElsewhere });
  }
  const told = isElsewhere ? (meta?.departure ?? 'chosen') : how;
  state.who = wasLoggedIn ? { is: 'departed', how: told } : { is: 'visitor' };
  Object.assign(state, ofNobody());
  showAll(run);
  if (!wasLoggedIn) return;
  effects.push({ do: 'forgetAccount', isElsewhere });
  if (how === 'idle') effects.push({ do: 'endSession', owner });
}

function deleteWhatTheAccountHas(run: Run): void {
  const { state } = run;
  const pending = new Set(pendingKeys(state));
  const draft = draftOf(state);
  for (const [key, { value: change }] of [...draft.answers]) {
    const isArrived = !pending.has(key) && !isUnfinishedKey(key);
    if (isArrived) put(run, 'answers', key, undefined);
    // What was made over this device's own value stands on that, once it is forgotten which one this was.
    else if (change?.base !== undefined && theirsIn(draft, key) === undefined) {
      const base = accountValueIn(draft, key);
      if (base !== change.base) put(run, 'answers', key, { ...change, base }, 'yields');
    }
  }
  if (pending.size === 0) for (const tab of [...draft.sent.keys()]) put(run, 'sent', tab, undefined);
  put(run, 'seen', SEEN, undefined);
}
