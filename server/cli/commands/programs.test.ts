import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { TestProcess } from '#server/testing/process.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const HEADINGS = 'kind,code,label,of,iein,closes\n';
const server = useTestServer();
const run = commandRunner(() => server().context);
const file = join(mkdtempSync(join(tmpdir(), 'programs-')), 'offer.csv');
const ROOT = resolve(import.meta.dirname, '../../..');
const written = join(ROOT, 'src/tenant/programs.ts');

test('a check says which drafts the file of the registrar would touch, and changes nothing', async () => {
  const [term] = tenant.entryTerms;
  const [program] = tenant.programs;
  const applicant = await server().applicant();
  await applicant.put('/api/answer', {
    answers: { entry_term: term?.value ?? '', program_type: program?.value ?? '' },
  });
  writeFileSync(file, `${HEADINGS}program,NEW,New,,,\nmajor,ONE,One,NEW,,\nterm,LATER,Later,,,2030-01-31\n`);
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

/** A copy of the checkout, whose tenant folder a test may change. */
function copied(): { readonly programs: string; readonly write: (csv: string) => TestProcess['ended'] } {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['src', 'server', 'package.json', '.prettierrc.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const offer = join(folder, 'offer.csv');
  return {
    programs: join(folder, 'src/tenant/programs.ts'),
    write(csv) {
      writeFileSync(offer, csv);
      const env = { DATA_DIR: join(folder, 'data') };
      return new TestProcess(join(folder, 'server/cli/admin.ts'), ['programs', 'write', offer], env).ended;
    },
  };
}

test(
  'a write changes the tenant’s file, which the next run reads, and a wrong line changes nothing',
  { tags: 'slow' },
  async () => {
    const { programs, write } = copied();
    const csv = `${HEADINGS}program,NEW,"New, “best”",,,\nmajor,ONE,One,NEW,yes,\nterm,LATER,Later,,,2030-01-31\n`;
    const first = await write(csv);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+ NEW: New, “best”\n+ ONE: One in NEW, IEIN'),
    });
    const source = readFileSync(programs, 'utf8');
    expect(source).toContain("label: 'New, “best”'");
    expect(await write(csv)).toMatchObject({ code: 0, stdout: 'Nothing changes.\n' });

    const changed = csv.replace('Later,', 'Later still,');
    const wrong = await write(`${changed}term,LATER,Again,,,\n`);
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain('Line 5: The term LATER is on line 4 already.');
    expect(readFileSync(programs, 'utf8')).toBe(source);

    expect((await write(changed)).stdout).toBe(
      '~ LATER: Later, closes 2030-01-31 → Later still, closes 2030-01-31\n',
    );
    expect(readFileSync(programs, 'utf8')).toBe(source.replace("'Later'", "'Later still'"));
  },
);
