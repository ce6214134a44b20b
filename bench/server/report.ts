import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { floodSection, printFloods } from './flood-report.ts';
import { printRush, rushSection, type Rush } from './rush.ts';
import { ms, picture } from './picture.ts';
import type { Clocks, Minute } from './deadline.ts';
import type { Load } from './load.ts';
import type { FloodTimes } from './floods.ts';
import type { LookupTimes } from './lookups.ts';
import type { SameSql } from './same-sql.ts';
import type { Start, Starts } from './starts.ts';

/** Time on a core of each process, per request; `load`: of the load generator or pgbench. */
interface Cores {
  readonly coreMs: { readonly server: number; readonly database: number; readonly load: number };
}

type MeasuredLoad = Load & Cores;
type MeasuredSql = SameSql & Cores;

export interface Round {
  readonly sql: MeasuredSql;
  readonly few: MeasuredLoad;
  readonly many: MeasuredLoad;
}

export interface Figures {
  readonly isQuick: boolean;
  readonly seconds: number;
  readonly cores: number;
  readonly pool: number;
  readonly rounds: readonly Round[];
  readonly starts: readonly Starts[];
  /** The maximum of the server and PostgreSQL together, during the saves. */
  readonly memoryMegabytes: number;
  readonly lookups: readonly LookupTimes[];
  readonly numSchools: number;
  /** What a clerk looks for in the list of the office. */
  readonly searches: readonly LookupTimes[];
  readonly numNamed: number;
  readonly floods: readonly FloodTimes[];
  readonly rushes: readonly Rush[];
  readonly night: readonly Minute[];
}

const BUDGET = 1.1;
/** A further round may not move the ratio by more. */
const SETTLED = 0.05;
const FIRST_START_MS = 4000;
const NEXT_START_MS = 1500;
const MEMORY_MB = 350;
const LOOKUP_P99_MS = 50;
const THOUSAND_HOURS = 0.4;
/** What one applicant does in a season, for the calculations. */
const SAVES = 150;
const DOCUMENTS = 3;
const DOCUMENT_MB = 0.4;
/** Seconds of one core, by the parameters of the password hash. */
const LOGIN_CORE_SECONDS = 0.025;
const LOGINS = 6;
/** Rows of docs/documents.md, which `npm run bench:documents` writes. */
const KINDS = ['DOCX', 'JPEG, 4 megapixels', 'PDF'];
const COPY = 'PDF copy, warm';
const COPIES = 2;
/** Prices of a rented machine, in dollars. Replace them by yours. */
const CORE_HOUR = 0.03;
const GB_MONTH = 0.1;
const MONTHS = 6;
/** A tenth of all applicants act in the last hour, and three times as many in its worst minute. */
const LAST_HOUR_SHARE = 0.1;
const PEAK = 3;
const REQUESTS_ON_THE_NIGHT = 30;
/** No process is planned to be busier than this. */
const FILL = 0.5;

export function printReport(figures: Figures): string {
  const { first, again } = startsOf(figures);
  const rows = figures.night.map(
    ({ arrivals, requests, p50Ms, p99Ms, error, cores }) =>
      `  ${arrivals} arrivals: ${requests} requests, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, cores ${coresOf(cores)}${error === undefined ? '' : `, then: ${error}`}`,
  );
  return [
    printSaves(figures.rounds),
    `start to ready: first ${startOf(first)} (at most ${ms(FIRST_START_MS)}), again ${startOf(again)} (at most ${ms(NEXT_START_MS)})`,
    `memory under load: ${whole(figures.memoryMegabytes)} MB (at most ${MEMORY_MB})`,
    ...figures.lookups.map(
      ({ typed, p50Ms, p99Ms }) =>
        `look-up, ${typed}: p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)} (at most ${ms(LOOKUP_P99_MS)})`,
    ),
    printSearches(figures.searches),
    printFloods(figures.floods),
    ...figures.rushes.map(printRush),
    `a thousand applicants: ${costs(1000, medians(figures).few).all.toFixed(2)} core hours (at most ${THOUSAND_HOURS})`,
    'deadline night:',
    ...rows,
  ].join('\n');
}

export async function writeReport(figures: Figures): Promise<void> {
  await writeFile('docs/images/scale.svg', picture(figures.night));
  await writeFile('docs/scale.md', await format(markdown(figures), { parser: 'markdown', printWidth: 120 }));
}

