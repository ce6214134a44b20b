import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { tenant } from '#tenant/tenant.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '#server/testing/mail-server.ts';
import { fileMailer, MailRefusedError, smtpMailer } from '#server/adapters/mail.ts';
import { messageFrom, takeBounce } from './bounce.ts';
import { changeAddress } from '#server/domain/accounts/address-change.ts';
import { startClerk } from '#server/testing/office.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { confirmationMail, reminderMail } from '#server/domain/mails/mails.ts';

const server = useTestServer();
const lines = commandRunner(() => server().context);

const refusalOf = async (username: string) => (await server().context.applicants.find(username))?.mailRefusal;

const report = (address: string, id: string, action = 'failed', status = '5.1.1') =>
  Buffer.from(`Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.edu

Final-Recipient: rfc822; ${address}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--b
Content-Type: text/rfc822-headers

Message-ID:
 <${id}@example.edu>
Subject: A mail

--b--
`);

/** The id under which the next mail to an address leaves. */
async function idOfMailTo(username: string): Promise<string> {
  const { mail, visitor } = server();
  await visitor().post('/public/forgot-password', { username });
  return mail.idOf(await mail.next(username));
}

test('a refusal is kept with the account, and shown in list, show and the office, until a mail is taken', async () => {
  const { applicant, context, mail, visitor } = server();
  const username = 'refused@example.com';
  await applicant(username);
  mail.failures.push(new MailRefusedError('Refused.', '550 5.1.1'));
  await visitor().post('/public/forgot-password', { username });
  await expect.poll(() => refusalOf(username), { timeout: 20_000 }).toBe('550 5.1.1');
  const shown = 'mail refused 550 5.1.1';
  expect((await lines('list')).find((line) => line.startsWith(username))).toContain(shown);
  expect(JSON.parse((await lines('show', [username])).join('')).mail_refusal).toBe('550 5.1.1');
  const { id = '' } = (await context.applicants.find(username)) ?? {};
  const clerk = await startClerk(server());
  expect((await clerk.get('/office?q=refused')).text).toContain(shown);
  expect((await clerk.get(`/office/applications/${id}`)).text).toContain(shown);

  await visitor().post('/public/forgot-password', { username });
  await expect.poll(() => refusalOf(username), { timeout: 20_000 }).toBe('');
  expect((await clerk.get('/office?q=refused')).text).not.toContain('mail refused');
});

test('a report of a mail server is noted with the account that it is about', async () => {
  const { account, context } = server();
  const { username, id } = await account('bounced@example.com');
  expect(await takeBounce(context, report('Bounced@Example.com', await idOfMailTo(username)))).toEqual([
    'Bounced@Example.com: noted as refused 550 5.1.1.',
  ]);
  expect(await refusalOf(username)).toBe('550 5.1.1');
  expect(await changeAddress(context, { id, username }, 'right@example.com')).toBe(true);
  expect(await refusalOf('right@example.com')).toBe('');
});

test.each([
  { what: 'a delay', action: 'delayed', status: '4.4.7' },
  { what: 'a success', action: 'delivered', status: '2.0.0' },
])('of $what nothing is noted', async ({ action, status }) => {
  const { account, context } = server();
  const { username } = await account(`${action}@example.com`);
  const message = report(username, await idOfMailTo(username), action, status);
  expect((await takeBounce(context, message)).join()).toContain('not refused for good');
  expect(await refusalOf(username)).toBe('');
});

test('of an address that has left, nothing is noted', async () => {
  const { account, context } = server();
  const { id, username } = await account('leaves@example.com');
  const message = report(username, await idOfMailTo(username));
  await changeAddress(context, { id, username }, 'has.left@example.com');
  expect((await takeBounce(context, message)).join()).toContain('no account with this address');
  expect(await refusalOf('has.left@example.com')).toBe('');
});

test('a report that quotes no mail of ours to the address is taken for forged', async () => {
  const { account, context } = server();
  const [{ username }, forger] = [await account('victim@example.com'), await account('forger@example.com')];
  for (const id of [
    '',
    `${randomUUID()}.0123456789ab.${'a'.repeat(22)}`,
    await idOfMailTo(forger.username),
  ]) {
    const told = await takeBounce(context, report(username, id));
    expect(told.join()).toContain('the report quotes no mail of ours to it');
    expect(await refusalOf(username)).toBe('');
  }
});

test('a message that is no report is refused in a sentence', async () => {
  await expect(takeBounce(server().context, Buffer.from('Subject: Hi\n\nHello'))).rejects.toThrow(
    'This is no report of a mail server (RFC 3464). Nothing was noted.',
  );
});

test('the codes are those of the mail server, and its words are not kept', async () => {
  const address = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.2.1 ada@example.com has left'), { responseCode: 550 })),
  });
  const mailer = smtpMailer(`smtp://${address}`, 'a@example.edu', 'off');
  onTestFinished(() => mailer.close());
  const mail = { to: 'ada@example.com', subject: 'A mail', text: 'Hello' };
  const refusal: unknown = await mailer.send(mail).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'MailRefusedError', codes: '550 5.2.1' });
  expect(String(refusal)).not.toContain('ada@example.com');
});

test('each mail says that a program has sent it, and who reads the answer', async () => {
  const folder = join(server().dataDir, 'headers');
  const mailer = fileMailer(folder, 'Admissions <robot@example.edu>');
  const to = 'ada@example.com';
  const URL = 'https://apply.example.edu';
  for (const mail of [
    confirmationMail(to, URL, '123456', 10),
    reminderMail(to, URL, `${URL}/end`, { closing: undefined, missing: '' }),
  ])
    await mailer.send(mail);
  const mails = (await mailer.kept?.()) ?? [];
  expect(mails).toHaveLength(2);
  for (const { headers } of mails)
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'reply-to': tenant.helpEmail });
  expect(mails.some(({ headers }) => headers['list-unsubscribe'] === `<${URL}/end>`)).toBe(true);
});

test('a message of more than 256 KB is not read to its end', async () => {
  let numRead = 0;
  const endless = Readable.from(
    (function* () {
      for (; numRead < 1000; numRead += 1) yield Buffer.alloc(65_536);
    })(),
  );
  await expect(messageFrom(endless)).rejects.toThrow('longer than any report');
  expect(numRead).toBeLessThan(50);
  expect(await messageFrom(Readable.from([Buffer.alloc(262_144)]))).toHaveLength(262_144);
});
