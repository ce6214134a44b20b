import { personOf } from '../person.ts';
import type { Application } from '../run.ts';
import { conflictsIn } from './select.ts';

/** Resolves conflicts by the values that the applicant has chosen. Those that are about another value by now stay. */
export async function decide(
  application: Application,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { state, journal } = application;
  const person = personOf(application);
  const shown = new Map(conflictsIn(state).map(({ key, theirs }) => [key, theirs]));
  // Another tab may have asked the same question, or have seen a later account.
  await journal.sync();
  const changed = conflictsIn(state).filter(({ key, theirs }) => shown.get(key) !== theirs);
  const keys = new Set(changed.map(({ key }) => key));
  const chosen = Object.entries(values).filter(([key]) => !keys.has(key));
  person.dispatch({ type: 'chosen', values: Object.fromEntries(chosen) });
  void application.save();
}
