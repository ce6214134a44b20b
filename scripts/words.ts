// `npm run words`: prints how many words each page has, so that a reader of the log sees when pages grow.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export type Kind = 'pages' | 'made by a script' | 'decisions' | 'READMEs of folders';

const MADE = /^Made .*by `npm run/m;
const MADE_PART = /^<!-- begin: made by .*?^<!-- end -->$/gms;

/** Counts the words of a page: what scripts made of it apart from what people wrote. */
export function countsOf(page: string, text: string): readonly (readonly [Kind, number])[] {
  const made = wordsIn((text.match(MADE_PART) ?? []).join('\n'));
  const written = wordsIn(text.replaceAll(MADE_PART, ''));
  const counts: readonly (readonly [Kind, number])[] = [
    [kindOf(page, text), written],
    ['made by a script', made],
  ];
  return counts.filter(([, words]) => words > 0);
}

function kindOf(page: string, text: string): Kind {
  if (page.startsWith('docs/decisions/')) return 'decisions';
  if (/.\/README\.md$/.test(page)) return 'READMEs of folders';
  return MADE.test(text) ? 'made by a script' : 'pages';
}

/** Words as people count them: without the bars and rules of tables. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  const counted = pages.flatMap((page) =>
    countsOf(page, readFileSync(page, 'utf8')).map(([kind, words]) => ({ page, kind, words })),
  );
  for (const [kind, rows] of Object.entries(Object.groupBy(counted, (row) => row.kind))) {
    console.log(`${String(rows.reduce((sum, { words }) => sum + words, 0)).padStart(6)} ${kind}`);
    for (const { page, words } of rows.toSorted((one, other) => other.words - one.words))
      console.log(`${String(words).padStart(12)} ${page}`);
  }
}
