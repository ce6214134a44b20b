import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { questions } from '#form/form.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { postFile } from '#server/testing/uploads.ts';
import { CommandError } from '../command.ts';
import { printable } from '../printable.ts';

const server = useTestServer({ env: { PUBLIC_URL: 'https://apply.example.edu' } });
const folder = mkdtempSync(join(tmpdir(), 'admissions-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = commandRunner(() => server().context);
const run = async (...call: Parameters<typeof lines>) => (await lines(...call)).join('\n');

const hard = {
  first_name: '=HYPERLINK("http://evil.example")',
  last_name: '+49 O\'Brien, "Zoë"',
  previous_name: '-1',
  city: '@SUM(A1)',
  return_institute_reason: 'line one\r\nline two\n\u202Eright to left 🎓',
};

describe('export', () => {
  test('prints answers as JSON lines byte for byte', async () => {
    const username = 'jsonl@example.com';
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: { ...hard, ssn: '123-45-6789' } });
    const lines = (await run('export')).split('\n').map((line) => JSON.parse(line));
    const exported = lines.find((line) => line.username === username);
    expect(exported).toMatchObject({
      web_status: null,
      submitted_at: null,
      answer: { ...hard, ssn: '123-45-6789' },
    });
  });

  test('prints CSV that no spreadsheet reads as formulas', async () => {
    const username = 'csv@example.com';
    const applicant = await server().applicant(username);
    await applicant.put('/api/answer', { answers: hard });
    const row = parseCsv(await run('export', [], { csv: true })).lines.find(
      ({ content }) => content['username'] === username,
    );
    expect(row?.content).toMatchObject({
      first_name: `'${hard.first_name}`,
      last_name: `'${hard.last_name}`,
      previous_name: "'-1",
      city: "'@SUM(A1)",
      return_institute_reason: printable(hard.return_institute_reason),
    });
  });

  test('has the labels of the form beside what was chosen, whatever a client has sent for one', async () => {
    const username = 'labels@example.com';
    const applicant = await server().applicant(username);
    const answers = { gender: 'female', gender_desc: 'Male', country: 'SUN', country_desc: 'Soviet Union' };
    await applicant.put('/api/answer', { answers: { ...answers, state: 'PA' } });
    const labels = { gender_desc: 'Female', country_desc: 'Soviet Union', state_desc: 'Pennsylvania' };
    const [line] = (await run('export')).split('\n').filter((one) => one.includes(username));
    expect(JSON.parse(line ?? '').answer).toMatchObject(labels);
    const { lines } = parseCsv(await run('export', [], { csv: true }));
    expect(lines.find(({ content }) => content['username'] === username)?.content).toMatchObject(labels);
  });

  test('export --status takes only the applications of that status', async () => {
    const applicant = await server().applicant('handed-in@example.com');
    await submit(applicant);
    const lines = (await run('export', [], { status: 'submitted' })).split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      username: 'handed-in@example.com',
      web_status: 'submitted',
      submitted_at: '2026-09-01T15:00:00.000Z',
    });
    expect(await run('list', [], { status: 'submitted' })).toMatch(/^handed-in@example.com\tsubmitted\t/);
  });

  test.each(['submited', 'SUBMITTED', ' submitted', ''])(
    'has no status "%s", nor has the list',
    async (status) => {
      for (const name of ['export', 'list']) {
        await expect(run(name, [], { status })).rejects.toThrow(
          '--status takes one of started, validating, submitted.',
        );
      }
    },
  );

  test('requires a folder for its documents', async () => {
    await expect(run('export', [], { documents: '' })).rejects.toThrow('--documents takes a folder.');
  });
});

const ssnKeys = questions.filter(({ kind }) => kind === 'ssn').map(({ key }) => key);

test.each([
  { typed: '123-45-6789', masked: '***-**-6789' },
  { typed: '123-45-6', masked: '***-**-****' },
])('show prints $masked for any Social Security number $typed', async ({ typed, masked }) => {
  const username = `show-${typed}@example.com`;
  const applicant = await server().applicant(username);
  const all = (value: string) => Object.fromEntries(ssnKeys.map((key) => [key, value]));
  await applicant.put('/api/answer', { answers: all(typed) });
  const shown = JSON.parse(await run('show', [username.toUpperCase()]));
  expect(shown).toMatchObject({ username });
  expect(shown.answer).toEqual(all(masked));
});

