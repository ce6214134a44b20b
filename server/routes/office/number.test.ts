import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeAddress } from '#server/domain/accounts/address-change.ts';
import { serialOf } from '#server/domain/ground/application-number.ts';
import { parseCsv } from '#server/domain/ground/csv.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { startClerk } from '#server/testing/office.ts';
import { submit } from '#server/testing/submit.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const username = 'n+umber@example.com';

test('an application has one number, wherever it is read', { tags: 'slow' }, async () => {
  const applicant = await server().applicant(username);
  const number = String((await applicant.get('/api/profile')).headers['application-number']);
  expect(number).toMatch(/^[2-9CDFHJKMNPQRTVWX]{4}-[2-9CDFHJKMNPQRTVWX]{2}$/);
  await submit(applicant, { first_name: 'Numa' });
  const { context, visitor } = server();
  const id = (await context.applicants.find(username))?.id ?? '';

  const { token } = await context.tokens.issueServiceToken(id, 60_000);
  const view = await visitor().get(`/service/tmp-pdf?service_token=${token}`);
  expect(view.headers['application-number']).toBe(number);
  expect(view.headers['application-email']).toBe(encodeURIComponent(username));
  expect(Object.keys(view.body).toSorted()).toEqual(['add_another', 'answer', 'document_answer', 'tabs']);
  const document = await visitor().get(`/service/document?service_token=${token}`);
  expect(document.body.about).toEqual([
    { label: 'Name', text: 'Numa Hopper' },
    { label: 'E-mail', text: username },
    { label: 'Application number', text: number },
    { label: 'Program', text: expect.any(String), key: 'program_type' },
    { label: 'Entry term', text: expect.any(String), key: 'entry_term' },
    { label: 'Last college', text: expect.any(String), key: 'college_name' },
    { label: 'Documents', text: 'None' },
    { label: 'Submitted', text: expect.stringMatching(/^September \d+, 2026 at /) },
  ]);

  const { token: key } = await context.tokens.issueKey('Numbers', 60_000);
  const program = visitor({ authorization: `Bearer ${key}` });
  expect((await program.get('/export/applications')).body.applications).toMatchObject([{ id, number }]);
  expect((await program.get(`/export/applications/${id}`)).body.number).toBe(number);

  const desk = await startClerk(server());
  for (const typed of [number, number.toLowerCase(), number.replace('-', ''), `numa ${number}`]) {
    const { text } = await desk.get(`/office/applications.csv?q=${encodeURIComponent(typed)}`);
    expect(parseCsv(text).lines.map(({ content }) => content)).toMatchObject([
      { Number: number, 'E-mail': username },
    ]);
  }
  const page = (await desk.get(`/office/applications/${id}`)).text;
  expect(page).toContain(`<dt>Application number</dt><dd>${number}</dd>`);
  expect(page.indexOf('service-view-about')).toBeLessThan(page.indexOf('First name'));
});

test('a response to a submission has the number', async () => {
  const applicant = await server().applicant('mailed@example.com');
  const number = (await applicant.get('/api/profile')).headers['application-number'];
  await applicant.put('/api/answer', {
    answers: completeAnswers,
  });
  const { status, headers, body } = await applicant.post('/api/submit');
  expect([status, headers['application-number'], Object.keys(body)]).toEqual([200, number, ['message']]);
});

test('a number tells neither how many have applied nor in which order', async () => {
  const { context } = server();
  const serials: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { id } = await server().account(`drawn.${n}@example.com`);
    const { number = '' } = (await context.applicants.get(id)) ?? {};
    serials.push(serialOf(number) ?? 0);
  }
  expect(serials).not.toEqual(serials.toSorted((a, b) => a - b));
  // A count would be far below.
  expect(Math.max(...serials)).toBeGreaterThan(100_000);
});

test(
  'as many at once as share a few numbers by chance all get one of their own',
  { tags: 'slow' },
  async () => {
    const { kysely } = server().context.database;
    await sql`WITH made AS (
    INSERT INTO accounts (id, username) SELECT gen_random_uuid(), 'many.' || n || '@example.com'
    FROM generate_series(1, 20000) AS n RETURNING id)
    INSERT INTO applications (account_id, created_at, updated_at) SELECT id, now(), now() FROM made`.execute(
      kysely,
    );
    const { rows } = await sql<{ many: string }>`SELECT count(DISTINCT serial) AS many FROM applications
    JOIN accounts ON accounts.id = account_id WHERE username LIKE 'many.%'`.execute(kysely);
    expect(rows).toEqual([{ many: '20000' }]);
  },
);

test('a number with a wrong sign is told in a sentence', async () => {
  const desk = await startClerk(server());
  expect((await desk.get('/office?q=7K4O-2M')).text).toContain(
    '7K4O-2M is not an application number. Please check it: one of its signs is wrong.',
  );
  expect((await desk.get('/office?q=Jean-Lu')).text).not.toContain('is not an application number');
});

test(
  'the number stays when the e-mail address changes, and the printout is made again',
  { tags: 'slow' },
  async () => {
    const applicant = await server().applicant('old@address.example');
    const { context } = server();
    const { id, number } = (await context.applicants.find('old@address.example'))!;
    const before = await context.applications.printRevision(id);
    expect((await applicant.get('/api/profile')).headers['application-number']).toBe(number);
    const deleteMails = async () => 0;
    await changeAddress(
      { ...context, deleteMails } as never,
      { id, username: 'old@address.example' },
      'new@address.example',
    );
    expect((await context.applicants.find('new@address.example'))?.number).toBe(number);
    expect(await context.applications.printRevision(id)).toBeGreaterThan(before);
  },
);
