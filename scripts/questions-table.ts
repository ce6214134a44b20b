// `npm run docs:questions`: writes the declarations of all questions as a table.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { pages } from '#form/form.ts';
import { questionsIn } from '#form/page.ts';
import type { Question } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { conditionInWords, rulesInWords } from './describe-question.ts';

export const TABLE_FILE = 'docs/questions.md';

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** What most texts have; said once above the tables. */
const COMMON = `at most ${TEXT_MAX_CHARS} characters`;

/** All questions in reading order, one table per section. */
export function questionsTable(): string {
  const parts = pages.flatMap(({ title, path, sections }) => [
    `## ${title} (${path})`,
    ...sections.flatMap((section) => {
      const questions = section.elements.flatMap(questionsIn);
      return questions.length === 0 ? [] : [`### ${section.title}`, table(questions)];
    }),
  ]);
  return [
    '# The questions',
    `Made from their declarations in \`src/form\` by \`npm run docs:questions\`; do not edit. A text has ${COMMON}, unless its rule says otherwise.`,
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Leaves out a column that has nothing in this section. */
function table(questions: readonly Question[]): string {
  const lines = questions.map((question) => [
    `\`${question.key}\``,
    question.label,
    question.kind,
    rulesInWords(question)
      .filter((rule) => rule !== COMMON)
      .join('; '),
    question.when === undefined ? '' : conditionInWords(question.when),
  ]);
  const isUsed = (_: string, column: number) => lines.some((cells) => cells[column] !== '');
  const head = ['key', 'label', 'widget', 'rule', 'shown if'].filter(isUsed);
  return [head, head.map(() => '---'), ...lines.map((cells) => cells.filter(isUsed))].map(row).join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(TABLE_FILE, questionsTable());
