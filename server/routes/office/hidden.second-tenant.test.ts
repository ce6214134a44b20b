import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { documentForOffice } from '#server/domain/office/visible.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { startClerk } from '#server/testing/office.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { conversionOf, upload } from '#server/testing/uploads.ts';

const server = useTestServer();
/** Answers of hidden sections, and of no others. */
const EMPLOYER = 'Zyxwerk Incorporated';
const RESUME = 'zyxwerk-resume.png';
const TRACEABLE = /zyxwerk|Asian|résumé|Employer/i;
const NOTE = 'For records only, and left out here: Background, Religion, Work.';
let id = '';

beforeAll(async () => {
  const applicant = await server().applicant('grace@hidden.example');
  for (const [key, name] of [
    ['employ_resume', RESUME],
    ['college_transcript', 'transcript.png'],
  ] as const) {
    await upload(applicant, key, await makePicture({ type: 'png' }), name);
    await conversionOf(applicant, key);
  }
  await submit(applicant, { race_asian: 'true', employ_current: 'yes', employer_name: EMPLOYER });
  id = (await server().context.applicants.find('grace@hidden.example'))?.id ?? '';
}, 60_000);

test('this university hides three sections', () => {
  expect(tenant.hiddenFromOffice).toEqual(['background', 'religion', 'employment']);
});

test('the pages and both CSVs leave out hidden sections with their documents, and say so', async () => {
  const clerk = await startClerk(server());
  const { text } = await clerk.get(`/office/applications/${id}`);
  expect(text).toContain(NOTE);
  expect(text).toContain('transcript.png');
  expect(text.replace(NOTE, '')).not.toMatch(TRACEABLE);
  expect((await clerk.get(`/office/applications/${id}/documents/college_transcript.pdf`)).status).toBe(200);
  expect((await clerk.get(`/office/applications/${id}/documents/employ_resume.pdf`)).status).toBe(404);
  const list = (await clerk.get('/office')).text;
  expect(list).toContain(NOTE);
  for (const csv of ['/office/applications.csv', '/office/answers.csv'])
    expect((await clerk.get(csv)).text).not.toMatch(TRACEABLE);
  const [line] = parseCsv((await clerk.get('/office/answers.csv')).text).lines;
  expect(line?.content).toMatchObject({ 'First name': 'Grace' });
});

test("the office's PDF has none of it, and the applicant's copy has all", { tags: 'slow' }, async () => {
  const clerk = await startClerk(server());
  const folder = mkdtempSync(join(tmpdir(), 'admissions-hidden-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const textOf = (pdf: Buffer) => {
    writeFileSync(join(folder, 'one.pdf'), pdf);
    return execFileSync('pdftotext', ['-raw', join(folder, 'one.pdf'), '-'], { encoding: 'utf8' });
  };
  const { status, raw } = await clerk.get(`/office/applications/${id}/application.pdf`);
  expect(status).toBe(200);
  const office = textOf(raw).replaceAll(/\s+/g, ' ');
  expect(office).toContain(NOTE);
  expect(office).toContain('transcript.png');
  expect(office.replace(NOTE, '')).not.toMatch(TRACEABLE);
  const copy = await vi.waitFor(async () => {
    const found = await server().context.copies.ofSubmitted(id, 10_000_000);
    return Buffer.isBuffer(found) ? found : expect.fail('It is not made yet.');
  }, 60_000);
  const whole = textOf(copy).replaceAll(/\s+/g, ' ');
  for (const part of [EMPLOYER, 'Asian', RESUME]) expect(whole).toContain(part);
  expect(whole).not.toContain('For records only');
});

test('a PDF that cannot be printed is a page with a sentence and a link', async () => {
  vi.spyOn(server().context.printer, 'print').mockRejectedValue(new Error('The browser has ended.'));
  const address = `/office/applications/${id}/application.pdf`;
  const { status, text } = await (await startClerk(server())).get(address);
  expect(status).toBe(500);
  expect(text).toContain('Please try again in a moment');
  expect(text).toContain(`<a href="${address}">Try again</a>`);
});

test('service view and exports stay whole', async () => {
  const { context, visitor } = server();
  const { token } = await context.tokens.issueServiceToken(id, 1000);
  for (const path of ['tmp-pdf', 'document']) {
    const { text } = await visitor().get(`/service/${path}?service_token=${token}`);
    expect(text).toContain(EMPLOYER);
  }
  const run = commandRunner(() => context);
  expect((await run('export')).join()).toContain(EMPLOYER);
  const [key = ''] = await run('api-key', [], { for: 'Student system' });
  const { body } = await visitor({ authorization: `Bearer ${key}` }).get(`/export/applications/${id}`);
  expect(body.answer.employer_name).toBe(EMPLOYER);
  expect(JSON.stringify(body.document)).toContain(EMPLOYER);
  expect(body.documents.map((document: { answer_key: string }) => document.answer_key)).toContain(
    'employ_resume',
  );
});

test('a submission of an earlier release loses a section with its questions that are no longer asked', () => {
  const line = (key: string) => ({ key, kind: 'text', label: key, text: key, isBlank: false });
  const section = (title: string, ...keys: string[]) => ({
    title,
    blocks: [{ title: null, lines: keys.map(line) }],
  });
  const pages = [
    { title: 'Old page', sections: [section('Race', 'race', 'ethnicity', 'asked_once')] },
    {
      title: 'About You',
      sections: [
        section('Mixed', 'first_name', 'religious_affiliation', 'asked_once'),
        section('Gone', 'gone'),
      ],
    },
  ];
  const seen = documentForOffice({ office: '', title: '', note: 'In today’s words.', pages });
  expect(seen.note).toBe(`In today’s words. ${NOTE}`);
  expect(seen.pages).toEqual([
    { title: 'About You', sections: [section('Mixed', 'first_name', 'asked_once'), section('Gone', 'gone')] },
  ]);
});
