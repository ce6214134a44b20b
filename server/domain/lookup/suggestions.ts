import { sql } from 'kysely';
import type { LookupCategory } from '#form/lookup-categories.ts';
import type { Database, Transaction } from '#server/adapters/database/database.ts';

/** Shorter texts have too few letters for a comparison by similarity. */
const FUZZY_MIN_CHARS = 4;
/** The minimum similarity of the typed text to the nearest part of a name, from 0 to 1. */
const ALIKE = 0.45;
/** Sorts after every text that PostgreSQL stores, in byte order. */
const LAST = '\u{10FFFF}';
/** Only the first 8 typed words are looked up: they suffice to tell names apart. */
const MAX_WORDS = 8;
/** The index knows runs of three letters. */
const INDEXED_MIN_CHARS = 3;
/** With more candidates than that, people keep typing. */
const MAX_BEGINNINGS = 5000;

export interface LookupRow {
  readonly id: string;
  readonly name: string;
  readonly address_line_1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const fields = 'id, name, address_line_1, city, state, zip';

const fold = { name: 'lookup-fold', text: 'SELECT folded($1) AS wanted' };
/** Sorted as the index is, so that the query stops after the first few rows, however many match. */
const findByPrefix = {
  name: 'lookup-by-prefix',
  text: `SELECT ${fields} FROM lookup_records WHERE category = $1 AND search ~>=~ $2 AND search ~<~ $3
    ORDER BY search USING ~<~, id LIMIT $4`,
};
/** The shortest of the first five hundred matches. With more matches than that, people keep typing. */
const findInside = {
  name: 'lookup-inside',
  text: `SELECT * FROM (
      SELECT ${fields}, search FROM lookup_records WHERE category = $1 AND search LIKE $2 LIMIT 500
    ) AS inside ORDER BY length(search), search LIMIT $3`,
};
/** How many records have a word that begins with each typed one, the rarest first. */
const countBeginnings = {
  name: 'lookup-beginnings',
  text: `SELECT typed.word, coalesce(sum(records), 0)::integer AS records
    FROM unnest($2::text[]) AS typed (word)
    LEFT JOIN lookup_words ON category = $1 AND starts_with(lookup_words.word, typed.word)
    GROUP BY typed.word ORDER BY records`,
};
/** The shortest names in which each typed word begins a word: "penn state". The index is used for the two rarest. */
const findByWords = {
  name: 'lookup-by-words',
  text: `SELECT ${fields} FROM lookup_records
    WHERE category = $1 AND search LIKE $2 AND search LIKE $3 AND (' ' || search) LIKE ALL ($4::text[])
    ORDER BY length(search), search LIMIT $5`,
};
/** Finds each typed word if it is known, or else the two known words most similar to it. */
const findWords = {
  name: 'lookup-words',
  text: `WITH typed AS (SELECT word, place::integer FROM unnest($2::text[]) WITH ORDINALITY AS sent (word, place)),
    known AS (SELECT place, word, records FROM typed JOIN lookup_words USING (word) WHERE category = $1)
    SELECT * FROM known UNION ALL
    SELECT place, alike.word, alike.records FROM typed CROSS JOIN LATERAL (
      SELECT word, records FROM lookup_words WHERE category = $1 AND word % typed.word
      ORDER BY similarity(word, typed.word) DESC, records DESC, word LIMIT 2
    ) AS alike
    WHERE place NOT IN (SELECT place FROM known)`,
};
/**
 * Comparing is slow, so at most two hundred candidates are compared. Without MATERIALIZED, a planner that expects to
 * find those soon reads the whole table.
 */
const findSimilar = {
  name: 'lookup-similar',
  text: `WITH candidates AS MATERIALIZED (
      SELECT ${fields}, search FROM lookup_records WHERE category = $1 AND (search LIKE $2 OR search LIKE $3)
    ), compared AS (SELECT *, word_similarity($4, search) AS likeness FROM candidates LIMIT 200)
    SELECT * FROM compared WHERE likeness >= ${ALIKE} ORDER BY likeness DESC, search LIMIT $5`,
};

interface KnownWord {
  readonly place: number;
  readonly word: string;
  readonly records: number;
}

/** Makes the function that finds records by their first letters, by words within, or by similar spelling. */
export function makeSuggest(database: Database) {
  /** Returns at most `most` records, best first. */
  return async function suggest(category: LookupCategory, text: string, most: number): Promise<LookupRow[]> {
    const [{ wanted } = { wanted: '' }] = await database.run<{ wanted: string }>(fold, [
      // PostgreSQL does not accept NUL.
      text.replaceAll('\0', ' '),
    ]);
    if (wanted === '') return [];
    const found = new Map<string, LookupRow>();
    const add = (rows: readonly LookupRow[]) =>
      rows.forEach((row) => found.set(row.id, found.get(row.id) ?? row));
    add(await database.run<LookupRow>(findByPrefix, [category, wanted, wanted + LAST, most]));
    if (found.size < most && wanted.length >= FUZZY_MIN_CHARS) {
      // `folded` leaves only letters, digits and blanks, so no wildcards of LIKE.
      add(await database.run<LookupRow>(findInside, [category, `% ${wanted}%`, most]));
      if (found.size < most) add(await findBeginnings(category, wanted, most));
      if (found.size === 0) add(await findNearly(category, wanted, most));
    }
    return [...found.values()].slice(0, most);
  };

  /** Returns records with several words that begin as the typed ones do, in any order. */
  async function findBeginnings(
    category: LookupCategory,
    wanted: string,
    most: number,
  ): Promise<LookupRow[]> {
    const typed = wanted.split(' ').slice(0, MAX_WORDS);
    if (typed.length < 2) return [];
    const counted = await database.run<Omit<KnownWord, 'place'>>(countBeginnings, [category, typed]);
    const [rarest, next] = counted.filter(({ word }) => word.length >= INDEXED_MIN_CHARS);
    const isPromising = counted[0]?.records !== 0 && rarest !== undefined && rarest.records <= MAX_BEGINNINGS;
    if (!isPromising) return [];
    const [one, other] = [rarest, next ?? rarest].map(({ word }) => `%${word}%`);
    const beginnings = typed.map((word) => `% ${word}%`);
    return database.run<LookupRow>(findByWords, [category, one, other, beginnings, most]);
  }

  /** Returns records with the rarest typed word, or a word similar to it, sorted by similarity to the whole text. */
  async function findNearly(category: LookupCategory, wanted: string, most: number): Promise<LookupRow[]> {
    const typed = wanted.split(' ').slice(0, MAX_WORDS);
    const known = await database.run<KnownWord>(findWords, [category, typed]);
    const places = Map.groupBy(known, ({ place }) => place).values();
    const [rarest] = [...places].toSorted((a, b) => recordsOf(a) - recordsOf(b));
    const [first, second = first] = rarest ?? [];
    if (first === undefined || second === undefined) return [];
    const sent = [category, `%${first.word}%`, `%${second.word}%`, wanted, most];
    return database.run<LookupRow>(findSimilar, sent);
  }
}

function recordsOf(alternatives: readonly KnownWord[]): number {
  return alternatives.reduce((sum, { records }) => sum + records, 0);
}

/** Counts the words of a category again after its records have changed. Concurrent first starts are safe. */
export async function countWords(transaction: Transaction, category: LookupCategory): Promise<void> {
  await transaction.deleteFrom('lookup_words').where('category', '=', category).execute();
  await sql`INSERT INTO lookup_words
    SELECT category, word, count(*) FROM lookup_records, unnest(string_to_array(search, ' ')) AS word
    WHERE category = ${category} AND word != '' GROUP BY category, word
    ON CONFLICT (category, word) DO UPDATE SET records = excluded.records`.execute(transaction);
}
