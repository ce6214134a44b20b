import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSeeding } from '#server/domain/seeding.ts';
import { seedApplicants, type SeedApplicant } from '#server/seeds/applicants.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { applicationCommands } from './applications.ts';

const server = useTestServer({ hasWorkers: false });
const folder = mkdtempSync(join(tmpdir(), 'admissions-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [grace] = seedApplicants;
if (grace === undefined) throw new Error('There are thirty.');
const withFiles: readonly SeedApplicant[] = ['one@applicant.example', 'two+plus/slash@applicant.example'].map(
  (username) => ({
    ...grace,
    username,
    documents: {
      college_transcript: { kind: 'pdf', name: 'transcript.pdf' },
      employ_resume: { kind: 'damaged', name: 'resume.pdf' },
    },
  }),
);

beforeAll(async () => {
  for (const seed of withFiles) await makeSeeding(server().context).add(seed, undefined);
});

test('each line is out with its documents on the disk before the next one is read', async () => {
  const command = applicationCommands.find(({ name }) => name === 'export');
  const seen: { line: string; folders: string[] }[] = [];
  await command?.run({
    context: server().context,
    words: [],
    options: { documents: folder },
    print: (line) => seen.push({ line, folders: readdirSync(folder).toSorted() }),
  });
  expect(seen.map(({ line }) => JSON.parse(line).username)).toEqual(
    withFiles.map(({ username }) => username),
  );
  expect(seen.map(({ folders }) => folders.length)).toEqual([0, 1]);

  const folders = readdirSync(folder).toSorted();
  expect(folders).toEqual(withFiles.map(({ username }) => encodeURIComponent(username)));
  for (const name of folders) {
    // What failed has no PDF to give.
    expect(readdirSync(join(folder, name))).toEqual(['college_transcript.pdf']);
    const path = join(folder, name, 'college_transcript.pdf');
    expect(readFileSync(path, 'latin1')).toMatch(/^%PDF-/);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
});

test('a document that is replaced meanwhile keeps nobody else out, and is told of at the end', async () => {
  const { context, dataDir } = server();
  const { id = '' } = (await context.applicants.find('one@applicant.example')) ?? {};
  const [document] = await context.documents.attached(id);
  const command = applicationCommands.find(({ name }) => name === 'export');
  const documents = join(folder, 'again');
  const lines: string[] = [];
  const exporting = command?.run({
    context,
    words: [],
    options: { documents },
    print(line) {
      lines.push(line);
      // The file of the first is gone before the export reads it, as when its owner uploads another.
      if (lines.length === 1) rmSync(join(dataDir, 'storage', document?.pdfKey ?? ''));
    },
  });
  await expect(exporting).rejects.toThrow(/^Documents were .+: one@applicant\.example\.$/);
  expect(lines).toHaveLength(2);
  expect(readdirSync(documents)).toEqual([encodeURIComponent('two+plus/slash@applicant.example')]);
});
