import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const run = commandRunner(() => server().context);
const file = join(mkdtempSync(join(tmpdir(), 'programs-')), 'offer.csv');
const written = new URL('../../../src/tenant/programs.ts', import.meta.url);

test('a check says which drafts the file of the registrar would touch, and changes nothing', async () => {
  const [term] = tenant.entryTerms;
  const [program] = tenant.programs;
  const applicant = await server().applicant();
  await applicant.put('/api/answer', {
    answers: { entry_term: term?.value ?? '', program_type: program?.value ?? '' },
  });
  writeFileSync(
    file,
    'kind,code,label,of,iein,closes\nprogram,NEW,New,,,\nmajor,ONE,One,NEW,,\nterm,LATER,Later,,,2030-01-31\n',
  );
  const before = readFileSync(written, 'utf8');
  const lines = await run('programs', ['check', file]);
  expect(lines).toEqual(
    expect.arrayContaining([
      `- ${program?.value}: ${program?.label} (1 draft has it)`,
      expect.stringMatching(new RegExp(`^- ${term?.value}: .* \\(1 draft has it\\)$`)),
      '+ NEW: New',
      '+ ONE: One in NEW',
      '+ LATER: Later, closes 2030-01-31',
    ]),
  );
  expect(readFileSync(written, 'utf8')).toBe(before);
});

test.each([
  { words: ['check', '/no/such.csv'], says: '/no/such.csv cannot be read (ENOENT).' },
  { words: ['look', file], says: 'Say check or write.' },
  { words: ['check'], says: 'Which file? Give the CSV of the registrar.' },
])('$words is refused: $says', async ({ words, says }) => {
  await expect(run('programs', words)).rejects.toThrow(says);
});
