import { userInfo } from 'node:os';
import { expect, test, vi } from 'vitest';
import { MailRefusedError, type Mail } from '#server/adapters/mail.ts';
import { actingAs } from '#server/domain/ground/audit.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { ADMIN, TestProcess } from '#server/testing/process.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { PASSWORD, START, useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();
const run = commandRunner(() => server().context);
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await server().context.database.pool.query(text, [...values])).rows;
const asJson = async (...call: Parameters<typeof run>) => {
  const [name, words, options] = call;
  return (await run(name, words, { ...options, json: true })).map((line) => JSON.parse(line));
};

test('audit prints what was done to one application, by whom and from where', async () => {
  const username = 'looked-at@example.com';
  await server().applicant(username);
  await actingAs('Robin Office', () => run('service-link', [username]));
  const time = START.toISOString();
  expect(await asJson('audit', [username])).toEqual([
    { time, event: 'signup', username, actor: null, network: '127.0.0.1' },
    { time, event: 'confirmed', username, actor: null, network: '127.0.0.1' },
    { time, event: 'login', username, actor: null, network: '127.0.0.1' },
    { time, event: 'token-issued', username, actor: 'Robin Office', network: null },
  ]);
  expect((await run('audit', [username])).at(-1)).toBe(`${time}\ttoken-issued\t${username}\tRobin Office\t-`);
});

test('audit --by prints all that was done in one name, with and without an applicant', async () => {
  const [kept, moved, deleted] = ['kept@example.com', 'moved@example.com', 'deleted@example.com'];
  await server().account(deleted);
  const account = await server().account(kept);
  await server().context.applications.saveAnswers(account.id, completeAnswers);
  await server().context.applications.submit(account, '::1');
  await actingAs('Pat Operator', async () => {
    await run('office-link', [], { for: 'Nora Clerk' });
    await run('service-link', [kept]);
    await run('revoke', [kept]);
    await run('reopen', [kept]);
    await run('change-address', [kept, moved]);
    await run('delete', [deleted], { yes: true });
  });
  const acts = await asJson('audit', [], { by: 'Pat Operator' });
  expect(acts.map(({ event, username, actor }) => [event, username, actor])).toEqual([
    ['office-link-issued', null, 'Pat Operator'],
    ['token-issued', moved, 'Pat Operator'],
    ['token-revoked', moved, 'Pat Operator'],
    ['reopened', moved, 'Pat Operator'],
    ['address-changed', moved, 'Pat Operator'],
    ['deleted', null, 'Pat Operator'],
  ]);
  await expect(run('audit', [], { by: 'Nobody' })).rejects.toThrow('The audit has nothing by Nobody.');
  for (const [words, options] of [
    [[], {}],
    [[moved], { by: 'Pat Operator' }],
  ] as const)
    await expect(run('audit', words, options)).rejects.toThrow('Whose audit?');
});

test('stuck counts the applicants whom a question keeps from submitting, but never fewer than five', async () => {
  const { applications } = server().context;
  for (let number = 1; number <= 6; number += 1) {
    const { id } = await server().account();
    const wrong = { ssn: ['Wrong.'], ...(number < 5 && { zip: ['Missing.'] }) };
    await applications.setValidations(id, wrong);
  }
  const done = await server().account();
  await applications.setValidations(done.id, { ssn: ['Wrong.'] });
  await applications.saveAnswers(done.id, completeAnswers);
  await applications.submit(done, '::1');
  expect(await asJson('stuck')).toEqual([
    { key: 'ssn', label: 'Social Security number', applicants: 6, of: 6 },
  ]);
  expect(await run('stuck')).toEqual(['6 of 6\tssn\tSocial Security number']);
});

test('mails lists which were sent, wait or have failed, and to whom', async () => {
  const [sent, failed, waiting] = ['sent@example.com', 'failed@example.com', 'waiting@example.com'];
  const stateOf = async (address: string) => (await asJson('mails', [address]))[0]?.state;
  const send = vi.spyOn(server().mail, 'send').mockImplementation(async ({ to }) => {
    if (to === failed) throw new MailRefusedError('No such mailbox.');
    if (to === waiting) throw new Error('The mail server is away.');
  });
  try {
    for (const username of [sent, failed, waiting])
      await server().visitor().post('/public/signup', { username, password: PASSWORD });
    await vi.waitFor(async () => expect(await stateOf(sent)).toBe('sent'), 20_000);
    await vi.waitFor(async () => expect(await stateOf(failed)).toBe('failed'), 20_000);
    expect(await stateOf(waiting)).toBe('waiting');
    expect(await run('mails', [sent.toUpperCase()])).toEqual([
      expect.stringMatching(/^sent@example.com\tconfirmation\tsent\t20\d\d-/),
    ]);
    expect((await run('mails')).length).toBeGreaterThan(3);
  } finally {
    send.mockRestore();
  }
});