function markdown(figures: Figures): string {
  const { few } = medians(figures);
  const { night, cores, isQuick } = figures;
  const thousand = costs(1000, few);
  const million = costs(1_000_000, few);
  const peak = (1_000_000 * LAST_HOUR_SHARE * REQUESTS_ON_THE_NIGHT * PEAK) / 3600;
  const worstMinute = (1_000_000 * LAST_HOUR_SHARE * PEAK) / 3600;
  const { first, again } = startsOf(figures);
  const { conversion } = documentCosts();
  const last = night.at(-1);
  const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  return `# How far it goes

Made by \`npm run bench:server\` on ${today}; do not edit. ${isQuick ? 'This is a short run: only the orders of magnitude are reliable. ' : ''}One web process that also runs the jobs, PostgreSQL 18 and the load generator share ${cores} cores: trust the ratios.

${savesSection(figures)}

## What it needs

| what | measured | budget |
| --- | --: | --: |
| memory of server and PostgreSQL while 1000 connections save | ${whole(figures.memoryMegabytes)} MB | ${MEMORY_MB} MB |
| first start with its own database, until it is ready | ${startOf(first)} | ${ms(FIRST_START_MS)} |
| every other start | ${startOf(again)} | ${ms(NEXT_START_MS)} |

## Look-ups

Searches among ${whole(figures.numSchools)} made-up schools, with one request after the other.

| what is typed | look-ups | p50 | p99 |
| --- | --: | --: | --: |
${timesOf(figures.lookups)}

${searchSection(figures)}

${floodSection(figures.floods)}

${rushSection(figures.rushes)}

## The night before the deadline

Made-up applicants log in, save twenty times, upload a picture and submit. In each step twice as many arrive, until the first answer that is wrong, refused, or later than five seconds.

![Arrivals and slowest answers, step by step](images/scale.svg)

| arrivals in a step | requests answered | p50 | p99 | cores: server, PostgreSQL, load, the rest | |
| --: | --: | --: | --: | --: | --- |
${night.map(({ arrivals, requests, p50Ms, p99Ms, error, cores }) => `| ${arrivals} | ${requests} | ${ms(p50Ms)} | ${ms(p99Ms)} | ${coresOf(cores)} | ${error ?? ''} |`).join('\n')}

The rest is conversions and other work. ${last?.error === undefined ? 'No step had an error before the made-up applicants ran out.' : `The first one was "${last.error}", with ${last.arrivals} arrivals in a step.`}

## What a thousand applicants cost

Calculated: each saves ${SAVES} times, logs in ${LOGINS} times, attaches ${DOCUMENTS} documents and prints ${COPIES} copies, at ${CORE_HOUR} dollars for an hour of a core and ${GB_MONTH} dollars for a GB and month, ${MONTHS} months.

| what | a thousand | a million |
| --- | --: | --: |
| saves, core hours | ${thousand.saves.toFixed(2)} | ${whole(million.saves)} |
| logins, core hours  | ${thousand.logins.toFixed(2)} | ${whole(million.logins)} |
| conversions and copies, core hours | ${thousand.documents.toFixed(2)} | ${whole(million.documents)} |
| all, core hours | ${thousand.all.toFixed(2)} | ${whole(million.all)} |
| documents, GB | ${thousand.gigabytes.toFixed(1)} | ${whole(million.gigabytes)} |
| work, dollars | ${thousand.work.toFixed(2)} | ${whole(million.work)} |
| storage, dollars | ${thousand.storage.toFixed(2)} | ${whole(million.storage)} |

${sentence(verdict(thousand.all <= THOUSAND_HOURS, `${THOUSAND_HOURS} core hours or less for a thousand`))}.

## What a million applicants need

Calculated, not tested: a tenth of the applicants act in the last hour, ${PEAK} times as many in its worst minute, and no process is more than half busy.

| what | needed then | how many |
| --- | --- | --: |
| requests | ${whole(peak)} each second | ${Math.ceil((peak * few.coreMs.server) / (1000 * FILL))} web processes of one core |
| logins  | ${whole(worstMinute)} each second, ${LOGIN_CORE_SECONDS * 1000} ms of a core each | ${Math.ceil((worstMinute * LOGIN_CORE_SECONDS) / FILL)} more of them |
| conversions | ${whole(worstMinute)} each second, ${conversion.toFixed(2)} s of a core each | ${Math.ceil((worstMinute * conversion) / FILL)} worker cores, or a longer queue |
| database | ${whole(peak)} small transactions each second | one machine with fast disks, with a connection pooler |
| documents | ${whole(million.gigabytes)} GB | a bucket |

The queue of conversions may grow to twenty minutes: a page follows one for no longer. Look-ups cannot move to a replica, nor sessions to another database.
`;
}

