// `npm run docs:access`: writes the tables of ACCESSIBILITY.md from the criteria, their tests and the rules of axe.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { AXE_OPTIONS } from '../../e2e/access/axe-options.ts';
import { BY_HAND_ON, criteria, type Criterion } from './criteria.ts';

export const REPORT_FILE = 'ACCESSIBILITY.md';
const BEGIN = '<!-- begin: made by `npm run docs:access` -->';
const END = '<!-- end -->';
/** Longer lists of rules are counted. */
const RULES_LISTED = 3;
/** Axe runs these only if asked by name. */
const NOT_RUN = ['experimental', 'deprecated'];

/** The page with current tables. */
export function withReport(page: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`${REPORT_FILE} has no marks.`);
  return page.slice(0, before + BEGIN.length) + report() + page.slice(after);
}

/** The rules of axe that check each criterion in every state, by the number of the criterion. */
export function axeRules(): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, string[]>();
  for (const { ruleId, tags } of axe.getRules([...AXE_OPTIONS.runOnly.values])) {
    if (tags.some((tag) => NOT_RUN.includes(tag))) continue;
    for (const tag of tags) {
      const [, ...digits] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
      const number = digits.join('.');
      if (number !== '') rules.set(number, [...(rules.get(number) ?? []), ruleId]);
    }
  }
  return rules;
}

function report(): string {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const release = `Release ${version}. Checks by hand: ${BY_HAND_ON}. Axe ${axe.version}.`;
  const table = (level: Criterion['level'], number: number) => [
    `### Table ${number}: Level ${level}`,
    [
      '| criterion | conformance | remarks | shown by |',
      '| --- | --- | --- | --- |',
      ...criteria.filter((criterion) => criterion.level === level).map(row),
    ].join('\n'),
  ];
  return ['', release, ...table('A', 1), ...table('AA', 2), ''].join('\n\n');
}

function row({ number, name, verdict, remark, tests = [], byHand }: Criterion): string {
  const rules = axeRules().get(number) ?? [];
  const listed = rules.length > RULES_LISTED ? [`${rules.length} rules`] : rules.map((rule) => `\`${rule}\``);
  const shownBy = [
    ...(rules.length > 0 ? [`axe: ${listed.join(', ')}`] : []),
    ...tests.map(([file, title]) => `[${file.split('/').at(-1)}](${file}): “${title}”`),
    ...(byHand === undefined ? [] : [`by hand: ${byHand}`]),
  ];
  return `| ${number} ${name} | ${verdict} | ${remark} | ${shownBy.join('<br>')} |`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(REPORT_FILE, withReport(readFileSync(REPORT_FILE, 'utf8')));
