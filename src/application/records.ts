// The device's records: where the state has them, and how a step changes them.
import { nextStamp, stampJustAfter } from '#device/stamp.ts';
import { valueIn, type DeviceRecord } from '#device/stored-records.ts';
import type { Run } from './events.ts';
import { changeTo, newDraft, SEEN, seenIn, yielding } from './draft.ts';
import type { Draft, Stamped, Meta, Owner, Parts, Seen, State } from './model.ts';
import { ANONYMOUS, beginnings, META, nameOf, ownerIn, parts } from './record-names.ts';

/** The map of a draft that has a record, and its key there. */
function slotOf(state: State, name: string) {
  const [begins, owner = '', ...rest] = name.split('/');
  const part = parts.find((one) => beginnings[one] === begins);
  const draft = state.drafts.get(owner);
  if (part === undefined || draft === undefined) return undefined;
  const records: Map<string, Stamped<unknown>> = draft[part];
  return { records, key: rest.join('/') };
}

export function recordAt(state: State, name: string): DeviceRecord | undefined {
  if (name === META) return state.meta;
  const slot = slotOf(state, name);
  return slot?.records.get(slot.key);
}

/** The names of all records in memory that have a value. */
export function namesIn(state: State): readonly string[] {
  const names = [...state.drafts].flatMap(([owner, draft]) =>
    parts.flatMap((part) => [...draft[part].keys()].map((key) => nameOf(part, owner, key))),
  );
  return [META, ...names].filter((name) => recordAt(state, name)?.value !== undefined);
}

/**
 * Accepts a record if it is later than the one in memory.
 *
 * @returns whether it was accepted
 */
export function acceptRecord(run: Run, name: string, record: DeviceRecord): boolean {
  const { state } = run;
  const known = recordAt(state, name);
  // A deletion has the stamp of what it deletes.
  const isDeleted = record.value === undefined && known?.value !== undefined && record.stamp === known.stamp;
  if (!isDeleted && record.stamp <= (known?.stamp ?? '')) return false;
  const owner = ownerIn(name) ?? ANONYMOUS;
  const seen = name === nameOf('seen', owner, SEEN) ? valueIn<Seen>(record) : undefined;
  if (seen !== undefined) yieldTo(run, owner, seen);
  return setRecord(state, name, record);
}

function setRecord(state: State, name: string, record: DeviceRecord): boolean {
  if (name === META) {
    state.meta = { ...record, value: valueIn<Meta>(record) };
    return true;
  }
  const slot = slotOf(state, name);
  slot?.records.set(slot.key, record);
  return slot !== undefined;
}

/** The owner whose draft is shown and edited. */
export function ownerOfDraft({ who }: State): string {
  return who.is === 'applicant' ? who.owner : ANONYMOUS;
}

/** The draft of an owner; an empty one that changes nothing if there is none. */
export function draftOf(state: State, owner = ownerOfDraft(state)): Draft {
  return state.drafts.get(owner) ?? newDraft();
}

/** Makes room for the records of an owner. Otherwise, received ones are dropped. */
export function addDraft({ drafts }: State, owner: Owner): void {
  if (!drafts.has(owner)) drafts.set(owner, newDraft());
}

/**
 * How a change meets one that another tab makes at the same time, or a stored record that is not read yet: it `wins`,
 * or it `yields`.
 */
export type Precedence = 'wins' | 'yields';

/**
 * Puts a record into a draft. `undefined` deletes the version known here; a later one by another tab stays.
 */
export function put<Part extends keyof Parts>(
  run: Run,
  part: Part,
  key: string,
  value: Parts[Part] | undefined,
  precedence: Precedence = 'wins',
  owner = ownerOfDraft(run.state),
): void {
  addDraft(run.state, owner);
  if (!keep(run, nameOf(part, owner, key), value, precedence) || part !== 'answers') return;
  // What is entered, or cleared, replaces what a link shows.
  run.state.lent.delete(key);
  if (owner === ownerOfDraft(run.state)) show(run, key);
}

/** Puts a value that was entered here into the draft in use. */
export function putAnswer(run: Run, key: string, value: string, precedence?: Precedence): void {
  put(run, 'answers', key, changeTo(draftOf(run.state), key, value), precedence);
}

/** What follows from a later account: this device's changes give way or go on, and its values are shown. */
function yieldTo(run: Run, owner: Owner, next: Seen): void {
  const draft = draftOf(run.state, owner);
  for (const [key, change] of yielding(draft, next)) put(run, 'answers', key, change, 'yields', owner);
  if (owner !== ownerOfDraft(run.state)) return;
  const { answers: before = {} } = seenIn(draft) ?? {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(next.answers)]))
    if (before[key] !== next.answers[key] && draft.answers.get(key)?.value === undefined) show(run, key);
}

/** Moves the answers that release 1.1 has left here. Needed for one release. */
export function moveOldAnswers(run: Run): void {
  for (const [owner, { old }] of run.state.drafts)
    for (const [key, { stamp, value }] of old) {
      if (value === undefined) continue;
      const [name, record] = [nameOf('answers', owner, key), { stamp, value: { value } }];
      if (acceptRecord(run, name, record)) run.records.set(name, record);
      put(run, 'old', key, undefined, 'yields', owner);
      show(run, key);
    }
}

export function putMeta(run: Run, meta: Meta): void {
  if (JSON.stringify(meta) !== JSON.stringify(run.state.meta?.value)) keep(run, META, meta, 'wins');
}

/** Notes that an answer on screen has changed. */
export function show({ state, shown }: Run, key: string): void {
  shown.add(key);
  state.numChanges += 1;
}

/** Shows all answers again, as when another draft is used. */
export function showAll({ state, effects }: Run): void {
  state.numChanges += 1;
  effects.push({ do: 'show', keys: 'all' });
}

/** @returns whether there was anything to change */
function keep({ state, now, records }: Run, name: string, value: unknown, precedence: Precedence): boolean {
  const known = recordAt(state, name)?.stamp ?? '';
  if (value === undefined && known === '') return false;
  const later =
    precedence === 'yields' ? stampJustAfter(state.stamps, known) : nextStamp(state.stamps, now.wall);
  const record = { value, stamp: value === undefined ? known : later };
  setRecord(state, name, record);
  if (!state.isDeviceRead && precedence === 'wins') state.early.add(name);
  records.set(name, record);
  return true;
}
