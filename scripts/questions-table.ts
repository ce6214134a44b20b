// `npm run docs:questions`: writes the declarations of all questions as a table.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { pages } from '#form/form.ts';
import { questionsIn } from '#form/page.ts';
import { conditionInWords, rulesInWords } from './describe-question.ts';

export const TABLE_FILE = 'docs/questions.md';

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** All questions in reading order, one table per page. */
export function questionsTable(): string {
  const tables = pages.map(({ title, path, sections }) => {
    const rows = sections.flatMap((section) =>
      section.elements
        .flatMap(questionsIn)
        .map((question) =>
          row([
            `\`${question.key}\``,
            section.title,
            question.label,
            question.kind,
            rulesInWords(question).join('; '),
            question.when === undefined ? '' : conditionInWords(question.when),
          ]),
        ),
    );
    return [
      `## ${title} (${path})`,
      '',
      row(['key', 'section', 'label', 'widget', 'rule', 'shown if']),
      row(Array(6).fill('---')),
      ...rows,
    ].join('\n');
  });
  return [
    '# The questions',
    '',
    'Made from their declarations in `src/form` by `npm run docs:questions`; do not edit.',
    '',
    tables.join('\n\n'),
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(TABLE_FILE, questionsTable());