test(
  'a reopened application is changed and submitted again, and what was submitted before stays',
  { tags: 'slow' },
  async () => {
    const username = 'again@example.com';
    const applicant = await server().applicant(username);
    const receipts = () =>
      server().mail.sent.filter(({ to, subject }) => to === username && subject.includes('received'));
    const untilMailed = (times: number) =>
      vi.waitFor(() => expect(receipts()).toHaveLength(times), { timeout: 40_000, interval: 200 });
    await submit(applicant, { first_name: 'Before', ssn: '123-45-6789' });
    await untilMailed(1);
    const [{ id }] = await rows('SELECT id FROM accounts WHERE username = $1', [username]);
    const [before] = await rows('SELECT id, submitted_at, frozen FROM submissions WHERE account_id = $1', [
      id,
    ]);
    expect((await applicant.put('/api/answer', { answers: { first_name: 'After' } })).status).toBe(409);

    expect(await asJson('reopen', [username], { say: ' Sign it. ' })).toEqual([
      { username, web_status: 'validating' },
    ]);
    const { body } = await applicant.get('/api/profile');
    expect(body.web_status.at(-1)).toEqual({ web_status: 'validating' });
    expect(body.answer).not.toHaveProperty('submit_date');
    await expect(run('reopen', [username])).rejects.toThrow(`${username} has not submitted.`);
    const isOfReopening = ({ subject }: Mail) => subject.includes('you can change your application again');
    expect((await server().mail.next(username, isOfReopening)).text).toContain(
      'Our office writes:\nSign it.',
    );

    server().clock.advance(60_000);
    await submit(applicant, { first_name: 'After' });
    expect(
      await rows('SELECT id, submitted_at, frozen FROM earlier_submissions WHERE account_id = $1', [id]),
    ).toEqual([before]);
    const [after] = await rows('SELECT id, frozen FROM submissions WHERE account_id = $1', [id]);
    expect(after.id).not.toBe(before.id);
    expect([before.frozen.answer.first_name, after.frozen.answer.first_name]).toEqual(['Before', 'After']);
    const [shown] = await run('show', [username]);
    expect(JSON.parse(shown ?? '').earlier).toEqual([
      expect.objectContaining({
        submitted_at: before.submitted_at.toISOString(),
        answer: expect.objectContaining({ first_name: 'Before', ssn: '***-**-6789' }),
      }),
    ]);
    await untilMailed(2);
  },
);

test('a changed address keeps the application, the password and the waiting mails', async () => {
  const [old, changed] = ['old-address@example.com', 'new-address@example.com'];
  const applicant = await server().applicant(old);
  await applicant.put('/api/answer', { answers: { first_name: 'Ada' } });
  await server()
    .visitor()
    .post('/public/signup', { username: changed, password: `${PASSWORD}-other` });
  const code = await server().mail.code(changed);
  expect(await asJson('change-address', [old, changed.toUpperCase()])).toEqual([
    { username: changed, before: old },
  ]);
  expect((await applicant.get('/api/profile')).status).toBe(401);
  const visitor = server().visitor();
  expect((await visitor.post('/public/confirm', { username: changed, code })).status).toBe(422);
  const logIn = async (username: string, password: string) =>
    (await visitor.post('/public/login', { username, password })).status;
  expect(await logIn(old, PASSWORD)).toBe(401);
  expect(await logIn(changed, `${PASSWORD}-other`)).toBe(401);
  expect(await logIn(changed, PASSWORD)).toBe(200);
  expect((await visitor.get('/api/profile')).body).toMatchObject({
    username: changed,
    answer: { first_name: 'Ada' },
  });
  expect(await rows("SELECT FROM pgboss.job WHERE data->>'username' = $1", [old])).toEqual([]);
});