test('delete requires --yes, and leaves only its entry in the audit', async () => {
  const username = 'leaving@example.com';
  const applicant = await server().applicant(username);
  await applicant.put('/api/answer', { answers: { first_name: 'Leaving' } });
  const { token } = await (async () => {
    const found = await server().context.applicants.find(username);
    return server().context.tokens.issueServiceToken(found?.id ?? '', 60_000);
  })();
  await expect(run('delete', [username])).rejects.toThrow(CommandError);
  expect(await run('delete', [username], { yes: true })).toContain(username);
  expect((await applicant.get('/api/profile')).status).toBe(401);
  expect((await server().visitor().get(`/service/tmp-pdf?service_token=${token}`)).status).toBe(404);
  const { rows } = await server().context.database.pool.query(
    "SELECT * FROM answers WHERE value = 'Leaving'",
  );
  expect(rows).toEqual([]);
  await expect(run('show', [username])).rejects.toThrow('There is no applicant');
});

test('delete also deletes somebody who has only signed up', async () => {
  const username = 'only-signed-up@example.com';
  await server().visitor().post('/public/signup', { username, password: PASSWORD });
  await server().mail.code(username);
  await expect(run('delete', [username])).rejects.toThrow('add --yes');
  expect(await run('delete', [username.toUpperCase()], { yes: true })).toBe(`Deleted ${username}.`);
  await expect(run('delete', [username], { yes: true })).rejects.toThrow('no applicant and no sign-up');
});

test('delete continues when the storage fails, and says how many files are left', async () => {
  const username = 'leaving-files@example.com';
  const applicant = await server().applicant(username);
  const paths: string[] = [];
  for (const key of ['college_transcript', 'employ_resume', 'college_2_transcript']) {
    const { body: form } = await applicant.post('/api/presigned-url', { answer_key: key });
    await postFile(applicant, form, Buffer.from('%PDF-'));
    paths.push(join(server().dataDir, 'storage', form.fields.key));
  }
  const [first = ''] = paths;
  rmSync(first);
  mkdirSync(first); // Cannot be deleted as a file.
  expect(await run('delete', [username], { yes: true })).toBe(
    `Deleted ${username}. 1 file could not be deleted yet; a running server tries again until all is gone.`,
  );
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, false]);
  await expect(run('show', [username])).rejects.toThrow('There is no applicant');
});

test('service links can be listed and revoked', async () => {
  const username = 'linked@example.com';
  await server().applicant(username);
  const link = new URL(await run('service-link', [username], { hours: '1' }));
  expect(link.origin + link.pathname).toBe('https://apply.example.edu/about');
  const view = () => server().visitor().get(`/service/tmp-pdf${link.search}`);
  expect((await view()).status).toBe(200);
  expect(await run('links', [username])).toMatch(/^[\w-]{36}\tgood\tuntil 2026-09-01T16:00:00.000Z\t2026-/);
  expect(await run('links', [username])).not.toContain(link.searchParams.get('service_token'));
  expect(JSON.parse(await run('links', [username], { json: true }))).toMatchObject({
    state: 'good',
    until: '2026-09-01T16:00:00.000Z',
  });
  expect(await run('revoke', [username])).toBe('Revoked 1 links.');
  expect((await view()).status).toBe(404);
  for (const hours of ['-1', '0', '0x10', '1e3', ' 1', '', '8785'])
    await expect(run('service-link', [username], { hours })).rejects.toThrow('--hours');
  for (const words of [[], [''], [' ']])
    await expect(run('revoke', words)).rejects.toThrow('What is to be revoked?');
});

test.each([
  ['the link', (link: URL) => link.href],
  ['its token', (link: URL) => link.searchParams.get('token') ?? ''],
])('a link to answers of no account is revoked by %s', async (_, wordOf) => {
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify({ first_name: 'Ada' }));
  const [kept, link] = [new URL(await run('answer-link', [file])), new URL(await run('answer-link', [file]))];
  const statusOf = async ({ search }: URL) => (await server().visitor().get(`/public/tmp${search}`)).status;
  expect(await run('revoke', [wordOf(link)])).toBe('Revoked 1 link.');
  expect([await statusOf(link), await statusOf(kept)]).toEqual([404, 200]);
  await expect(run('revoke', [wordOf(link)])).rejects.toThrow('This link or key is not valid.');
});

test.each([
  { value: { shoe_size: '38' }, says: 'shoe_size: This is not a question' },
  {
    value: { username: 'a@example.com', answer: { shoe_size: '38' } },
    says: 'shoe_size: This is not a question',
  },
  { value: { answer: { first_name: 38 } }, says: 'first_name: An answer is text.' },
  { value: { answer: 'Ada' }, says: 'answer: This is not a question' },
  { value: ['Ada'], says: 'does not contain answers by key. It must contain an object' },
  { value: [], says: 'does not contain answers by key. It must contain an object' },
  { value: 'Ada', says: 'does not contain answers by key. It must contain an object' },
])('answer-link says of $value what is wrong with it: $says', async ({ value, says }) => {
  const file = join(folder, 'wrong-answers.json');
  writeFileSync(file, JSON.stringify(value));
  await expect(run('answer-link', [file])).rejects.toThrow(says);
});
