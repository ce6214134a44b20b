// Whether the applicant is active, in any tab of this browser (specification §4, Session).
import { IDLE_TIMEOUT_MS, IDLE_WARNING_LEAD_MS } from '#limits.ts';
import type { Event, Run } from '../events.ts';
import { leave } from '../leave.ts';
import type { Moment, State } from '../model.ts';

/** Activity is sent to the other tabs at most this often. */
const TELL_EVERY_MS = 5000;
/** Well below the server's idle limit, and rare enough to cost nothing. */
const CALL_EVERY_MS = 5 * 60_000;

/** Call after a login, which itself was a call. */
export function beginPresence({ state, now, effects }: Run): void {
  const moment = { wall: now.wall, elapsed: now.elapsed };
  state.presence = {
    lastActive: moment,
    toldTabs: { wall: Number.NEGATIVE_INFINITY, elapsed: Number.NEGATIVE_INFINITY },
    toldServer: moment,
    isWarned: false,
  };
  // A tab that has slept must not end this session because the one before was idle.
  effects.push({ do: 'tellActive', at: now.wall });
}

/** The applicant does something. It does not end the warning, unless they have chosen to stay. */
export function active(run: Run, { isChosen }: Event<'active'>): void {
  const { state, now, effects } = run;
  const { presence } = state;
  if (presence === undefined || !watch(run) || (presence.isWarned && !isChosen)) return;
  presence.lastActive = { wall: now.wall, elapsed: now.elapsed };
  presence.isWarned = false;
  if (isChosen || since(presence.toldTabs, now) >= TELL_EVERY_MS) {
    presence.toldTabs = presence.lastActive;
    effects.push({ do: 'tellActive', at: now.wall });
  }
  // The server ends a session after 15 minutes without a call, which must not happen to somebody who only reads.
  if (isChosen || since(presence.toldServer, now) >= CALL_EVERY_MS) {
    presence.toldServer = presence.lastActive;
    effects.push({ do: 'callServer' });
  }
}

/**
 * The applicant is active in another tab, or has chosen there to stay. A time in the future is ignored, because the
 * clock has been set back since.
 */
export function activeElsewhere(run: Run, { at }: Event<'activeElsewhere'>): void {
  const { state, now } = run;
  const { presence } = state;
  if (presence === undefined) return;
  const agoMs = now.wall - at;
  if (agoMs >= 0 && agoMs < since(presence.lastActive, now))
    presence.lastActive = { wall: at, elapsed: now.elapsed - agoMs };
  watch(run);
}

/**
 * Compares times instead of counting, so that a tab that slept is right at once.
 *
 * @returns false if the applicant has been logged out
 */
export function watch(run: Run): boolean {
  const { state, now } = run;
  const { presence } = state;
  if (presence === undefined) return false;
  const idleMs = since(presence.lastActive, now);
  if (idleMs >= IDLE_TIMEOUT_MS) {
    leave(run, 'idle');
    return false;
  }
  presence.isWarned = idleMs >= IDLE_TIMEOUT_MS - IDLE_WARNING_LEAD_MS;
  return true;
}

/** Whether to check for activity in other tabs: only after a pause, because reading storage at each letter is slow. */
export function isQuiet({ presence }: State, now: Moment): boolean {
  return presence !== undefined && since(presence.lastActive, now) >= TELL_EVERY_MS;
}

/**
 * Milliseconds by the clock that has advanced more: the device's may be set back, and the page's may stop during sleep.
 */
function since(moment: Moment, now: Moment): number {
  return Math.max(now.wall - moment.wall, now.elapsed - moment.elapsed);
}
