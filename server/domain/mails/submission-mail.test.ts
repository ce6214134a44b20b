import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { MailRefusedError } from '#server/adapters/mail.ts';
import { NotYetError } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { makePdfHandler } from '#server/domain/documents/make-pdf.ts';
import { sendMailHandler } from './send-mail.ts';
import { startJobs } from '#server/start-jobs.ts';

const USERNAME = 'grace@example.com';
const PDF = Buffer.from('%PDF-1.7 a copy');
const run = { id: 'job-1', signal: new AbortController().signal, isLastAttempt: false };

let server: TestServer;
let context: Context;

/** Makes a submitted application. Its jobs stay queued: each test runs the handler itself. */
beforeEach(async () => {
  server = await startTestServer({ hasWorkers: false });
  onTestFinished(() => server.close());
  context = server.context;
  const account = await server.account(USERNAME);
  await context.applications.saveAnswers(account.id, completeAnswers);
  await context.applications.submit(account, '127.0.0.1');
});

/** Runs one try of the mail's job. */
const mailIt = () =>
  sendMailHandler(context)(
    { kind: 'submitted', username: USERNAME, submittedAt: '2026-09-01T15:00:00.000Z' },
    run,
  );

/** Finishes or fails the copy that the first try has requested. */
async function makeCopy(pdf: Buffer | undefined): Promise<void> {
  await expect(mailIt()).rejects.toThrow(NotYetError);
  const { generation } = await context.database.kysely
    .selectFrom('copies')
    .select('generation')
    .executeTakeFirstOrThrow();
  const print = () => (pdf ? Promise.resolve(pdf) : Promise.reject(new Error('broken')));
  const parts = {
    ...context,
    printer: { ...context.printer, print },
  };
  await makePdfHandler(parts)({ generation }, { ...run, isLastAttempt: true }).catch(() => undefined);
}

test('the mail waits for the PDF copy, and is sent with it', { tags: 'slow' }, async () => {
  await startJobs(context);
  const mail = await server.mail.next(USERNAME);
  expect(mail.subject).toBe(`${tenant.shortName}: we have received your application`);
  expect(mail.text).toContain('the graduate application of Grace Hopper on September 1, 2026');
  expect(mail.text).toContain('A PDF copy of it is attached.');
  expect(mail.attachments).toMatchObject([
    { filename: 'Application of Grace Hopper.pdf', contentType: 'application/pdf' },
  ]);
  expect(mail.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  const { text } = await server.visitor().get('/metrics');
  expect(text).toContain('admissions_jobs_total{queue="send-mail",outcome="waiting"}');
  expect(text).not.toContain('admissions_jobs_total{queue="send-mail",outcome="retried"}');
});

test(
  'a copy that is gone from the storage is made anew, and the mail waits for it',
  { tags: 'slow' },
  async () => {
    await makeCopy(PDF);
    const { pdf_key } = await context.database.kysely
      .selectFrom('copies')
      .select('pdf_key')
      .executeTakeFirstOrThrow();
    await context.storage.delete(pdf_key ?? '');
    await makeCopy(PDF);
    await mailIt();
    expect(server.mail.sent).toMatchObject([{ attachments: [{ content: PDF }] }]);
  },
);

test(
  'when all attempts to make the copy fail, the mail is sent without it and says so',
  { tags: 'long' },
  async () => {
    await makeCopy(undefined);
    await mailIt();
    expect(server.mail.sent).toHaveLength(1);
    expect(server.mail.sent[0]?.text).toContain('could not make the PDF copy');
    expect(server.mail.sent[0]?.attachments).toBeUndefined();
  },
);

test('a job that runs twice, at once or again, sends one mail', { tags: 'slow' }, async () => {
  await makeCopy(PDF);
  await Promise.allSettled([mailIt(), mailIt(), mailIt()]);
  await mailIt();
  expect(server.mail.sent).toHaveLength(1);
  expect(server.mail.sent[0]?.attachments?.[0]?.content).toEqual(PDF);
});

test('a mail server that is down gets the mail at the next attempt', { tags: 'long' }, async () => {
  await makeCopy(PDF);
  server.mail.failures.push(new Error('connect ECONNREFUSED'));
  await expect(mailIt()).rejects.toThrow('ECONNREFUSED');
  await mailIt();
  expect(server.mail.sent).toHaveLength(1);
});

test('a run that died while sending delays the mail by two minutes', { tags: 'long' }, async () => {
  await makeCopy(PDF);
  const { id = '' } = (await context.applicants.find(USERNAME)) ?? {};
  expect(await context.submissionMails.claim(id)).toBe('mine');
  await expect(mailIt()).rejects.toThrow(NotYetError);
  server.clock.advance(121_000);
  await mailIt();
  expect(server.mail.sent).toHaveLength(1);
});

test.each([
  { name: 'a mail server that refuses the attachment', pdf: PDF, refusals: 1 },
  { name: 'a copy too large for mail servers', pdf: Buffer.alloc(7_000_001), refusals: 0 },
])('$name gets the mail without it', { tags: 'slow' }, async ({ pdf, refusals }) => {
  await makeCopy(pdf);
  for (let index = 0; index < refusals; index += 1) server.mail.failures.push(new MailRefusedError('552'));
  await mailIt();
  expect(server.mail.sent).toHaveLength(1);
  expect(server.mail.sent[0]?.text).toContain('too large for an e-mail');
  expect(server.mail.sent[0]?.attachments).toBeUndefined();
});
