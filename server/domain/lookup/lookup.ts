import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { LookupRecord, Suggestion } from '#contract/lookup.ts';
import { lookupCategories, type LookupCategory } from '#form/lookup-categories.ts';
import { countries } from '#form/options/countries.ts';
import { statesAndProvinces } from '#form/options/states.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { CsvError, parseCsv } from '#server/domain/ground/csv.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { countWords, makeSuggest, type LookupRow } from './suggestions.ts';

const INSERT_ROWS = 500;
const COLUMNS = ['name', 'address_line_1', 'city', 'state', 'zip', 'country', 'ceeb'] as const;

/** Columns that the form can only take as a value of its own lists. */
const CODED = [
  {
    column: 'state',
    codes: new Set(statesAndProvinces.map(({ value }) => value)),
    kind: 'codes, such as PA or ON',
  },
  {
    column: 'country',
    codes: new Set(countries.map(({ value }) => value)),
    kind: 'codes, such as USA or CAN',
  },
] as const;

/** The records shipped with the server, by category. */
const SEEDS: Readonly<Record<LookupCategory, string>> = {
  college_ceeb: 'colleges.csv',
  hs_ceeb: 'high-schools.csv',
  address: 'addresses.csv',
};

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
     * blank. A state or country is blank or a code that the form offers.
     *
     * @returns the number of records now stored
     * @throws {CsvError} when a line lacks that text, a code or a heading is unknown, or there are no lines; then
     *   nothing is replaced
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
    async seed(folder = import.meta.dirname): Promise<void> {
      const rows = await database.kysely.selectFrom('lookup_records').select('category').distinct().execute();
      for (const category of lookupCategories) {
        if (rows.some((row) => row.category === category)) continue;
        await lookup.replace(category, await readFile(join(folder, SEEDS[category]), 'utf8'));
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

/** An unknown column would be lost silently, and good records would be replaced by poorer ones. */
function checkHeadings(headings: readonly string[], needed: (typeof COLUMNS)[number]): void {
  if (!headings.includes(needed)) throw new CsvError(`Line 1 has no heading ${needed}.`);
  for (const [index, heading] of headings.entries()) {
    if (heading === '') throw new CsvError('Line 1 has a column without a heading.');
    if (!COLUMNS.some((column) => column === heading))
      throw new CsvError(`Line 1 has the heading ${heading}, which is not one of ${COLUMNS.join(', ')}.`);
    if (headings.indexOf(heading) < index) throw new CsvError(`Line 1 has the heading ${heading} twice.`);
  }
}

function rowsOf(category: LookupCategory, csv: string) {
  const needed = category === 'address' ? 'address_line_1' : 'name';
  const { headings, lines } = parseCsv(csv);
  checkHeadings(headings, needed);
  if (lines.length === 0) throw new CsvError('There are no lines after the headings.');
  const rows = lines.map(({ number, content }) => {
    const cell = (column: (typeof COLUMNS)[number]) => (content[column] ?? '').trim();
    const row = {
      name: cell('name'),
      address_line_1: cell('address_line_1'),
      city: cell('city'),
      state: cell('state'),
      zip: cell('zip'),
      country: cell('country'),
      ceeb: cell('ceeb'),
    };
    if (row[needed] === '') throw new CsvError(`Line ${number} has no ${needed}.`);
    for (const { column, codes, kind } of CODED) {
      if (row[column] !== '' && !codes.has(row[column]))
        throw new CsvError(`Line ${number}: the ${column} ${row[column]} is not one of the form's ${kind}.`);
    }
    const shown = category === 'address' ? [row.address_line_1, row.city, row.state] : [row.name, row.city];
    const id = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);
    return { category, id, ...row, search: sql<string>`folded(${shown.join(' ')})` };
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
