import type { Pool } from 'pg';
import { isSealedKey } from '#server/domain/application/answer-values.ts';
import { firstNames, lastNames } from '#server/seeds/names.ts';
import { Browser } from '#server/suites/http.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { documentOf } from '#service-view/document-of.ts';
import { Dice } from '#testing/dice.ts';
import { tenant } from '#tenant/tenant.ts';
import { timed, type LookupTimes } from './lookups.ts';

interface Named {
  readonly username: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly last_name: string;
  readonly program_type: string;
  readonly applied_major: string;
  readonly entry_term: string;
}

const majors = tenant.programs.flatMap(({ value, majors: own }) =>
  own.map((major) => ({ program_type: value, applied_major: major.value })),
);
const KEYS = [
  'first_name',
  'middle_name',
  'last_name',
  'program_type',
  'applied_major',
  'entry_term',
] as const;

/** Adds submitted applications, no two with the same name. A trigger adds them to the office's list. */
export async function addNamed(pool: Pool, count: number): Promise<readonly Named[]> {
  const people = Array.from({ length: count }, (_, n): Named => {
    const [a, b] = [n % firstNames.length, Math.floor(n / firstNames.length)];
    const names = {
      first_name: firstNames[a] ?? '',
      middle_name: lastNames[Math.floor(b / lastNames.length)] ?? '',
      last_name: lastNames[b % lastNames.length] ?? '',
    };
    const major = majors[n % majors.length] ?? { program_type: '', applied_major: '' };
    const entry_term = tenant.entryTerms[n % tenant.entryTerms.length]?.value ?? '';
    return { username: `named-${n}@applicant.example`, ...names, ...major, entry_term };
  });
  await pool.query(
    `WITH made AS (INSERT INTO accounts (id, username)
       SELECT gen_random_uuid(), unnest($1::text[]) RETURNING id)
     INSERT INTO applications (account_id, created_at, updated_at, started_at, validating_at, submitted_at)
     SELECT id, now(), now(), now(), now(), now() FROM made`,
    [people.map(({ username }) => username)],
  );
  for (const key of KEYS)
    await pool.query(
      `INSERT INTO answers (account_id, key, value, updated_at)
       SELECT id, $1, value, now() FROM unnest($2::text[], $3::text[]) AS given (username, value)
       JOIN accounts USING (username)`,
      [key, people.map(({ username }) => username), people.map((one) => one[key])],
    );
  await pool.query(
    `INSERT INTO submissions (account_id, submitted_at, frozen)
     SELECT account_id, submitted_at, $1 FROM applications JOIN accounts ON accounts.id = account_id
     WHERE username LIKE 'named-%'`,
    [frozenCopy()],
  );
  await pool.query('ANALYZE');
  return people;
}

/** What a submission keeps, without the values that are sealed for one account. */
function frozenCopy(): string {
  const answer = Object.fromEntries(Object.entries(completeAnswers).filter(([key]) => !isSealedKey(key)));
  const view = { answer, add_another: {}, tabs: {}, document_answer: {} };
  return JSON.stringify({ ...view, document: documentOf(view, '2026-09-01') });
}

const SAVED = {
  'applications.csv': 'all of them as CSV',
  'answers.csv': 'all of them as CSV with all answers',
} as const;

interface SearchOptions {
  readonly base: string;
  /** A link of the office. */
  readonly link: string;
  readonly people: readonly Named[];
  /** Number of searches of each kind. */
  readonly count: number;
  readonly seed: number;
}

/** One clerk looks for one applicant after the other. Each answer is the whole page with the list. */
export async function runSearches({ base, link, people, count, seed }: SearchOptions) {
  const { pathname, search } = new URL(link);
  const clerk = new Browser(() => base);
  await clerk.get(pathname + search);
  await clerk.post('/office/enter');
  const dice = new Dice(seed);
  const kinds: Readonly<Record<string, (one: Named) => Readonly<Record<string, string>>>> = {
    'the beginnings of all names': (one) => ({
      q: [one.last_name, one.first_name, one.middle_name].map((name) => name.slice(0, 4)).join(' '),
    }),
    'first and last name, program and status': (one) => ({
      q: `${one.first_name} ${one.last_name}`,
      program: `${one.program_type}/${one.applied_major}`,
      status: 'submitted',
    }),
    'the e-mail address': ({ username }) => ({ q: username }),
    'nothing: the first page of all': () => ({}),
    'an entry term': ({ entry_term: term }) => ({ term }),
    'all, by last name': () => ({ sort: 'name' }),
    'all, by program': () => ({ sort: 'program' }),
    'the last page of all': () => ({ page: '1000' }),
  };
  const rows: LookupTimes[] = [];
  for (const [typed, queryOf] of Object.entries(kinds))
    rows.push(
      await timed(typed, count, async () => {
        const one = dice.oneOf(people);
        const query = new URLSearchParams(queryOf(one)).toString();
        const { status, text, ms } = await clerk.get(`/office?${query}`);
        const isFound = 'q' in queryOf(one) ? text.includes(one.username) : /\d to [\d,]+ of /.test(text);
        if (status !== 200 || !isFound)
          throw new Error(`A search for ${query} was answered with ${status}, without the applicant.`);
        return ms;
      }),
    );
  const { text: list } = await clerk.get('/office');
  const pages = [...new Set(list.match(/\/office\/applications\/[\da-f-]{36}/g))];
  rows.push(
    await timed('one application, opened from the list', count, async () => {
      const { status, ms } = await clerk.get(dice.oneOf(pages));
      if (status !== 200) throw new Error(`An application was answered with ${status}.`);
      return ms;
    }),
  );
  for (const [name, what] of Object.entries(SAVED))
    rows.push(
      await timed(what, Math.ceil(count / 100), async () => {
        const { status, ms } = await clerk.get(`/office/${name}`);
        if (status !== 200) throw new Error(`${name} was answered with ${status}.`);
        return ms;
      }),
    );
  return rows;
}
