import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePicture } from '#server/testing/files/corpus.ts';
import { fileMailer, smtpMailer, type Mailer } from '#server/adapters/mail.ts';
import { PASSWORD, SHORT_WAITS, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { submit } from '#server/testing/submit.ts';
import { tracesOf as tracesIn } from '#server/testing/traces-of.ts';
import { upload } from '#server/testing/uploads.ts';
import { changeAddress } from '#server/domain/accounts/address-change.ts';
import { conversionJob } from '#server/domain/documents/convert-document.ts';

const LEAVING = 'leaving@example.com';
/** Its address contains the other one's, and so does the text of its jobs. */
const STAYING = 'not-leaving@example.com';
const CANARY = 'Quxville';
const FROM = 'Admissions <admissions@example.edu>';

async function start(): Promise<{ server: TestServer; mail: Mailer; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-erasure-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mail = fileMailer(join(folder, 'mail'), FROM);
  const env = {
    DATA_DIR: folder,
    // Nobody listens there, so its jobs wait for a retry.
    WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  const server = await startTestServer({ env, overrides: { mail, queueWaits: SHORT_WAITS } });
  onTestFinished(() => server.close());
  return { server, mail, folder };
}

async function signUp({ server, mail }: { server: TestServer; mail: Mailer }, username: string) {
  const visitor = server.visitor();
  await visitor.post('/public/signup', { username, password: PASSWORD });
  const code = await vi.waitFor(async () => {
    const found = (await mail.kept?.())?.find(({ to }) => to === username);
    return /\b\d{6}\b/.exec(found?.text ?? '')?.[0] ?? expect.fail('The mail is not there yet.');
  }, 20_000);
  return { visitor, code };
}

const tracesOf = ({ server, folder }: { server: TestServer; folder: string }, texts: readonly string[]) =>
  tracesIn(server, folder, texts);

test('nothing of a deleted applicant is left: no row, job, mail or file', async () => {
  const started = await start();
  const { server, mail } = started;
  for (const username of [LEAVING, STAYING]) {
    const { visitor, code } = await signUp(started, username);
    await visitor.post('/public/confirm', { username, code });
    await visitor.post('/public/login', { username, password: PASSWORD });
    await upload(visitor, 'employ_resume', await makePicture({ type: 'png' }), 'resume.png');
    await vi.waitFor(async () => {
      const { body } = await visitor.get('/api/pdf/document-answer/employ_resume');
      expect(body.status).toBe('COMPLETED');
    }, 20_000);
    await submit(visitor, { city: username === LEAVING ? CANARY : 'Scranton' });
    await visitor.post('/public/forgot-password', { username });
  }
  for (const username of [LEAVING, STAYING])
    await vi.waitFor(
      async () => expect((await mail.kept?.())?.filter(({ to }) => to === username).length).toBe(3),
      60_000,
    );
  const { id = '' } = (await server.context.applicants.find(LEAVING)) ?? {};
  const traces = [LEAVING, CANARY, id];
  expect((await tracesOf(started, traces)).length).toBeGreaterThan(10);

  await server.context.erasure.erase(LEAVING);
  const left = await tracesOf(started, traces);
  // The audit has what was done to which id, and no more. So has the event for other programs.
  const named = /^public\.audit|application\.deleted/;
  expect(left.filter((line) => !named.test(line))).toEqual([]);
  expect(await tracesOf(started, [LEAVING])).toEqual([]);
  expect((await mail.kept?.())?.every(({ to }) => to === STAYING)).toBe(true);
  expect((await server.context.applicants.find(STAYING))?.webStatus).toBe('submitted');
}, 180_000);

test(
  'somebody who has only signed up can be deleted, and their code is no longer valid',
  { tags: 'long' },
  async () => {
    const started = await start();
    const { server } = started;
    const { visitor, code } = await signUp(started, LEAVING);
    await visitor.post('/public/resend-confirm', { username: LEAVING });
    await vi.waitFor(async () => expect(await started.mail.kept?.()).toHaveLength(2), 20_000);
    expect(await server.context.erasure.isKnown(' Leaving@Example.com ')).toBe(true);
    await server.context.erasure.erase(LEAVING);
    expect(await server.context.erasure.isKnown(LEAVING)).toBe(false);
    expect((await visitor.post('/public/confirm', { username: LEAVING, code })).status).toBe(422);
    expect(await tracesOf(started, [LEAVING])).toEqual([]);
  },
);

test(
  'a waiting conversion is deleted with its applicant, and another applicant’s stays',
  { tags: 'slow' },
  async () => {
    const server = await startTestServer({ hasWorkers: false });
    onTestFinished(() => server.close());
    const { context } = server;
    const [leaving, staying] = [await server.account(LEAVING), await server.account(STAYING)];
    for (const { id: account_id } of [leaving, staying]) {
      const { fields } = await context.uploads.signForm(account_id, 'employ_resume');
      const file_key = fields['key'] ?? '';
      await context.storage.write(file_key, Buffer.from('%PDF-'));
      await context.conversions.request(account_id, 'employ_resume', { file_key, file_name: 'a.pdf' });
    }
    expect(await context.queue.kept(conversionJob)).toHaveLength(2);
    await context.erasure.erase(LEAVING);
    expect(await context.queue.kept(conversionJob)).toHaveLength(1);
    expect((await context.documents.all(staying.id)).documents).toHaveProperty('employ_resume');
  },
);

test(
  'mails stored before there was a mail server are deleted with their applicant',
  { tags: 'slow' },
  async () => {
    const mail = smtpMailer('smtp://127.0.0.1:9', FROM, 'off');
    const server = await startTestServer({ overrides: { mail }, hasWorkers: false });
    onTestFinished(() => server.close());
    const stored = fileMailer(join(server.dataDir, 'mail'), FROM);
    for (const to of [LEAVING, STAYING]) {
      await server.account(to);
      await stored.send({ to, subject: 'A mail', text: 'Hello' });
    }
    await server.context.erasure.erase(LEAVING);
    expect((await stored.kept?.())?.map(({ to }) => to)).toEqual([STAYING]);
  },
);

test('mails to the old address of a deleted applicant are gone, too', { tags: 'slow' }, async () => {
  const { server, mail } = await start();
  const account = await server.account('old@example.com');
  for (const to of [account.username, STAYING]) await mail.send({ to, subject: 'A mail', text: 'Hello' });
  expect(await changeAddress(server.context, account, LEAVING)).toBe(true);
  const told = async () => (await mail.kept?.())?.map(({ to }) => to).toSorted();
  await vi.waitFor(async () => expect(await told()).toEqual([LEAVING, STAYING, account.username]), 20_000);
  await server.context.erasure.erase(LEAVING);
  expect((await mail.kept?.())?.map(({ to }) => to)).toEqual([STAYING]);
});

test(
  'a mail that somebody else deletes at the same time does not stop a deletion',
  { tags: 'slow' },
  async () => {
    const { server, mail, folder } = await start();
    await server.account(LEAVING);
    await mail.send({ to: LEAVING, subject: 'A mail', text: 'Hello' });
    // The folder lists it, but reading it finds nothing, as if it were deleted in between.
    symlinkSync('gone', join(folder, 'mail/0-gone.eml'));
    expect(await server.context.erasure.erase(LEAVING)).toEqual({ numFilesLeft: 0 });
    rmSync(join(folder, 'mail/0-gone.eml'));
    expect(await mail.kept?.()).toEqual([]);
  },
);
