// `npm run docs:env`: writes .env.example with every environment variable, its purpose and its default.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { variables } from '#server/env-variables.ts';

export const ENV_EXAMPLE_FILE = '.env.example';
const LINE_CHARS = 100;

/** The text as lines of a comment. */
function commented(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > LINE_CHARS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

/** All variables that an operator sets, without those of npm and shells. */
export function envExample(): string {
  const entries = Object.entries(variables)
    .filter(([name]) => /^[A-Z]/.test(name))
    .map(([name, { description, fallback }]) => `${commented(description)}\n#${name}=${fallback ?? ''}`);
  return [
    '# Copy this to .env and remove the # before what you set; what is in the environment already wins.',
    '# Any of them can be in a file that NAME_FILE names instead, such as DATABASE_URL_FILE=/run/secrets/database-url.',
    '# Made from server/env-variables.ts by `npm run docs:env`; do not edit.',
    ...entries,
    '',
  ].join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(ENV_EXAMPLE_FILE, envExample());
