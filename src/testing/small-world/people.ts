// What the applicant does, here and on another device.
import { conflictsIn } from '#application/account/copies.ts';
import type { AnswerKey } from '#form/keys.ts';
import { happens, readDisk } from './pages.ts';
import { ELSEWHERE, enter, mean } from './truth.ts';
import { tabIn, type Tab, type World } from './world.ts';

export const KEYS: readonly AnswerKey[] = ['first_name', 'last_name'];

export function isApplicant({ state }: Tab): boolean {
  return state.who.is === 'applicant';
}

/** The questions are alike: the next one is used only after the one before. */
export function usedKeys({ truth }: World): readonly AnswerKey[] {
  return KEYS.slice(0, new Set(truth.keys.values()).size + 1);
}

/** @param where the tab and the question: tabs count by the number of questions */
export function type(world: World, where: number): void {
  const index = Math.floor(where / KEYS.length);
  const key = KEYS[where % KEYS.length]!;
  const { state } = tabIn(world, index);
  happens(world, index, { type: 'typed', key, value: enter(world, state, key), isRestored: false });
}

export function pressAddAnother(world: World, index: number): void {
  tabIn(world, index);
  world.truth.presses += 1;
  const operation = {
    kind: 'add-another',
    button_id: 'college',
    num_components: world.truth.presses,
  } as const;
  happens(world, index, { type: 'called', operation });
}

export function choose(world: World, index: number, kept: 'mine' | 'theirs'): void {
  const { state } = tabIn(world, index);
  readDisk(world, index);
  const [conflict] = conflictsIn(state);
  if (conflict === undefined) return;
  const { key, mine, theirs } = conflict;
  mean(world, 'here', key, [mine, theirs], conflict[kept]);
  happens(world, index, { type: 'chosen', values: { [key]: conflict[kept] } });
}

/** Another device has read the account before, and saves over it. */
export function changeElsewhere(world: World, where: number): void {
  const key = KEYS[where]!;
  const { account } = world;
  const before = account.answers.get(key);
  account.answers.set(key, mean(world, ELSEWHERE, key, before === undefined ? [] : [before]));
  account.revision += 1;
}
