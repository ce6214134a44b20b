// This file loads with the first search.
import { findRecord } from '#api/lookup.ts';
import type { Application } from '#application/run.ts';
import { personOf } from '#application/person.ts';
import { questionFor } from '#form/form.ts';
import type { AnswerKey } from '#form/keys.ts';
import { isOffered } from '#form/offered.ts';
import type { TextQuestion } from '#form/question.ts';
import { maxCharsOf } from '#form/stored-keys.ts';

export { findSuggestions } from '#api/lookup.ts';

const HALF_A_SIGN = /[\uD800-\uDBFF]$/;

type Put = ReadonlyMap<AnswerKey, string>;

/** For each field, the answers that its last pick filled in, and their values. */
const putByPicks = new WeakMap<Application, Map<AnswerKey, Put>>();

/**
 * Copies a picked record into the answers that the question names. Clears or replaces what an earlier pick filled in.
 * Keeps what the applicant has typed since, and changes nothing if a later pick has started or the applicant has left.
 *
 * @param id the picked record; if it is missing or cannot be loaded, the earlier pick's values are cleared
 */
export async function fillFromRecord(
  store: Application,
  key: AnswerKey,
  suggest: NonNullable<TextQuestion['suggest']>,
  id: string | undefined,
): Promise<void> {
  const picks = putByPicks.get(store) ?? new Map<AnswerKey, Put>();
  putByPicks.set(store, picks);
  const put = new Map(picks.get(key));
  picks.set(key, put);
  const fills = entriesOf(suggest.fills).map(([field, filled]) => ({
    field,
    filled,
    stood: store.get(filled),
  }));
  const person = personOf(store);
  const record = id === undefined ? undefined : await findRecord(suggest.category, id);
  if (picks.get(key) !== put || person.isGone) return;
  for (const { field, filled, stood } of fills) {
    const value = fitting(store, filled, record?.[field] ?? '');
    const stays = value === '' && (filled === key || put.get(filled) !== stood);
    if (stays || store.get(filled) !== stood) continue;
    store.set(filled, value);
    put.set(filled, value);
  }
}

/** The record's value, cut to the question's limit; '' if the question's list does not have it. */
function fitting(store: Application, key: AnswerKey, value: string): string {
  const question = questionFor(key);
  const answers = { ...store.getAll(), [key]: value };
  if (question === undefined || !isOffered(question, answers, store.today)) return '';
  return value.slice(0, maxCharsOf(key)).replace(HALF_A_SIGN, '');
}

function entriesOf<K extends string, V>(
  record: Readonly<Partial<Record<K, V>>>,
): readonly (readonly [K, V])[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.entries widens the keys; these are the record's own
  return Object.entries(record) as unknown as readonly (readonly [K, V])[];
}
