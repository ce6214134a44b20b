// Writes the table into docs/duel.md, between its two marks.
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Score } from './duel.ts';

const PATH = resolve(import.meta.dirname, '../../docs/duel.md');
const START = '<!-- begin: made by `npm run bench:offline` -->';
const END = '<!-- end -->';

export interface Result extends Score {
  readonly title: string;
  readonly numDoubled: number;
  readonly numOverruled: number;
}

const ROWS: readonly (readonly [string, (result: Result) => number])[] = [
  ['kills of the browser', ({ numKills }) => numKills],
  ['of them with a second tab open', ({ numSecondTabs }) => numSecondTabs],
  ['faults of the line', ({ numFaults }) => numFaults],
  ['sessions ended', ({ numSessionsEnded }) => numSessionsEnded],
  ['**letters lost**', ({ numLettersLost }) => numLettersLost],
  ['kills that lost any', ({ numKillsWithLoss }) => numKillsWithLoss],
  ['**saves doubled**', ({ numDoubled }) => numDoubled],
  ['**answers overruled**', ({ numOverruled }) => numOverruled],
  ['kills after which the form was not usable in time', ({ numStuck }) => numStuck],
];

export function table(results: readonly Result[]): string {
  const lines = [
    ['', ...results.map(({ title }) => title)],
    ['---', ...results.map(() => '--:')],
    ...ROWS.map(([label, valueOf]) => [label, ...results.map((result) => String(valueOf(result)))]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export async function writeReport(results: readonly Result[], args: readonly string[]): Promise<void> {
  const page = await readFile(PATH, 'utf8');
  const [before] = page.split(START);
  const [, after] = page.split(END);
  if (before === undefined || after === undefined) throw new Error('docs/duel.md has lost its marks.');
  const day = new Date().toISOString().slice(0, 10);
  const command = ['npm run bench:offline', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const next = `${before}${START}\n\n${table(results)}\n\nMeasured on ${day}: \`${command}\`.\n\n${END}${after}`;
  const style = (await resolveConfig(PATH)) ?? {};
  await writeFile(PATH, await format(next, { ...style, parser: 'markdown' }));
}
