import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { seedApplicants, type SeedApplicant } from '#server/seeds/applicants.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { readArchive } from '#server/backup/archive.ts';
import { CommandError } from '../command.ts';
import { exportCommand } from './export.ts';
import { backup } from './backup.ts';

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

test('a line is out once its documents are on the disk', async () => {
  const seen: { line: string; folders: string[] }[] = [];
  await exportCommand.read([], { documents: folder })({
    context: server().context,
    print: (line) => seen.push({ line, folders: readdirSync(folder).toSorted() }),
  });
  expect(seen.map(({ line }) => JSON.parse(line).username)).toEqual(
    withFiles.map(({ username }) => username),
  );
  expect(seen.map(({ folders }) => folders.length)).toEqual([1, 2]);

  const folders = readdirSync(folder).toSorted();
  expect(folders).toEqual(withFiles.map(({ username }) => encodeURIComponent(username)));
  for (const name of folders) {
    // Failed documents have no PDF.
    expect(readdirSync(join(folder, name))).toEqual(['college_transcript.pdf']);
    const path = join(folder, name, 'college_transcript.pdf');
    expect(readFileSync(path, 'latin1')).toMatch(/^%PDF-/);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
});

test.each([
  { what: 'a file', path: 'a-file' },
  { what: 'below a file', path: 'a-file/documents' },
])('a folder that is $what is reported in a sentence, before the first line', async ({ path }) => {
  writeFileSync(join(folder, 'a-file'), '');
  const documents = join(folder, path);
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const { context } = server();
  const running = exportCommand.read([], { documents })({ context, print });
  expect(await sentenceOf(running)).toBe(`${documents} is not a folder.`);
  expect(lines).toEqual([]);
});

async function documentOfOne() {
  const { context } = server();
  const { id = '' } = (await context.applicants.find('one@applicant.example')) ?? {};
  const [document] = await context.documents.attached(id);
  if (document === undefined) throw new Error('There is one.');
  return document;
}

/** What happens to a document after its row was read and before its file is. */
const fates = {
  lost: async (key: string) => rmSync(join(server().dataDir, 'storage', key), { force: true }),
  async replaced(key: string) {
    const change = 'UPDATE documents SET pdf_key = NULL WHERE pdf_key = $1';
    await server().context.database.pool.query(change, [key]);
    await fates.lost(key);
  },
};

/** Returns a context in which one applicant's document meets this fate as soon as it is read. */
async function contextWhere(fate: keyof typeof fates) {
  const { context } = server();
  const { pdfKey } = await documentOfOne();
  const read = async (key: string) => {
    if (key === pdfKey) await fates[fate](key);
    return context.storage.read(key);
  };
  return {
    ...context,
    storage: { ...context.storage, read },
    documents: { ...context.documents, read: (asked: { pdfKey: string }) => read(asked.pdfKey) },
  };
}

test('a backup that is told to end leaves no file behind', { tags: 'slow' }, async () => {
  const { context } = server();
  const path = join(folder, 'ended');
  const read = (key: string) => {
    process.emit('SIGHUP');
    return context.storage.read(key);
  };
  const ending = { ...context, storage: { ...context.storage, read } };
  const run = backup.read([path], {});
  const print = () => undefined;
  await expect(run?.({ context: ending, print })).rejects.toThrow('interrupted');
  expect(readdirSync(folder).filter((name) => name.startsWith('ended'))).toEqual([]);
  await run?.({ context, print });
  rmSync(path);
});

async function sentenceOf(running: Promise<void> | undefined): Promise<string> {
  const error: unknown = await running?.catch((thrown: unknown) => thrown);
  return error instanceof CommandError ? error.message : '';
}

describe.each([
  {
    fate: 'lost' as const,
    exporting: /^1 documents are missing from the storage, of one@applicant\.example\. [^\n]+\.$/,
    backingUp: /^1 documents are missing from the storage; .+\.$/,
    printed: /^\d+ rows and 1 files\.\nSECRET_KEYS/,
  },
  {
    fate: 'replaced' as const,
    exporting: /^Documents were deleted or replaced [^\n]+: one@applicant\.example\.$/,
    backingUp: /^$/,
    printed: /^\d+ rows and 1 files\.\n1 files were deleted or replaced .+\nSECRET_KEYS/,
  },
])('a document that is $fate', ({ fate, exporting, backingUp, printed }) => {
  let context: Context;
  beforeEach(async () => {
    const { pdfKey } = await documentOfOne();
    const pdf = await server().context.storage.read(pdfKey);
    context = await contextWhere(fate);
    return async () => {
      await server().context.storage.write(pdfKey, pdf ?? Buffer.from(''));
      const restore = "UPDATE documents SET pdf_key = $1 WHERE status = 'COMPLETED' AND pdf_key IS NULL";
      await server().context.database.pool.query(restore, [pdfKey]);
    };
  });

  test('a document without its file keeps nobody else out of an export, and is reported at the end', async () => {
    const documents = join(folder, fate);
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const running = exportCommand.read([], { documents })({ context, print });
    expect(await sentenceOf(running)).toMatch(exporting);
    expect(lines).toHaveLength(2);
    expect(readdirSync(documents)).toEqual([encodeURIComponent('two+plus/slash@applicant.example')]);
  });

  test('a document without its file keeps nothing else out of a backup', async () => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const path = join(folder, `backup-${fate}`);
    const running = backup.read([path], {})({ context, print });
    expect(await sentenceOf(running)).toMatch(backingUp);
    expect(lines.join('\n')).toMatch(printed);
    const missing = [];
    for await (const { name, content } of readArchive(path))
      if (name === 'missing.json') missing.push(...JSON.parse(content.toString()));
    expect(missing).toEqual([expect.stringMatching(/^documents\//)]);
  });
});
