// Merges the account's answers with those of this device.
import { nextStamp, type Stamp } from '#device/stamp.ts';
import { hangsOn } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { isDescKey, isUnfinishedKey } from '#form/keys.ts';
import { applyChanges } from '#form/apply-changes.ts';
import { isPending, oursIn, SEEN, seenIn, seenStamp, stampOfSeen } from '../draft.ts';
import type { Reading, Run, SentAnswers, Versions } from '../events.ts';
import { ANONYMOUS, nameOf } from '../record-names.ts';
import { acceptRecord, draftOf, ownerOfDraft, put, putAnswer } from '../records.ts';
import { answerIn, answersIn, pendingKeys } from '../select.ts';
import { conflictsIn } from './select.ts';

/** An outage of an hour, while somebody types: a try each minute. */
const SENT_MAX = 60;

/** Merges the account's answers as they were read, and clears answers that the result makes impossible. */
export function mergeReading(run: Run, { answers, version, since }: Reading): void {
  const own = Object.entries(answers).filter(([key]) => !isUnfinishedKey(key) && !isDescKey(key));
  see(run, Object.fromEntries(own), version, since);
  clearImpossible(run);
}

/** Before sending: from now on the account may have these values, whatever the response. */
export function noteSent(run: Run, { answers }: SentAnswers): void {
  const { tab } = run.state.stamps;
  const draft = draftOf(run.state);
  const over = stampOfSeen(draft);
  const known = draft.sent.get(tab)?.value;
  const values: Record<string, readonly string[]> = known?.over === over ? { ...known.values } : {};
  for (const { key, value } of answers)
    values[key] = [...(values[key] ?? []).filter((other) => other !== value), value].slice(-SENT_MAX);
  if (answers.length > 0) put(run, 'sent', tab, { over, values });
}

/** After success: nobody else has changed the account since the version that the request was sent over. */
export function acknowledge(run: Run, { answers }: SentAnswers, { over, version }: Versions): void {
  const seen = seenIn(draftOf(run.state));
  if (seen === undefined || seen.version !== over) return;
  const values = answers.map(({ key, value }) => [key, value] as const);
  const since = nextStamp(run.state.stamps, run.now.wall);
  see(run, { ...seen.answers, ...Object.fromEntries(values) }, version, since);
}

/** Puts what was seen of the account, unless something later is known. What was sent before has arrived, or never will. */
function see(run: Run, answers: Answers, version: string | undefined, since: Stamp): void {
  const { state, records } = run;
  const draft = draftOf(state);
  // What a departure has deleted is seen anew.
  if (seenIn(draft) === undefined) draft.seen.clear();
  const name = nameOf('seen', ownerOfDraft(state), SEEN);
  const stamp = seenStamp(draft, version, since);
  const record = { stamp, value: { version, answers, ours: oursIn(draft, answers) } };
  if (!acceptRecord(run, name, record)) return;
  records.set(name, record);
  for (const [tab, { value }] of draft.sent)
    if (value !== undefined && value.over < stamp) put(run, 'sent', tab, undefined);
}

/**
 * Clears answers that this device's changes or the account's answers make impossible: hidden ones, and options no
 * longer offered. What depends on an open conflict stays until the applicant has chosen.
 *
 * @see specification §4, Conditional content
 */
function clearImpossible(run: Run): void {
  const { state, now } = run;
  const conflicts = new Set(conflictsIn(state).map(({ key }) => key));
  const isOpen = (key: string) => {
    const question = questionFor(key);
    return conflicts.has(key) || (question && [...hangsOn(question)].some((one) => conflicts.has(one)));
  };
  const ours = pendingKeys(state).filter((key) => !isOpen(key));
  const changes = Object.fromEntries(ours.map((key) => [key, answerIn(state, key)]));
  for (const [key, value] of Object.entries(applyChanges(answersIn(state), changes, now.today)))
    if (!isOpen(key)) putAnswer(run, key, value, 'yields');
}

/**
 * Takes an anonymous draft into the account. A blank in the account is filled from the draft; a blank in the draft
 * changes nothing; the applicant is asked about each answer that differs.
 */
export function adopt(run: Run, anonymous: ReadonlyMap<string, string>): void {
  const { state } = run;
  const draft = draftOf(state);
  for (const [key, value] of anonymous) {
    const theirs = answerIn(state, key);
    if (value === theirs) continue;
    const { base } = draft.answers.get(key)?.value ?? {};
    // The text of a date's boxes is never sent, and never asked about.
    if (theirs === EMPTY_ANSWER || isUnfinishedKey(key)) putAnswer(run, key, value);
    else if (isPending(draft, key)) put(run, 'answers', key, { value, base, rival: theirs });
    else put(run, 'answers', key, { value });
  }
  for (const key of [...(state.drafts.get(ANONYMOUS)?.answers.keys() ?? [])])
    put(run, 'answers', key, undefined, 'wins', ANONYMOUS);
}
