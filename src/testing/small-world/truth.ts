// People's intentions: which value may replace which.
import { theirsIn } from '#application/draft.ts';
import type { State } from '#application/model.ts';
import { draftOf, ownerOfDraft } from '#application/records.ts';
import { answerIn } from '#application/select.ts';
import type { AnswerKey } from '#form/keys.ts';
import { valueStored } from './disk.ts';
import type { Value, World } from './world.ts';

export const ELSEWHERE = '-elsewhere';

/** Who is logged in; a draft without an owner is anyone's. */
function authorOf({ who, meta }: State): string {
  return who.is === 'applicant' ? who.owner : (meta?.value?.draftOf ?? 'any');
}

/** A value that is entered in a tab replaces all that this browser has shown or stored, but not what it asks about. */
export function enter(world: World, state: State, key: AnswerKey): Value {
  const stored = valueStored(world, ownerOfDraft(state), key);
  const shown = world.tabs.map((tab) => answerIn(tab.state, key));
  const asked = theirsIn(draftOf(state), key);
  const known = [...shown, stored];
  return mean(
    world,
    authorOf(state),
    key,
    known.filter((value) => value !== '' && value !== asked),
  );
}

/** A value that replaces these: a new one, or one of them that was chosen. */
export function mean(
  { truth }: World,
  by: string,
  key: string,
  over: readonly Value[],
  value?: Value,
): Value {
  const meant = value ?? `${by} ${truth.over.size + 1}`;
  const all = new Set<Value>(truth.over.get(meant));
  for (const before of over) {
    all.add(before);
    for (const earlier of truth.over.get(before) ?? []) all.add(earlier);
  }
  all.delete(meant);
  truth.over.set(meant, all);
  truth.keys.set(meant, key);
  return meant;
}

/** Whether a value was entered on another device. */
export function isElsewhere(value: Value): boolean {
  return value.startsWith(ELSEWHERE, value.indexOf(' ') - ELSEWHERE.length);
}

export function mayReplace({ truth }: World, value: Value, before: Value): boolean {
  return before === '' || value === before || truth.over.get(value)?.has(before) === true;
}

/** A chosen logout drops what a frozen tab has not written. */
export function giveUpUnwritten({ truth }: World): void {
  for (const value of truth.keys.keys())
    if (!truth.onDisk.has(value) && !truth.inAccount.has(value)) truth.dropped.add(value);
}