/** Seconds of one core. A third of the documents is of each kind. */
function documentCosts(): { readonly conversion: number; readonly copy: number } {
  const page = readFileSync('docs/documents.md', 'utf8');
  const secondsOf = (what: string) =>
    Number(new RegExp(`^\\| ${what} +\\| +(\\d+) `, 'm').exec(page)?.[1]) / 1000;
  const all = KINDS.reduce((sum, kind) => sum + secondsOf(kind), 0);
  return { conversion: all / KINDS.length, copy: secondsOf(COPY) };
}

function costs(applicants: number, { coreMs }: MeasuredLoad) {
  const hours = (coreSeconds: number) => (applicants * coreSeconds) / 3600;
  const saves = hours((SAVES * (coreMs.server + coreMs.database)) / 1000);
  const logins = hours(LOGINS * LOGIN_CORE_SECONDS);
  const { conversion, copy } = documentCosts();
  const documents = hours(DOCUMENTS * conversion + COPIES * copy);
  const all = saves + logins + documents;
  const gigabytes = (applicants * DOCUMENTS * DOCUMENT_MB) / 1000;
  const work = all * CORE_HOUR;
  return { saves, logins, documents, all, gigabytes, work, storage: gigabytes * GB_MONTH * MONTHS };
}

export function printSearches(searches: Figures['searches']): string {
  return searches
    .map(
      ({ typed, p50Ms, p99Ms }) =>
        `search of the office, ${typed}: p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)} (at most ${ms(LOOKUP_P99_MS)})`,
    )
    .join('\n');
}

export function searchSection({ searches, numNamed }: Pick<Figures, 'searches' | 'numNamed'>): string {
  return `## The search of the office

A clerk finds one of ${whole(numNamed)} submitted applications, and gets the whole page.

| what is typed | searches | p50 | p99 |
| --- | --: | --: | --: |
${timesOf(searches)}`;
}

export function printSaves(rounds: readonly Round[]): string {
  const { few, many, sql } = medians({ rounds });
  return [
    `the same SQL by ${sql.by}: ${whole(sql.perSecond)}/s, ${coreMsOf(sql)} of a core each`,
    `PUT /api/answer, 100 connections: ${whole(few.perSecond)}/s, p50 ${ms(few.p50Ms)}, p99 ${ms(few.p99Ms)}, ${coreMsOf(few)} of a core each, ${answers(few)}`,
    `PUT /api/answer, 1000 connections: ${whole(many.perSecond)}/s, p50 ${ms(many.p50Ms)}, p99 ${ms(many.p99Ms)}, ${coreMsOf(many)} of a core each, ${answers(many)}`,
    `ratio at 100 by processor time: ${byProcessor(rounds).toFixed(2)} (at least ${BUDGET}), by the clock: ${byClock(rounds).toFixed(2)}`,
    `the last of ${rounds.length} rounds moved them by ${percent(moved(byProcessor, rounds))} and ${percent(moved(byClock, rounds))}; rounds: ${rounds.map((round) => `${byProcessor([round]).toFixed(2)} (${byClock([round]).toFixed(2)})`).join(', ')}`,
  ].join('\n');
}

