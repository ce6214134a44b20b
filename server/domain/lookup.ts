import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookupRecord, Suggestion } from '#contract/lookup.ts';
import type { LookupCategory } from '#form/question.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { CsvError, parseCsv } from './csv.ts';
import { NotFoundError } from './errors.ts';
import { countWords, makeSuggest, searchText, type LookupRow } from './suggestions.ts';

const INSERT_ROWS = 500;
const COLUMNS = ['name', 'address_line_1', 'city', 'state', 'zip', 'country', 'ceeb'] as const;

/** The records shipped with the server, by category. */
const SEEDS: readonly { readonly category: LookupCategory; readonly file: string }[] = [
  { category: 'college_ceeb', file: 'colleges.csv' },
  { category: 'hs_ceeb', file: 'high-schools.csv' },
  { category: 'address', file: 'addresses.csv' },
];

export const lookupCategories: readonly LookupCategory[] = SEEDS.map(({ category }) => category);

export type Lookup = ReturnType<typeof makeLookup>;

/** Finds schools and addresses by their first letters, by a word within, or by similar spelling. */
export function makeLookup({ database }: { database: Database }) {
  const suggest = makeSuggest(database);
  const lookup = {
    /** Returns suggestions, best first. The text has no wildcards. */
    async suggest(category: LookupCategory, text: string, most: number): Promise<Suggestion[]> {
      return (await suggest(category, text, most)).map(toSuggestion);
    },

    /** @throws {NotFoundError} */
    async record(category: LookupCategory, id: string): Promise<LookupRecord> {
      const row = await database.kysely
        .selectFrom('lookup_records')
        .select(COLUMNS)
        .where('category', '=', category)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new NotFoundError();
      const { name, ceeb, ...address } = row;
      return category === 'address' ? address : { name, ...address, ceeb };
    },

    /**
     * Replaces all records of a category with those of a CSV. Its columns are name, address_line_1, city, state,
     * zip, country and ceeb. Each line needs the name, or for an address its first line. Other missing columns become
     * blank.
     *
     * @returns the number of records now stored
     * @throws {CsvError} when a line lacks that text or there are no lines; then nothing is replaced
     */
    async replace(category: LookupCategory, csv: string): Promise<number> {
      const rows = rowsOf(category, csv);
      // A million addresses take longer than an ordinary transaction may.
      await database.longTransaction(async (transaction) => {
        await transaction.deleteFrom('lookup_records').where('category', '=', category).execute();
        for (let start = 0; start < rows.length; start += INSERT_ROWS) {
          await transaction
            .insertInto('lookup_records')
            .values(rows.slice(start, start + INSERT_ROWS))
            .onConflict((conflict) => conflict.columns(['category', 'id']).doNothing())
            .execute();
        }
        await countWords(transaction, category);
      });
      await database.pool.query('ANALYZE lookup_records, lookup_words');
      return rows.length;
    },

    /** Fills empty categories with the records shipped with the server, as on the first start. */
    async seed(folder = join(import.meta.dirname, '../seeds')): Promise<void> {
      const rows = await database.kysely.selectFrom('lookup_records').select('category').distinct().execute();
      for (const { category, file } of SEEDS) {
        if (rows.some((row) => row.category === category)) continue;
        await lookup.replace(category, await readFile(join(folder, file), 'utf8'));
      }
    },
  };
  return lookup;
}

function toSuggestion({ id, name, address_line_1, city, state, zip }: LookupRow): Suggestion {
  const place = [city, state].filter(Boolean).join(', ');
  if (name !== '') return { id, text: name, sub_text: place };
  return { id, text: address_line_1, sub_text: [place, zip].filter(Boolean).join(' ') };
}

function rowsOf(category: LookupCategory, csv: string) {
  const needed = category === 'address' ? 'address_line_1' : 'name';
  const lines = parseCsv(csv);
  if (lines[0] === undefined) throw new CsvError('There are no lines after the headings.');
  if (!(needed in lines[0])) throw new CsvError(`Line 1 has no heading ${needed}.`);
  const rows = lines.map((line, index) => {
    const cell = (column: (typeof COLUMNS)[number]) => (line[column] ?? '').trim();
    const row = {
      name: cell('name'),
      address_line_1: cell('address_line_1'),
      city: cell('city'),
      state: cell('state'),
      zip: cell('zip'),
      country: cell('country'),
      ceeb: cell('ceeb'),
    };
    if (row[needed] === '') throw new CsvError(`Line ${index + 2} has no ${needed}.`);
    const shown = category === 'address' ? [row.address_line_1, row.city, row.state] : [row.name, row.city];
    const id = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);
    return { category, id, ...row, search: searchText(shown.join(' ')) };
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
