import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import type { FloodTimes } from './floods.ts';
import { ms } from './picture.ts';

const HEADING = '## Saves during a flood';
const PAGE = 'docs/scale.md';
const BUDGET = 2;

export function printFloods(floods: readonly FloodTimes[]): string {
  return floods
    .map(
      ({ flood, p50Ms, p95Ms, ratio50, ratio95, visits, load }) =>
        `saves, flood of ${flood}: p50 ${ms(p50Ms)} (${ratio50.toFixed(2)}), p95 ${ms(p95Ms)} (${ratio95.toFixed(2)})${load ? `, ${answersOf(load)}` : ''}, visits p50 ${ms(visits.p50Ms)}, ${visits.refused} refused`,
    )
    .join('\n');
}

export function floodSection(floods: readonly FloodTimes[]): string {
  const rows = floods.map(
    ({ flood, p50Ms, p95Ms, ratio50, ratio95, lost, visits, load }) =>
      `| ${flood} | ${load ? answersOf(load) : ''} | ${ms(p50Ms)} | ${ms(p95Ms)} | ${ratio50.toFixed(2)} | ${ratio95.toFixed(2)} | ${lost} | ${ms(visits.p50Ms)} | ${visits.refused} |`,
  );
  const over = floods.filter(({ ratio50 }) => ratio50 > BUDGET).map(({ flood }) => flood);
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  return `${HEADING}

Ten applicants save, with pauses of 50 ms, while twenty connections repeat one hostile request, and a clerk and a service view on the same network visit five times a second. Limits as in production; ratios to right before and after. Measured on ${day}.

| flood | its answers a second | p50 | p95 | p50, ratio | p95, ratio | saves lost | visits, p50 | visits refused |
| --- | --- | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}

The goal is a median within twice its time without a flood${over.length === 0 ? '.' : `, **which this run did not reach** during: ${over.join('; ')}.`}`;
}

/** Replaces a section of the page. */
export async function writeSection(section: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [heading = ''] = section.split('\n', 1);
  const start = page.indexOf(`${heading}\n`);
  if (start === -1) throw new Error(`${PAGE} has no ${heading}: run npm run bench:server once.`);
  const end = page.indexOf('\n## ', start + 1);
  const text = `${page.slice(0, start)}${section}\n${page.slice(end)}`;
  await writeFile(PAGE, await format(text, { parser: 'markdown', printWidth: 120 }));
}

function answersOf({ statuses, perSecond }: NonNullable<FloodTimes['load']>): string {
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${Math.round((count / total) * perSecond)}`)
    .join(', ');
}
