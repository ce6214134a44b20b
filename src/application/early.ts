// What is entered before the device has been read.
import { setterOf } from '#form/change.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { UNFINISHED_SUFFIX } from '#form/keys.ts';
import { nextStamp } from '#device/stamp.ts';
import { valueIn } from '#device/stored-records.ts';
import type { Event, Run } from './events.ts';
import type { Change } from './model.ts';
import { nameOf } from './record-names.ts';
import { ownerOfDraft, putAnswer, recordAt, acceptRecord } from './records.ts';
import { answersIn } from './select.ts';

/**
 * Merges a draft that is read only now with what was entered before. An entry replaces the stored answer and clears
 * those that it hides; in a field that a reload has blanked, it continues the stored text. A date that was begun
 * replaces a whole one. All that was entered before gets later stamps than what is stored.
 */
export function joinEarly(run: Run, { records: stored, refocusedKey }: Event<'recordsCame'>): void {
  const { state, now, records } = run;
  const prefix = nameOf('answers', ownerOfDraft(state), '');
  const before: Record<string, string> = {};
  const next: Record<string, string> = {};
  const set = setterOf(before, next);
  for (const [name, record] of stored) {
    const change = valueIn<Change>(record);
    if (name.startsWith(prefix) && change !== undefined) before[name.slice(prefix.length)] = change.value;
  }
  const answers = answersIn(state);
  for (const [entered, value = EMPTY_ANSWER] of Object.entries(answers)) {
    const key = questionFor(entered.replace(UNFINISHED_SUFFIX, ''))?.key;
    const isBlankAgain = key !== entered && value === EMPTY_ANSWER;
    if (key === undefined || isBlankAgain || !state.early.has(prefix + entered)) continue;
    const own = answers[key] ?? EMPTY_ANSWER;
    const joined = key === refocusedKey ? joinedText(key, before[key] ?? EMPTY_ANSWER, own) : own;
    set(key, joined);
    next[key] = joined;
  }
  for (const [key, value] of Object.entries(next)) putAnswer(run, key, value);
  for (const name of state.early) {
    const record = recordAt(state, name);
    if (record === undefined) continue;
    const later = { ...record, stamp: nextStamp(state.stamps, now.wall) };
    acceptRecord(run, name, later);
    records.set(name, later);
  }
  state.early.clear();
}

/**
 * Returns the merged answer of a field to which a reload has returned the focus, if something was entered there while
 * the field still looked blank: it continues a text. A choice made now replaces the stored one, and so does a number or
 * a date that is not shorter.
 */
export function joinedText(key: string, stored: string, entered: string): string {
  const { kind, rule } = questionFor(key) ?? {};
  if (kind === 'select' || kind === 'radio' || kind === 'checkbox' || kind === 'month') return entered;
  if (entered.startsWith(stored)) return entered;
  if (stored.startsWith(entered)) return stored;
  if (rule === undefined) return stored + entered;
  return entered.length < stored.length ? stored : entered;
}
