import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS_FILE, withCommands } from './commands-list.ts';

test('docs/commands.md lists the commands as they are; if not, run: npm run docs:commands', () => {
  const page = readFileSync(COMMANDS_FILE, 'utf8');
  expect(withCommands(page)).toBe(page);
});
