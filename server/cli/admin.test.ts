import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAdmin } from '#server/testing/process.ts';
import { CommandError, refuseMisuse } from './command.ts';
import { exportCommand } from './commands/export.ts';
import { allCommands } from './all-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'admissions-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what is no command ends with all of them, and what is no use of one with its usage', async () => {
  const [unknown, misused] = await Promise.all([
    runAdmin(folder, 'exprot'),
    runAdmin(folder, 'export', 'everything'),
  ]);
  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no command exprot\.\n[\s\S]+ export [\s\S]+ restore FILE\n/),
  });
  expect(misused).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is a word too much: everything.\n\nnpm run admin -- export ${exportCommand.usage}\n`,
  });
});

test.each([
  { words: ['list', '--foo'], usage: 'list [--status started|validating|submitted] [--json]' },
  { words: ['service-link', 'ada@example.com', '--hours', '-5'], usage: 'service-link E-MAIL [--hours 72]' },
])('options that cannot be read end $words with its usage', async ({ words, usage }) => {
  const misused = await runAdmin(folder, ...words);
  expect(misused).toMatchObject({ code: 1, stdout: '' });
  expect(misused.stderr).toMatch(/^\S.*--(foo|hours).*\n\n/);
  expect(misused.stderr.endsWith(`\n\nnpm run admin -- ${usage}\n`)).toBe(true);
});

const named = allCommands.map((command) => [command.name, command] as const);

test.each(named.filter(([name]) => name !== 'banner'))('%s refuses a word too much', (_, command) => {
  const words = Array.from({ length: command.maxWords + 1 }, (_word, index) => `word-${index}`);
  const call = (given: readonly string[]) => () => refuseMisuse(command, { words: given, options: {} });
  expect(call(words)).toThrow(CommandError);
  expect(call(words)).toThrow(`a word too much: word-${command.maxWords}.`);
  expect(call(words.slice(1))).not.toThrow();
});

test.each(named)('%s refuses an option that is not its own', (_, command) => {
  const call = (options: Record<string, string | boolean>) => () =>
    refuseMisuse(command, { words: [], options });
  for (const option of [
    'json',
    'csv',
    'yes',
    'all',
    'by',
    'hours',
    'days',
    'for',
    'status',
    'since',
    'documents',
    'zip',
    'pdf',
    'until',
    'clear',
  ]) {
    const expected = expect(call({ [option]: true }));
    if (new RegExp(`--${option}\\b`).test(command.usage)) expected.not.toThrow();
    else expected.toThrow(`--${option} is no option of ${command.name}.`);
  }
});
