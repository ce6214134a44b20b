import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BusyError } from '#server/domain/ground/errors.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { zipOf } from '#server/adapters/zip-stream.ts';
import { auditedActs, startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { LEFT_OUT } from '#server/domain/office/visible.ts';

const server = useTestServer();

/** Unpacks a ZIP with the system's own program. Returns its files. */
function unpacked(zip: Buffer): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'saved.zip');
  writeFileSync(path, zip);
  const read = (code: string, ...words: string[]) =>
    execFileSync(
      'python3',
      ['-c', `import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n${code}`, path, ...words],
      {
        encoding: 'utf8',
      },
    );
  return (name) =>
    name === ''
      ? read('print(chr(10).join(z.namelist()))')
      : read('sys.stdout.buffer.write(z.read(sys.argv[2]))', name);
}

async function applicant(username: string, first_name: string): Promise<{ id: string; number: string }> {
  await submit(await server().applicant(username), { first_name });
  const { id = '', number = '' } = (await server().context.applicants.find(username)) ?? {};
  return { id, number };
}

test('the names of all saved files tell two people and two days apart', async () => {
  const { id, number } = await applicant('saved.names@example.com', 'Nia d/o Lee');
  const pdf = Buffer.from('%PDF-1.7');
  vi.spyOn(server().context.copies, 'openPresent').mockImplementation(async () => ({
    bytes: pdf.byteLength,
    content: Readable.from([pdf]),
  }));
  onTestFinished(() => void vi.restoreAllMocks());
  const desk = await startClerk(server());
  const nameOf = async (path: string) =>
    decodeURIComponent(
      /filename\*=UTF-8''(.*)$/.exec(String((await desk.get(path)).headers['content-disposition']))?.[1] ??
        '',
    );
  if (LEFT_OUT === '')
    expect(await nameOf(`/office/applications/${id}/application.pdf`)).toBe(
      `${number} Nia d-o Lee Hopper.pdf`,
    );
  expect(await nameOf('/office/applications.csv?q=saved')).toBe('applications 2026-09-01.csv');
  expect(await nameOf('/office/applications.xlsx?term=2027FA')).toBe(
    'applications Fall 2027 2026-09-01.xlsx',
  );
  expect(await nameOf('/office/answers.csv')).toBe('answers 2026-09-01.csv');
  expect(await nameOf('/office/applications.zip?q=saved.names')).toBe('applications 2026-09-01.zip');
});

test('as Excel, text stays text, dates are dates, and nothing is a formula', { tags: 'slow' }, async () => {
  await applicant('saved.xlsx@example.com', '=1+1 <b>\u0001_x0041_');
  const desk = await startClerk(server(), 'Elle Excel');
  const { headers, raw } = await desk.get('/office/answers.xlsx?q=saved.xlsx');
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const sheet = unpacked(raw)('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<t xml:space="preserve">=1+1 &#60;b&#62;_x005F_x0041_ Hopper</t>');
  expect(sheet).toContain('<t xml:space="preserve">***-**-6789</t>');
  // 2026-09-01 11:00 at the university.
  expect(sheet).toMatch(/<c s="3"><v>46266\.45\d*<\/v><\/c>/);
  expect(sheet).not.toContain('<f>');
  expect(await auditedActs(server(), 'Elle Excel')).toEqual(['office-opened', 'office-answers-saved']);
});

// A university that hides sections prints for the office what is left (hidden.second-tenant.test.ts).
test.runIf(LEFT_OUT === '')(
  'the PDFs of a list are one ZIP, whose index says which is missing, and why',
  { tags: 'slow' },
  async () => {
    const [made, waiting, gone] = [
      await applicant('zip.made@example.com', 'Mia'),
      await applicant('zip.waiting@example.com', 'Will'),
      await applicant('zip.gone@example.com', 'Gil'),
    ];
    const { copies } = server().context;
    vi.spyOn(copies, 'openPresent').mockImplementation(async (id) => {
      if (id === waiting.id) throw new BusyError('The PDF is being made.');
      return { bytes: 8, content: Readable.from([Buffer.from('%PDF-1.7')]) };
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const desk = await startClerk(server(), 'Zoe Zips');
    const { status, headers, raw } = await desk.get('/office/applications.zip?q=zip.&sort=name');
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    const read = unpacked(raw);
    const files = [`${gone.number} Gil Hopper.pdf`, `${made.number} Mia Hopper.pdf`];
    expect(read('').trim().split('\n')).toEqual([...files, 'index.csv']);
    expect(read(files[1] ?? '')).toBe('%PDF-1.7');
    expect(
      parseCsv(read('index.csv')).lines.map(({ content }) => [
        content['Number'],
        content['File'],
        content['Why there is none'],
      ]),
    ).toEqual([
      [gone.number, files[0], ''],
      [made.number, files[1], ''],
      [waiting.number, '', 'The PDF is being made.'],
    ]);
    expect(await auditedActs(server(), 'Zoe Zips')).toEqual([
      'office-opened',
      'office-list-saved',
      `office-pdf-saved ${gone.id}`,
      `office-pdf-saved ${made.id}`,
    ]);
  },
);

test('a list of more PDFs than a ZIP may have is a sentence', async () => {
  const rows = Array.from({ length: 501 }, () => ({}));
  vi.spyOn(server().context.officeList, 'findAll').mockResolvedValue(rows as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const { status, text } = await (await startClerk(server())).get('/office/applications.zip');
  expect(status).toBe(422);
  expect(text).toContain('This list has 501 applications, and one ZIP has at most 500.');
});

test('a slow reader holds a ZIP back, and one who goes away ends it', async () => {
  const MB = 1024 * 1024;
  let opened = 0;
  let hasEnded = false;
  const zip = zipOf(
    (async function* () {
      try {
        for (;;) {
          opened += 1;
          yield { name: `${opened}.pdf`, content: Buffer.alloc(MB), isCompressed: false };
        }
      } finally {
        hasEnded = true;
      }
    })(),
  );
  const chunks = zip[Symbol.asyncIterator]();
  let read = 0;
  while (read < 20 * MB) read += ((await chunks.next()).value as Buffer).byteLength;
  // Nothing is opened that nobody has read, except for what is on its way.
  expect(opened).toBeLessThanOrEqual(20 + 4);
  zip.destroy();
  await vi.waitFor(() => expect(hasEnded).toBe(true));
});

test('a fault in the middle cuts a ZIP short', async () => {
  const output = zipOf(
    (async function* () {
      yield { name: 'one.pdf', content: Buffer.from('one'), isCompressed: false };
      throw new Error('The storage is gone.');
    })(),
  );
  const sink = new PassThrough();
  output.pipe(sink).resume();
  await expect(new Promise((_resolve, reject) => void output.once('error', reject))).rejects.toThrow(
    'The storage is gone.',
  );
});
