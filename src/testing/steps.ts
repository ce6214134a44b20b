import { accountSteps } from '#application/account/step.ts';
import type { Effect, Event, Reading } from '#application/events.ts';
import type { Now, State } from '#application/model.ts';
import { newState } from '#application/new-state.ts';
import { step } from '#application/step.ts';
import { profileOf } from './tab.ts';

/** The owner of the account in tests of single steps. */
export const OWNER = 'ann';
const VERSION = '"1"';

/** The time of a step: the device's clock and the page's are the same. */
export function at(elapsed: number): Now {
  return { wall: Date.UTC(2026, 10, 20, 12) + elapsed, elapsed, today: () => '2026-11-20' };
}

/** One step of a page that has the code for accounts; at time 0 by default. */
export function after(state: State, event: Event, now = at(0)): readonly Effect[] {
  return step(state, event, now, accountSteps);
}

/** The account's contents, read after everything that has happened in this state. */
export function readingOf(
  answers: Readonly<Record<string, string>>,
  version: string | undefined = VERSION,
): Reading {
  return { owner: OWNER, profile: profileOf('ann@example.org'), answers, version, since: '~' };
}

/** A page whose device has been read, and shows nothing yet. */
export function visitor(tab = 'tab'): State {
  const state = newState(tab);
  after(state, { type: 'deviceChanged', status: { kind: 'kept' } });
  after(state, { type: 'recordsCame', records: new Map(), from: 'device' });
  return state;
}

/** A page on which an applicant has logged in, whose account has these answers. */
export function applicant(
  answers: Readonly<Record<string, string>> = {},
  version: string | undefined = VERSION,
): State {
  const state = visitor();
  after(state, { type: 'loggedIn', reading: readingOf(answers, version) });
  return state;
}
