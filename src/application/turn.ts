// What one step changes.
import { nextStamp, stampJustAfter, type Stamp } from '#device/stamp.ts';
import type { Effect, Turn } from './events.ts';
import type { AccountCopy, Draft, Kept, Meta, Now, Operation, State } from './model.ts';
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

export function putAnswer(
  turn: Turn,
  key: string,
  value: string | undefined,
  precedence: Precedence = 'wins',
  owner = ownerOfDraft(turn.state),
): void {
  const { answers } = draftOf(turn.state, owner);
  put(turn, nameOf('answer', owner, key), answers.get(key), value, precedence, (kept) => {
    answers.set(key, kept);
    // What is entered, or cleared, takes the place of what a link shows.
    turn.state.lent.delete(key);
    if (owner === ownerOfDraft(turn.state)) show(turn, key);
  });
}

export function putCopy(
  turn: Turn,
  key: string,
  copy: AccountCopy | undefined,
  precedence: Precedence = 'wins',
): void {
  const { account } = draftOf(turn.state);
  const name = nameOf('account', ownerOfDraft(turn.state), key);
  put(turn, name, account.get(key), copy, precedence, (kept) => account.set(key, kept));
}

/** @param call `null` once it is done */
export function putCall(
  turn: Turn,
  place: string,
  call: Operation | null,
  precedence: Precedence = 'wins',
): void {
  const { calls } = draftOf(turn.state);
  const name = nameOf('operation', ownerOfDraft(turn.state), place);
  put(turn, name, calls.get(place), call, precedence, (kept) => calls.set(place, kept));
}

export function putMeta(turn: Turn, meta: Meta): void {
  const { state } = turn;
  if (JSON.stringify(meta) === JSON.stringify(state.meta?.value)) return;
  put(turn, META, state.meta, meta, 'wins', (kept) => (state.meta = kept));
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

/** `undefined` deletes the version known here; a later one by another tab stays. */
function put<T>(
  turn: Turn,
  name: string,
  before: Kept<T> | undefined,
  value: T | undefined,
  precedence: Precedence,
  keep: (kept: Kept<T>) => void,
): void {
  const { state, now } = turn;
  const known: Stamp = before?.at ?? '';
  if (value === undefined && known === '') return;
  const stamp =
    precedence === 'yields' ? stampJustAfter(state.stamps, known) : nextStamp(state.stamps, now.wall);
  keep({ value, at: value === undefined ? known : stamp });
  if (!state.isDeviceRead && precedence === 'wins') state.early.add(name);
  const record = recordAt(state, name);
  if (record !== undefined) turn.records.set(name, record);
}
