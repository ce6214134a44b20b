// What one step changes.
import { nextStamp, stampJustAfter, type Stamp } from '#device/stamp.ts';
import type { Effect, Turn } from './events.ts';
import type { Draft, Kept, Meta, Now, Parts, State } from './model.ts';
import { ANONYMOUS, META, nameOf, newDraft, recordAt } from './records.ts';

export function beginTurn(state: State, now: Now): Turn {
  return { state, now, effects: [], records: new Map(), shown: new Set() };
}

export function effectsOf({ state, records, shown, effects }: Turn): readonly Effect[] {
  if (records.size > 0) state.isWritten = false;
  return [
    ...(records.size > 0 ? [{ do: 'write', records } as const] : []),
    ...(shown.size > 0 ? [{ do: 'show', keys: shown } as const] : []),
    ...effects,
  ];
}

/** Whose draft is shown and edited. */
export function ownerOfDraft({ who }: State): string {
  return who.is === 'applicant' ? who.owner : ANONYMOUS;
}

/** The draft of an owner, made on first use. */
export function draftOf(state: State, owner = ownerOfDraft(state)): Draft {
  const draft = state.drafts.get(owner) ?? newDraft();
  state.drafts.set(owner, draft);
  return draft;
}

/**
 * How a change meets one that another tab makes at the same time, or a stored record that is not read yet: it `wins`,
 * or it `yields`.
 */
type Precedence = 'wins' | 'yields';

/**
 * Puts an answer, what is known of the account's copy of one, or a call into a draft. `undefined` deletes the version
 * known here; a later one by another tab stays.
 */
export function put<Part extends keyof Parts>(
  turn: Turn,
  part: Part,
  key: string,
  value: Parts[Part] | undefined,
  precedence: Precedence = 'wins',
  owner = ownerOfDraft(turn.state),
): void {
  const draft: Draft = draftOf(turn.state, owner);
  keep(turn, nameOf(part, owner, key), draft[part].get(key), value, precedence, (kept) => {
    draft[part].set(key, kept);
    if (part !== 'answers') return;
    // What is entered, or cleared, takes the place of what a link shows.
    turn.state.lent.delete(key);
    if (owner === ownerOfDraft(turn.state)) show(turn, key);
  });
}

export function putMeta(turn: Turn, meta: Meta): void {
  const { state } = turn;
  if (JSON.stringify(meta) === JSON.stringify(state.meta?.value)) return;
  keep(turn, META, state.meta, meta, 'wins', (kept) => (state.meta = kept));
}

/** Notes that an answer on screen has changed. */
export function show({ state, shown }: Turn, key: string): void {
  shown.add(key);
  state.version += 1;
}

/** Shows all answers anew, as when another draft comes into use. */
export function showAll({ state, effects }: Turn): void {
  state.version += 1;
  effects.push({ do: 'show', keys: 'all' });
}

function keep<T>(
  turn: Turn,
  name: string,
  before: Kept<T> | undefined,
  value: T | undefined,
  precedence: Precedence,
  set: (kept: Kept<T>) => void,
): void {
  const { state, now } = turn;
  const known: Stamp = before?.at ?? '';
  if (value === undefined && known === '') return;
  const stamp =
    precedence === 'yields' ? stampJustAfter(state.stamps, known) : nextStamp(state.stamps, now.wall);
  set({ value, at: value === undefined ? known : stamp });
  if (!state.isDeviceRead && precedence === 'wins') state.early.add(name);
  const record = recordAt(state, name);
  if (record !== undefined) turn.records.set(name, record);
}
