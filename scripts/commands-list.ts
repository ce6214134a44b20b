// `npm run docs:commands`: writes the list of the operator's commands into docs/commands.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { allCommands } from '#server/cli/all-commands.ts';

export const COMMANDS_FILE = 'docs/commands.md';
const BEGIN = '<!-- begin: made by `npm run docs:commands` -->';
const END = '<!-- end -->';

/** The page with the current list of commands, each with the first sentence of its description. */
export function withCommands(page: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`${COMMANDS_FILE} has no marks.`);
  const lines = allCommands.map(
    ({ usage, description }) => `- \`${usage}\`: ${/^.+?\.(?= [A-Z-]|$)/.exec(description)?.[0]}`,
  );
  return [page.slice(0, before + BEGIN.length), lines.join('\n'), page.slice(after)].join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(COMMANDS_FILE, withCommands(readFileSync(COMMANDS_FILE, 'utf8')));
