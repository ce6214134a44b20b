import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ hasWorkers: false });
const run = commandRunner(() => server().context);
const folder = mkdtempSync(join(tmpdir(), 'admissions-since-'));
afterAll(() => rmSync(folder, { recursive: true }));

const seeds = seedApplicants
  .filter(({ status }) => status === 'submitted')
  .slice(0, 3)
  .map((seed, index) => ({
    ...seed,
    username: `number-${index}@example.com`,
    documents: { college_transcript: { kind: 'pdf' as const, name: '=transcript.pdf' } },
  }));

beforeAll(async () => {
  for (const seed of seeds) {
    await makeSeeding(server().context).add(seed, undefined);
    server().clock.advance(1000);
  }
  await server().account('draft@example.com');
});

const sinceStart = async () => (await run('export', [], { since: 'start' })).map((line) => JSON.parse(line));

test('continues after a cursor, in the order of the submissions, without drafts', async () => {
  const all = await sinceStart();
  expect(all.map(({ username }) => username)).toEqual(seeds.map(({ username }) => username));
  const rest = await run('export', [], { since: all[0].cursor });
  expect(rest.map((line) => JSON.parse(line).username)).toEqual(
    seeds.slice(1).map(({ username }) => username),
  );
  expect(await run('export', [], { since: all.at(-1).cursor })).toEqual([]);
});

test('as CSV the cursor comes first, and no cell is a formula', async () => {
  const [, first] = await sinceStart();
  const lines = await run('export', [], { since: first.cursor, csv: true });
  expect(lines[0]).toMatch(/^\uFEFF"cursor","id","number","username",/);
  expect(parseCsv(`${lines.join('\n')}\n`).lines.map(({ content }) => content['username'])).toEqual([
    'number-2@example.com',
  ]);
});

test.each([
  { options: { since: 'yesterday' }, says: 'This cursor is unknown.' },
  { options: { since: '' }, says: 'This cursor is unknown.' },
  { options: { since: '00000000-0000-4000-8000-000000000000' }, says: 'This cursor is unknown.' },
  { options: { since: 'start', status: 'submitted' }, says: '--since and --status do not go together.' },
  { options: { zip: 'x.zip', documents: 'x' }, says: '--documents and --zip do not go together.' },
  { options: { zip: 'x.zip', csv: true }, says: '--csv and --zip do not go together.' },
  { options: { zip: '' }, says: '--zip takes a file.' },
  { options: { zip: '/no/such/folder/x.zip' }, says: 'cannot be written (ENOENT).' },
  { options: { pdf: true }, says: '--pdf takes --documents or --zip' },
])('$options is refused: $says', async ({ options, says }) => {
  const lines = run('export', [], options);
  await expect(lines).rejects.toThrow(says);
});

test.each([
  { options: { since: 'yesterday' }, says: 'This cursor is unknown.' },
  { options: { status: 'nearly' }, says: '--status takes one of' },
])('an export that is refused leaves no file: $options', async ({ options, says }) => {
  const there = readdirSync(folder);
  for (const where of [{ zip: join(folder, 'refused.zip') }, { documents: join(folder, 'refused') }])
    await expect(run('export', [], { ...options, ...where })).rejects.toThrow(says);
  expect(readdirSync(folder)).toEqual(there);
});

test(
  'a ZIP has the answers, PDFs and an index of each application, and the next cursor is printed',
  { tags: 'slow' },
  async () => {
    const zip = join(folder, 'new.zip');
    writeFileSync(`${zip}.part`, 'left by a killed export');
    const all = await sinceStart();
    expect(await run('export', [], { since: all[0].cursor, zip, pdf: true })).toEqual([all[2].cursor]);
    expect(existsSync(`${zip}.part`)).toBe(false);
    const here = join(folder, 'unzipped');
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, here]);
    const { lines } = parseCsv(readFileSync(join(here, 'index.csv'), 'utf8'));
    expect(lines.map(({ content }) => content['file'])).toEqual(
      ['number-1', 'number-2'].flatMap((name) =>
        ['application', 'college_transcript'].map((kind) => `${name}%40example.com/${kind}.pdf`),
      ),
    );
    for (const { content } of lines)
      expect(readFileSync(join(here, content['file'] ?? ''), 'latin1')).toMatch(/^%PDF-/);
    expect(lines[1]?.content).toMatchObject({
      cursor: all[1].cursor,
      id: all[1].id,
      username: 'number-1@example.com',
      last_name: all[1].answer.last_name,
      kind: 'college_transcript',
      file_name: "'=transcript.pdf",
    });
    const answers = JSON.parse(readFileSync(join(here, 'number-2%40example.com/application.json'), 'utf8'));
    expect(answers).toEqual(all[2]);
  },
);

