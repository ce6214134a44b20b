import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { questionFor } from '#form/form.ts';
import { labelOf } from '#form/labels.ts';
import { hasDesc } from '#form/question.ts';
import { renderServiceView } from '#service-view/render.tsx';
import { textOf } from '#server/testing/files/probe.ts';
import { RELEASE } from '#server/domain/ground/release.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { startClerk } from '#server/testing/office.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const RENAMED = ['first_name', 'city', 'gender', 'military_veteran', 'ssn', 'legal_agree'];
const undo: (() => void)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'admissions-words-'));
afterAll(() => rmSync(folder, { recursive: true }));
let submitted = '';
let draft = '';

beforeAll(async () => {
  const applicant = await server().applicant('certified@example.com');
  await submit(applicant);
  submitted = await idOf('certified@example.com');
  await (await server().applicant('draft@example.com')).put('/api/answer', { answers: completeAnswers });
  draft = await idOf('draft@example.com');
});

afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** The next release: five questions, the agreement and an option are worded differently. */
function wordDifferently(): void {
  for (const key of RENAMED) {
    const question = questionFor(key);
    if (question === undefined) throw new Error(`There is no question ${key}.`);
    change(question, `Reworded: ${question.label}`);
    if (hasDesc(question) && Array.isArray(question.options))
      for (const option of question.options) change(option, `Reworded: ${option.label}`);
  }
}

function change(worded: { readonly label: string }, label: string): void {
  const before = worded.label;
  Object.assign(worded, { label });
  undo.push(() => void Object.assign(worded, { label: before }));
}

async function idOf(username: string): Promise<string> {
  return (await server().context.applicants.find(username))?.id ?? '';
}

const run = commandRunner(() => server().context);

/** Whatever leaves the server of a submitted application. */
async function readings(id: string, username: string) {
  const { exports, tokens } = server().context;
  const { token } = await tokens.issueServiceToken(id, 60_000);
  const link = async (path: string) => (await server().visitor().get(`${path}?service_token=${token}`)).body;
  const clerk = await startClerk(server());
  const file = join(folder, `${username}.pdf`);
  await run('pdf', [username, file]);
  return {
    view: await link('/service/tmp-pdf'),
    document: await link('/service/document'),
    office: (await clerk.get(`/office/applications/${id}`)).text,
    pdf: textOf(readFileSync(file)),
    program: await exports.one(id),
    exported: await exportedLine(username, false),
    csv: await exportedLine(username, true),
  };
}

async function exportedLine(username: string, csv: boolean): Promise<string> {
  const lines = await run('export', [], csv ? { csv } : {});
  return lines.find((line) => line.includes(username)) ?? '';
}

const printed = async (id: string) =>
  renderServiceView((await server().context.applications.read(id)).document);

test(
  'view, PDF and export of a submission keep its words in a release that has others',
  { tags: 'slow' },
  async () => {
    const before = await readings(submitted, 'certified@example.com');
    expect(before.office).toContain(questionFor('legal_agree')?.label);
    expect(before.pdf).toContain(questionFor('first_name')?.label);
    expect(before.document.note).toBeNull();
    expect(JSON.parse(before.exported)).toMatchObject({ release: RELEASE });
    wordDifferently();
    expect(await readings(submitted, 'certified@example.com')).toEqual(before);
    const reworded = (await printed(draft)).match(/Reworded: /g);
    expect(reworded?.length).toBeGreaterThan(RENAMED.length);
  },
);

test('an option keeps the word of its list, whatever word a client sent', async () => {
  const gender = questionFor('gender');
  if (gender === undefined || !hasDesc(gender)) throw new Error('Gender is chosen from a list.');
  const applicant = await server().applicant('words@example.com');
  await submit(applicant, { gender_desc: 'A word of my own' });
  const { view } = await server().context.applications.read(await idOf('words@example.com'));
  expect(view.answer['gender_desc']).toBe(labelOf(gender, completeAnswers, () => '2026-09-01'));
});

test(
  'a submission that kept no words has those of the present release, and says so',
  { tags: 'slow' },
  async () => {
    const applicant = await server().applicant('older@example.com');
    await submit(applicant);
    const older = await idOf('older@example.com');
    await server().context.database.pool.query(
      "UPDATE submissions SET frozen = frozen - 'document' - 'release' WHERE account_id = $1",
      [older],
    );
    wordDifferently();
    const { document, office, pdf, exported } = await readings(older, 'older@example.com');
    expect(document.note).toContain('current wording');
    for (const shown of [office, pdf]) {
      expect(shown).toContain('Reworded: ');
      expect(shown).toMatch(/current\s+wording/);
    }
    expect(JSON.parse(exported)).toMatchObject({ release: null });
  },
);

test('a kept document has not even the last digits of the Social Security number', async () => {
  const { rows } = await server().context.database.pool.query('SELECT frozen FROM submissions');
  expect(JSON.stringify(rows)).not.toContain('6789');
  const { document } = await server().context.exports.one(submitted);
  expect(JSON.stringify(document)).toContain('***-**-6789');
});
