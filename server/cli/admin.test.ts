import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testEach } from '#testing/test-each.ts';
import { ADMIN, runAdmin, runNameless } from '#server/testing/process.ts';
import { CommandError, UsageError } from './command.ts';
import { exportCommand } from './commands/export.ts';
import { allCommands } from './all-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'admissions-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

testEach([
  {
    words: ['exprot'],
    says: `There is no command exprot. Did you mean export?\n\nnpm run admin -- ${exportCommand.usage}\n`,
  },
  {
    words: ['nonsense'],
    says: 'There is no command nonsense.\n\nnpm run admin -- help lists all commands.\n',
  },
  {
    words: ['export', 'everything'],
    says: `There is one word too many: everything.\n\nnpm run admin -- ${exportCommand.usage}\n`,
  },
])('$words ends with a sentence and at most one usage', { short: 1 }, async ({ words, says }) => {
  expect(await runAdmin(folder, ...words)).toEqual({ code: 1, stdout: '', stderr: says });
});

testEach([
  { words: ['list', '--foo'], usage: 'list [--status started|validating|submitted] [--json]' },
  { words: ['service-link', 'ada@example.com', '--hours', '-5'], usage: 'service-link E-MAIL [--hours 72]' },
])('options that cannot be read end $words with its usage', { short: 1 }, async ({ words, usage }) => {
  const misused = await runAdmin(folder, ...words);
  expect(misused).toMatchObject({ code: 1, stdout: '' });
  expect(misused.stderr).toMatch(/^\S.*--(foo|hours).*\n\n/);
  expect(misused.stderr.endsWith(`\n\nnpm run admin -- ${usage}\n`)).toBe(true);
});

testEach([{ words: ['links', '--help'] }, { words: ['--help', 'links'] }])(
  '$words prints the usage and the description of one command',
  { short: 1 },
  async ({ words }) => {
    const { code, stdout } = await runAdmin(folder, ...words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^npm run admin -- links E-MAIL \[--json\]\n\nLists the service links .+\n$/);
  },
);

test('a user without a name gets sentences, too, and is called by the number', { tags: 'slow' }, async () => {
  const wrong = await runNameless(54_321, ADMIN, 'show', 'ada@example.com');
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no database in [^\n]+\n$/),
  });
  const script = join(folder, 'name.ts');
  const room = join(import.meta.dirname, 'system-user.ts');
  writeFileSync(script, `console.log((await import(${JSON.stringify(room)})).systemUser());`);
  expect(await runNameless(54_321, script)).toMatchObject({ stdout: 'uid 54321\n' });
});

const named = allCommands.map((command) => [command.name, command] as const);

test.each(named)('%s refuses one word too many, and takes each of its own', (_, command) => {
  // A flag may stand for a word, and the first word of the usage is the command itself.
  const shown = command.usage.replaceAll(/\[?--.*$/g, '').replaceAll(' | ', '|');
  const numWords = shown.trim().split(' ').length - 1;
  const words = Array.from({ length: numWords + 1 }, (_word, index) => `word-${index}`);
  expect(() => command.read(words, {})).toThrow(`There is one word too many: word-${numWords}.`);
  expect(() => command.read(words, {})).toThrow(CommandError);
});

const everyOption = [...new Set(allCommands.flatMap(({ options }) => Object.keys(options)))];

test.each(named)('%s refuses an option that is not its own', (_, command) => {
  for (const option of everyOption) {
    const isOwn = command.usage.includes(`--${option}`);
    expect(Object.keys(command.options).includes(option)).toBe(isOwn);
    if (isOwn) continue;
    const call = () => command.read([], { [option]: true });
    expect(call).toThrow(UsageError);
    expect(call).toThrow(`${command.name} has no option --${option}.`);
  }
});