test('the index names each path as it is in the ZIP, for every address', { tags: 'slow' }, async () => {
  const addresses = ['-kim@example.com', '+kim@example.com', "'kim@example.com", 'kim=1@example.com'];
  const [seed] = seeds;
  if (seed === undefined) throw new Error('There are seeds.');
  const { cursor } = (await sinceStart()).at(-1);
  for (const username of addresses) {
    await makeSeeding(server().context).add({ ...seed, username }, undefined);
    server().clock.advance(1000);
  }
  const zip = join(folder, 'addresses.zip');
  await run('export', [], { since: cursor, zip });
  const here = join(folder, 'addresses');
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, here]);
  const index = readFileSync(join(here, 'index.csv'));
  expect(index.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const files = parseCsv(index.toString()).lines.map(({ content }) => content['file'] ?? '');
  expect(files.map((file) => decodeURIComponent(dirname(file)))).toEqual(addresses);
  for (const file of files) expect(readFileSync(join(here, file), 'latin1')).toMatch(/^%PDF-/);
});

test('without anything new, the cursor that was given is printed', async () => {
  const { cursor } = (await sinceStart()).at(-1);
  expect(await run('export', [], { since: cursor, zip: join(folder, 'none.zip') })).toEqual([cursor]);
});

test('the PDF of one application goes into a file, of a draft too', { tags: 'slow' }, async () => {
  const file = join(folder, 'one.pdf');
  const [told] = await run('pdf', ['number-0@example.com', file], { json: true });
  expect(JSON.parse(told ?? '')).toEqual({
    username: 'number-0@example.com',
    file,
    bytes: readFileSync(file).byteLength,
  });
  expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-/);
  expect(await run('pdf', ['draft@example.com', file])).toEqual([file]);
  await expect(run('pdf', ['draft@example.com', join(folder, 'no/such.pdf')])).rejects.toThrow(
    'cannot be written',
  );
  await expect(run('pdf', ['nobody@example.com'])).rejects.toThrow('There is no applicant');
  expect(readdirSync(folder)).toContain('one.pdf');
});

test('an application that is submitted again while an export runs is exported once, under its new cursor', async () => {
  const { context, clock } = server();
  const { cursor: before } = (await sinceStart()).at(-1);
  const [first, again] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const [seed = expect.fail('There are no seeds.')] = seeds;
  for (const username of [first, again]) {
    await makeSeeding(context).add({ ...seed, username }, undefined);
    clock.advance(1000);
  }
  // The export notes each application before it reads the next one of its page.
  const noteExport = async (id: string) => {
    await context.applicants.noteExport(id);
    const found = await context.applicants.find(again);
    await run('reopen', [again]);
    await context.applications.submit({ id: found?.id ?? '', username: again }, '::1');
  };
  const interrupted = commandRunner(() => ({
    ...context,
    applicants: { ...context.applicants, noteExport },
  }));
  const applications = async (lines: Promise<readonly string[]>) =>
    (await lines).map((line): { cursor: string; username: string } => JSON.parse(line));
  const page = await applications(interrupted('export', [], { since: before }));
  expect(page.map(({ username }) => username)).toEqual([first]);
  const rest = await applications(run('export', [], { since: page[0]?.cursor ?? '' }));
  expect(rest.map(({ username }) => username)).toEqual([again]);
  expect(await run('export', [], { since: rest[0]?.cursor ?? '' })).toEqual([]);
});
