import { afterEach, beforeAll, expect, test } from 'vitest';
import { questionFor } from '#form/form.ts';
import { labelOf } from '#form/labels.ts';
import { hasDesc } from '#form/question.ts';
import { renderServiceView } from '#service-view/render.tsx';
import { RELEASE } from '#server/domain/release.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { exportCommand } from './export.ts';

const server = useTestServer();
const RENAMED = ['first_name', 'city', 'gender', 'military_veteran', 'ssn', 'legal_agree'];
const undo: (() => void)[] = [];
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

/** All that leaves the server of an application. */
async function readings(id: string) {
  const { applications, tokens, applicants } = server().context;
  const { token } = await tokens.issueServiceToken(id, 60_000);
  const link = async (path: string) => (await server().visitor().get(`${path}?service_token=${token}`)).body;
  const printed = renderServiceView((await applications.read(id)).document);
  const username = (await applicants.get(id))?.username ?? '';
  const exported = [await exportedLine(username, false), await exportedLine(username, true)];
  const [view, document] = [await link('/service/tmp-pdf'), await link('/service/document')];
  return { view, document, printed, exported };
}

async function exportedLine(username: string, csv: boolean): Promise<string | undefined> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  await exportCommand.run({ context: server().context, words: [], options: csv ? { csv } : {}, print });
  return lines.find((line) => line.includes(username));
}

test('view, PDF and export of a submission keep its words in a release that has others', async () => {
  const before = await readings(submitted);
  expect(before.printed).toContain(questionFor('legal_agree')?.label);
  expect(before.document.note).toBeNull();
  expect(JSON.parse(before.exported[0] ?? '')).toMatchObject({ release: RELEASE });
  wordDifferently();
  expect(await readings(submitted)).toEqual(before);
  const { printed } = await readings(draft);
  expect(printed.match(/Reworded: /g)?.length).toBeGreaterThan(RENAMED.length);
});

test('an option keeps the word of its list, whatever word a client sent', async () => {
  const gender = questionFor('gender');
  if (gender === undefined || !hasDesc(gender)) throw new Error('Gender is chosen from a list.');
  const applicant = await server().applicant('words@example.com');
  await submit(applicant, { gender_desc: 'A word of my own' });
  const { view } = await readings(await idOf('words@example.com'));
  expect(view.answer.gender_desc).toBe(labelOf(gender, completeAnswers, () => '2026-09-01'));
});

test('a submission that kept no words has those of today, and says so', async () => {
  const applicant = await server().applicant('older@example.com');
  await submit(applicant);
  const older = await idOf('older@example.com');
  await server().context.database.pool.query(
    "UPDATE submissions SET frozen = frozen - 'document' - 'release' WHERE account_id = $1",
    [older],
  );
  wordDifferently();
  const { document, printed, exported } = await readings(older);
  expect(document.note).toContain('today’s words');
  expect(printed).toContain('Reworded: ');
  expect(printed).toContain('today’s words');
  expect(JSON.parse(exported[0] ?? '')).toMatchObject({ release: null });
});

test('a kept document has not even the last digits of the social-security number', async () => {
  const { rows } = await server().context.database.pool.query('SELECT frozen FROM submissions');
  expect(JSON.stringify(rows)).not.toContain('6789');
  const { document } = await readings(submitted);
  expect(JSON.stringify(document)).toContain('***-**-6789');
});
