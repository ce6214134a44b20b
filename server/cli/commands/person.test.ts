import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileMailer } from '#server/adapters/mail.ts';
import { mailFolderOf } from '#server/outer-parts.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';
import { startClerk } from '#server/testing/office.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const lines = commandRunner(() => server().context);
const folder = mkdtempSync(join(tmpdir(), 'admissions-person-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function unzip(file: string) {
  const here = `${file}-unzipped`;
  execFileSync('python3', ['-m', 'zipfile', '-e', file, here]);
  return {
    read: (name: string) => JSON.parse(readFileSync(join(here, name), 'utf8')),
    files: readdirSync(here, { recursive: true, encoding: 'utf8' }),
    here,
  };
}

test(
  'one archive has all that is stored about a person, and nothing of another one or of the server',
  { tags: 'slow' },
  async () => {
    const { context } = server();
    const [grace] = seedApplicants;
    if (grace === undefined) throw new Error('There are thirty.');
    const documents = { college_transcript: { kind: 'pdf', name: 'my transcript.pdf' } } as const;
    for (const username of ['asks@example.com', 'other@example.com'])
      await makeSeeding(context).add({ ...grace, username, documents }, undefined);
    const { id = '' } = (await context.applicants.find('asks@example.com')) ?? {};
    await (await startClerk(server())).get(`/office/applications/${id}`);
    await context.tokens.issueServiceToken(id, 1000);
    const stored = fileMailer(mailFolderOf(context.env), 'Admissions <admissions@example.edu>');
    for (const to of ['asks@example.com', 'other@example.com'])
      await stored.send({ to, subject: 'A mail', text: 'Hello' });

    const out = join(folder, 'person.zip');
    expect(await lines('person', ['Asks@Example.com'], { out })).toEqual([out]);
    expect(statSync(out).mode & 0o077).toBe(0);
    const { read, files, here } = unzip(out);
    const rows = read('stored.json');
    expect(rows.accounts).toMatchObject([{ id, username: 'asks@example.com' }]);
    const value = (key: string) => rows.answers.find((row: { key: string }) => row.key === key)?.value;
    expect([value('first_name'), value('ssn')]).toEqual([grace.answers['first_name'], grace.answers['ssn']]);
    expect(rows.audit).toContainEqual(
      expect.objectContaining({ actor: 'Nora Clerk', event: 'office-application-read' }),
    );
    expect(rows.documents).toMatchObject([{ file_name: 'my transcript.pdf' }]);
    expect(files).toContain(`files/${rows.documents[0].pdf_key}`);
    expect(files.filter((name) => name.startsWith('mails/'))).toHaveLength(1);
    expect(read('application.json').view.answer.first_name).toBe(grace.answers['first_name']);
    const whole = execFileSync('cat', ['stored.json', 'application.json', 'index.csv'], {
      cwd: here,
      encoding: 'utf8',
    });
    expect(/other@example|password_hash|"hash":|id_hash|"seed":/.exec(whole)).toBeNull();
  },
);

test('it has what is stored about somebody who has only signed up', async () => {
  const { mail, visitor } = server();
  await visitor().post('/public/signup', { username: 'only@example.com', password: PASSWORD });
  await mail.code('only@example.com');
  const out = join(folder, 'only.zip');
  await lines('person', ['only@example.com'], { out });
  const { read } = unzip(out);
  expect(read('stored.json')).toMatchObject({
    signups: [{ username: 'only@example.com' }],
    audit: [{ event: 'signup' }],
    jobs: [{ name: 'send-mail' }],
  });
});

test.each([
  {
    words: ['nobody@example.com'],
    options: { out: 'x.zip' },
    says: 'Nothing is stored about nobody@example.com.',
  },
  { words: ['nobody@example.com'], options: {}, says: '--out takes the file to write' },
  { words: ['nobody@example.com'], options: { out: '' }, says: '--out takes the file to write' },
  { words: [], options: { out: 'x.zip' }, says: 'Which applicant?' },
])('says what is wrong: $says', async ({ words, options, says }) => {
  await expect(lines('person', words, options)).rejects.toThrow(says);
});