export function savesSection({
  rounds,
  seconds,
  pool,
}: Pick<Figures, 'rounds' | 'seconds' | 'pool'>): string {
  const { few, many, sql } = medians({ rounds });
  const ratio = byProcessor(rounds);
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  return `## What a save costs

\`PUT /api/answer\` with two answers, against the server's own two SQL statements alone by ${sql.by}, ${pool} connections to the database for both; medians of ${rounds.length} × ${seconds} s, in turn, on ${day}. Commits wait for the disk; the log is off.

| what | time on a core | server | PostgreSQL | load generator | each second | p50 | p99 | answers |
| --- | --: | --: | --: | --: | --: | --: | --: | --- |
| the same SQL, ${sql.by} | ${fine(costOf(sql))} | | ${fine(sql.coreMs.database)} | ${fine(sql.coreMs.load)} | ${whole(sql.perSecond)} | | | |
| 100 connections | ${fine(costOf(few))} | ${fine(few.coreMs.server)} | ${fine(few.coreMs.database)} | ${fine(few.coreMs.load)} | ${whole(few.perSecond)} | ${ms(few.p50Ms)} | ${ms(few.p99Ms)} | ${answers(few)} |
| 1000 connections | ${fine(costOf(many))} | ${fine(many.coreMs.server)} | ${fine(many.coreMs.database)} | ${fine(many.coreMs.load)} | ${whole(many.perSecond)} | ${ms(many.p50Ms)} | ${ms(many.p99Ms)} | ${answers(many)} |

By time on a core, the server saves **${ratio.toFixed(2)}** times as often as pgbench (saves of one moment share a transaction), by the clock ${byClock(rounds).toFixed(2)} times; ${verdict(ratio >= BUDGET, `${BUDGET} or more`)}. The last round moved the first figure by ${percent(moved(byProcessor, rounds))} (${moved(byProcessor, rounds) <= SETTLED ? 'at' : '**more than** at'} most ${percent(SETTLED)}), the other by ${percent(moved(byClock, rounds))}.`;
}

export function roundOf({ sql, few }: Round): string {
  return `pgbench ${coreMsOf(sql)}, ${whole(sql.perSecond)}/s, saves ${coreMsOf(few)}, ${whole(few.perSecond)}/s`;
}

/** How often the server saves while pgbench does once, if both have full cores. */
function byProcessor(rounds: readonly Round[]): number {
  return median(rounds.map(({ sql, few }) => costOf(sql) / costOf(few)));
}

function byClock(rounds: readonly Round[]): number {
  return median(rounds.map(({ sql, few }) => few.perSecond / sql.perSecond));
}

/** The share by which the last round moved a ratio. */
function moved(ratio: (rounds: readonly Round[]) => number, rounds: readonly Round[]): number {
  return Math.abs(ratio(rounds) / ratio(rounds.slice(0, -1)) - 1);
}

function costOf({ coreMs: { server, database, load } }: Cores): number {
  return server + database + load;
}

function coreMsOf(measured: Cores): string {
  const { server, database, load } = measured.coreMs;
  return `${fine(costOf(measured))} (${[server, database, load].map(fine).join(', ')})`;
}

function coresOf({ server, database, load, machine }: Clocks): string {
  return [server, database, load, Math.max(0, machine - server - database - load)]
    .map((cores) => cores.toFixed(2))
    .join(', ');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function medians({ rounds }: Pick<Figures, 'rounds'>): Round {
  const middle = <T extends Cores>(of: (round: Round) => T): T => {
    const sorted = rounds.map(of).toSorted((a, b) => costOf(a) - costOf(b));
    const found = sorted[Math.floor(sorted.length / 2)];
    if (found === undefined) throw new Error('There is at least one round.');
    return found;
  };
  return { sql: middle(({ sql }) => sql), few: middle(({ few }) => few), many: middle(({ many }) => many) };
}

/** The medians by the clock. */
function startsOf({ starts }: Figures): Starts {
  const middle = (of: (round: Starts) => Start) => {
    const sorted = starts.map(of).toSorted((one, other) => one.clockMs - other.clockMs);
    return sorted[Math.floor(sorted.length / 2)] ?? { clockMs: Number.NaN, coreMs: Number.NaN };
  };
  return { first: middle(({ first }) => first), again: middle(({ again }) => again) };
}

function startOf({ clockMs, coreMs }: Start): string {
  return `${ms(clockMs)}, ${ms(coreMs)} of a core`;
}

/** The rows of a table, and whether all but whole files are within the budget. */
function timesOf(times: readonly LookupTimes[]): string {
  const rows = times.map(
    ({ typed, count, p50Ms, p99Ms }) => `| ${typed} | ${whole(count)} | ${ms(p50Ms)} | ${ms(p99Ms)} |`,
  );
  const isReached = times.every(({ typed, p99Ms }) => p99Ms <= LOOKUP_P99_MS || typed.includes('CSV'));
  return `${rows.join('\n')}\n\n${sentence(verdict(isReached, `a p99 of ${LOOKUP_P99_MS} ms or less`))}.`;
}

function verdict(isReached: boolean, budget: string): string {
  return `the budget asks for ${budget}${isReached ? '' : ', **which this run did not reach**'}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function answers({ statuses }: Load): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function fine(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
