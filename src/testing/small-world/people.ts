// What the applicant does, here and on another device.
import { conflictsIn } from '#application/account/select.ts';
import { pendingIn } from '#application/select.ts';
import type { AnswerKey } from '#form/keys.ts';
import { isBehind } from './disk.ts';
import { happens, readDisk } from './pages.ts';
import { ELSEWHERE, enter, giveUpUnwritten, mean } from './truth.ts';
import { tabIn, type Person, type Tab, type World } from './world.ts';

export const KEYS: readonly AnswerKey[] = ['first_name', 'last_name'];

/** People use a tab only once it shows who is here, and no logout is in progress. */
export function canBeUsed(tab: Tab, world: World): boolean {
  const isChanging = world.tabs.some(({ is, clearing }) => is === 'running' && clearing.length > 0);
  return (world.without === 8 || !isBehind(world, tab)) && !isChanging && tab.state.who.is !== 'arriving';
}

export function isApplicant({ state }: Tab): boolean {
  return state.who.is === 'applicant';
}

export function canLogIn(tab: Tab, world: World): boolean {
  return tab.arriving === undefined && !isApplicant(tab) && canBeUsed(tab, world);
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
  mean(world, 'ann', key, [mine, theirs], conflict[kept]);
  happens(world, index, { type: 'chosen', values: { [key]: conflict[kept] } });
}

/** Another device has read the account before, and saves over it. */
export function changeElsewhere(world: World, where: number): void {
  const key = KEYS[where]!;
  const { ann } = world.accounts;
  const before = ann.answers.get(key);
  ann.answers.set(key, mean(world, `ann${ELSEWHERE}`, key, before === undefined ? [] : [before]));
  ann.version += 1;
}

export function logIn(world: World, index: number, person: Person): void {
  const tab = tabIn(world, index);
  world.session = person;
  readDisk(world, index);
  happens(world, index, { type: 'admitted', owner: person });
  tab.arriving = person;
}

/** The call has succeeded. What other tabs have stored by then is read before it is decided whether anything waits. */
export function logOut(world: World, index: number): void {
  const { state } = tabIn(world, index);
  world.session = undefined;
  readDisk(world, index);
  giveUpUnwritten(world);
  happens(world, index, { type: 'left', how: pendingIn(state) > 0 ? 'expired' : 'chosen' });
}
