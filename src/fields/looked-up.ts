// What comes with the first search.
import { findRecord } from '#api/lookup.ts';
import type { AnswerStore } from '#answers/answer-store.ts';
import { questionFor } from '#form/form.ts';
import type { AnswerKey } from '#form/keys.ts';
import { isOffered } from '#form/offered.ts';
import type { TextQuestion } from '#form/question.ts';
import { maxCharsOf } from '#form/stored-keys.ts';

export { findSuggestions } from '#api/lookup.ts';

const HALF_A_SIGN = /[\uD800-\uDBFF]$/;

type Put = ReadonlyMap<AnswerKey, string>;

/** What the last pick of a field has put into which answers. */
const putByPicks = new WeakMap<AnswerStore, Map<AnswerKey, Put>>();

/**
 * Maps a picked record into the answers that the question names. What an earlier pick put there goes with it; what
 * was typed meanwhile stays, and so does everything where a later pick is on its way.
 *
 * @param id none takes the earlier pick back, and so does a record that cannot be had
 */
export async function fillFromRecord(
  store: AnswerStore,
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
  const record = id === undefined ? undefined : await findRecord(suggest.category, id);
  if (picks.get(key) !== put) return;
  for (const { field, filled, stood } of fills) {
    const value = fitting(store, filled, record?.[field] ?? '');
    const stays = value === '' && (filled === key || put.get(filled) !== stood);
    if (stays || store.get(filled) !== stood) continue;
    store.set(filled, value);
    put.set(filled, value);
  }
}

/** As much of a record's value as its question takes; nothing where that is a list without it. */
function fitting(store: AnswerStore, key: AnswerKey, value: string): string {
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
