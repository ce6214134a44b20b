// Writes what was measured into docs/speed.md, between its two marks, and draws docs/images/speed.svg.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { budgetsOf, verdictOf } from './budgets.ts';
import { peers } from './build.ts';
import { picture } from './picture.ts';
import { valueOf, type Results } from './results.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const START = '<!-- begin: made by `npm run bench:client` -->';
const END = '<!-- end -->';

export const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(peers).map(([name, { title }]) => [name, title])),
  product: 'this form',
};

interface Row {
  readonly label: string;
  readonly measure: string;
  readonly digits?: number;
}

const FIRST: readonly Row[] = [
  { label: 'on the wire, KB', measure: 'bytes' },
  { label: 'of it document, KB', measure: 'documentKb' },
  { label: 'of it script, KB', measure: 'script' },
  { label: 'of it styles, KB', measure: 'style' },
  { label: 'first paint, ms', measure: 'fcp' },
  { label: 'largest paint, ms', measure: 'lcp' },
  { label: 'first field seen, ms', measure: 'firstField' },
  { label: 'a typed letter sticks, ms', measure: 'sticks' },
  { label: 'main thread blocked, ms', measure: 'blocked' },
  { label: 'processor time until at rest, ms', measure: 'busy' },
  { label: 'of it scripts, ms', measure: 'busyScript' },
  { label: 'layout shift', measure: 'shift', digits: 3 },
  { label: 'key to paint p50, ms', measure: 'keyP50' },
  { label: 'key to paint p98, ms', measure: 'keyP98' },
  { label: 'processor time of a key, ms', measure: 'keyBusy', digits: 1 },
  { label: 'of it scripts, ms', measure: 'keyScript', digits: 1 },
  { label: 'country opened and chosen, ms', measure: 'country' },
  { label: 'script heap, MB', measure: 'heap', digits: 1 },
  { label: 'DOM nodes', measure: 'nodes' },
];
const REPEAT = FIRST.filter(({ measure }) =>
  ['bytes', 'fcp', 'lcp', 'firstField', 'sticks', 'blocked'].includes(measure),
);
const GROWTH = FIRST.filter(({ measure }) =>
  ['bytes', 'lcp', 'firstField', 'blocked', 'keyP50', 'keyP98', 'keyBusy', 'heap', 'nodes'].includes(measure),
);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
}

function shown(value: number | null, digits = 0): string {
  return value === null ? '–' : value.toFixed(digits);
}

function visitTable(results: Results, visit: string, rows: readonly Row[]): string {
  const names = Object.keys(titles).filter((name) => `${name} ${visit}` in results.medians);
  return table(
    ['', ...names.map((name) => titles[name] ?? name)],
    rows.map(({ label, measure, digits }) => [
      label,
      ...names.map((name) => shown(valueOf(results, `${name} ${visit}`, measure), digits)),
    ]),
  );
}

function growthTable(results: Results): string {
  const names = Object.keys(titles).filter((name) => `${name} q400` in results.medians);
  return table(
    ['10 → 400 questions', ...names.map((name) => titles[name] ?? name)],
    GROWTH.map(({ label, measure, digits }) => [
      label,
      ...names.map((name) =>
        ['q10', 'q400']
          .map((form) => shown(valueOf(results, `${name} ${form}`, measure), digits))
          .join(' → '),
      ),
    ]),
  );
}

/** What typing with everything open costs, as docs/speed.md shows it. */
export function printTyping({ typing }: Results): string {
  return table(
    ['', 'longest task p50, ms', 'p98, ms', 'most, ms', 'script p50, ms'],
    typing.map(({ title, label, what, longestP50, longestP98, longestMax, scriptP50 }) => [
      `${title}: ${label} (${what})`,
      ...[longestP50, longestP98, longestMax, scriptP50].map((value) => shown(value)),
    ]),
  );
}

function budgetTable(results: Results): string {
  return table(
    ['budget', 'at most', 'measured', ''],
    budgetsOf(results).map((budget) => {
      const digits = budget.unit === '' ? 2 : 0;
      const withUnit = (value: number | null) => `${shown(value, digits)} ${budget.unit}`.trim();
      const [most, measured] = [withUnit(budget.limit), withUnit(budget.measured)];
      const isJustOver = measured === most && (budget.measured ?? 0) > budget.limit;
      return [budget.what, most, isJustOver ? `> ${most}` : measured, verdictOf(budget)];
    }),
  );
}

/** The tables of a run, as docs/speed.md shows them. */
export function printTable(results: Results): string {
  const parts = [
    `Medians of ${results.rounds} rounds in Chromium ${results.browser}, measured on ${new Date().toISOString().slice(0, 10)}.`,
    '### First visit',
    visitTable(results, 'first', FIRST),
    '### Repeat visit',
    visitTable(results, 'repeat', REPEAT),
  ];
  for (const [visit, title] of [
    ['tab', 'Repeat visit in a new tab of the running browser'],
    ['browser', 'Repeat visit in a new browser'],
  ] as const) {
    if (`product ${visit}` in results.medians)
      parts.push(
        `### ${title}`,
        visitTable(
          results,
          visit,
          REPEAT.filter(({ measure }) => measure !== 'sticks'),
        ),
      );
  }
  if ('product offline' in results.medians) {
    parts.push('### Repeat visit without a network', visitTable(results, 'offline', REPEAT));
  }
  if ('product account' in results.medians) {
    const seen = REPEAT.filter(({ measure }) => measure !== 'sticks');
    parts.push('### Repeat visit with an account', visitTable(results, 'account', seen));
  }
  if (Object.keys(results.medians).some((visit) => visit.endsWith('q400'))) {
    parts.push('### Growth', growthTable(results));
  }
  if (results.typing.length > 0) parts.push('### Typing with everything open', printTyping(results));
  return [...parts, '### Budgets', budgetTable(results)].join('\n\n');
}

export async function writeReport(results: Results): Promise<void> {
  const path = join(DOCS, 'speed.md');
  const page = await readFile(path, 'utf8');
  const [before] = page.split(START);
  const [, after] = page.split(END);
  if (before === undefined || after === undefined) throw new Error('docs/speed.md has lost its marks.');
  const measured = printTable(results);
  const alt = 'Bars of script bytes, time until a letter sticks and time blocked, of all that were measured';
  const next = `${before}${START}\n\n![${alt}](images/speed.svg)\n\n${measured}\n\n${END}${after}`;
  const style = (await resolveConfig(path)) ?? {};
  await writeFile(path, await format(next, { ...style, parser: 'markdown' }));
  await mkdir(join(DOCS, 'images'), { recursive: true });
  await writeFile(join(DOCS, 'images/speed.svg'), picture(results, titles));
}