test.each([
  { words: [], says: 'Which addresses?' },
  { words: ['taken@example.com'], says: 'Which addresses?' },
  { words: ['nobody@example.com', 'new@example.com'], says: 'There is no applicant' },
  { words: ['taken@example.com', 'no address'], says: 'no address is not an e-mail address.' },
  { words: ['taken@example.com', 'TAKEN@example.com'], says: 'There is an account with the address' },
])('change-address $words changes nothing: $says', async ({ words, says }) => {
  const context = server().context;
  if (!(await context.applicants.find('taken@example.com'))) await server().account('taken@example.com');
  const accounts = () => rows('SELECT * FROM accounts ORDER BY id');
  const before = await accounts();
  await expect(run('change-address', words)).rejects.toThrow(says);
  expect(await accounts()).toEqual(before);
});

test('a command takes the number of an application as well as the address', async () => {
  const { id } = await server().account('by.number@example.com');
  const { number = '' } = (await server().context.applicants.get(id)) ?? {};
  for (const written of [number, number.toLowerCase(), number.replace('-', '')])
    expect(await run('audit', [written])).toEqual(await run('audit', ['by.number@example.com']));
  await expect(run('audit', ['7K4O-2M'])).rejects.toThrow(
    'There is no applicant with the address or number 7K4O-2M.',
  );
});

test.each(['audit', 'reopen', 'pdf', 'change-address'])(
  '%s of an address that nobody has is a sentence',
  async (name) => {
    const words = ['nobody@example.com', ...(name === 'change-address' ? ['new@example.com'] : [])];
    await expect(run(name, words)).rejects.toThrow(
      'There is no applicant with the address or number nobody@example.com.',
    );
  },
);

test.each(['api-key', 'office-link'])('%s refuses an invalid name or number of days', async (name) => {
  for (const wrong of [{}, { for: ' ' }, { for: 'two\nlines' }, { for: 'x'.repeat(101) }])
    await expect(run(name, [], wrong)).rejects.toThrow('--for takes a name of one line');
  for (const days of ['0', '1e3', '-1', '3651'])
    await expect(run(name, [], { for: 'Nora Clerk', days })).rejects.toThrow('--days takes a whole number');
});

test(
  'the audit records each command, under the given name or that of the system user',
  { tags: 'slow' },
  async () => {
    const username = 'handled@example.com';
    await server().account(username);
    const { database, env } = server().context;
    const query = new URLSearchParams({ host: String(database.connection.host) });
    const admin = async (...words: readonly string[]) =>
      new TestProcess(ADMIN, words, {
        DATA_DIR: server().dataDir,
        DATABASE_URL: `postgres://${database.connection.user}@/${database.connection.database}?${query.toString()}`,
        SECRET_KEYS: env.SECRET_KEYS?.join(',') ?? '',
      }).ended;
    expect(await admin('show', username, '--as', 'Robin Office')).toMatchObject({ code: 0, stderr: '' });
    expect(await admin('audit', username, '--as', 'two\nlines')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--as takes a name of one line/),
    });
    const { stdout } = await admin('audit', username, '--json');
    const acts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(acts.map(({ event, actor }) => [event, actor])).toEqual([
      ['admin show', 'Robin Office'],
      ['admin audit', userInfo().username],
    ]);
  },
);

test('an office link says what its holder may do, and for which programs', async () => {
  await run('office-link', [], { for: 'Reads All' });
  await run('office-link', [], { for: 'Acts', may: 'act', programs: 'NURSING, MASTERS/MBAD' });
  const links = await asJson('office-links');
  expect(links.find(({ holder }) => holder === 'Acts')).toMatchObject({
    may: 'act',
    programs: ['NURSING', 'MASTERS/MBAD'],
  });
  expect(links.find(({ holder }) => holder === 'Reads All')).toMatchObject({ may: 'read', programs: [] });
  expect((await run('office-links')).find((line) => line.includes('Acts'))).toContain(
    '\tact NURSING MASTERS/MBAD\t',
  );
  for (const wrong of [{ may: 'write' }, { programs: 'NURSES' }, { programs: '' }])
    await expect(run('office-link', [], { for: 'Nora', ...wrong })).rejects.toThrow(
      /^--(may|programs) takes /,
    );
});
