import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { keepingIn, startMailServer } from '#server/testing/mail-server.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { fileMailer, smtpMailer, type SmtpTls } from './mail.ts';

const FROM = 'Admissions <admissions@example.edu>';
const mail = {
  to: 'ada@example.com',
  subject: 'Zoë’s code',
  text: 'Your code is 123456.\n\nSincerely, Zoë = 100 %',
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('mails stored as files can be read back as they were written, newest first, only by us', async () => {
  const folder = newFolder();
  const mailer = fileMailer(folder, FROM);
  await mailer.send({ ...mail, subject: 'First' });
  await mailer.send({ ...mail, text: `${'long '.repeat(400)}ende` });
  await mailer.send(mail);
  const kept = await mailer.kept?.();
  expect(kept).toHaveLength(3);
  expect(kept?.find(({ subject }) => subject === mail.subject)).toMatchObject({ to: mail.to });
  expect(kept?.some(({ text }) => text === mail.text)).toBe(true);
  expect(kept?.some(({ text }) => text === `${'long '.repeat(400)}ende`)).toBe(true);
  expect(kept?.map(({ id }) => id)).toEqual(
    kept
      ?.map(({ id }) => id)
      .sort()
      .reverse(),
  );
  for (const name of readdirSync(folder)) {
    expect(name).toMatch(/\.eml$/);
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('a mail for which the disk has no room leaves no partial file', async (context) => {
  const disk = smallDisk(context);
  const folder = join(disk.folder, 'mail');
  const mailer = fileMailer(folder, FROM);
  disk.fill();
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a mail with an attachment and headers of its own can be read back', async () => {
  const mailer = fileMailer(newFolder(), FROM);
  const content = randomBytes(5000);
  const attachment = { filename: 'Application of Zoë.pdf', content, contentType: 'application/pdf' };
  await mailer.send({
    ...mail,
    attachments: [attachment],
    headers: { 'List-Unsubscribe': '<https://x.example/y>' },
  });
  expect(await mailer.kept?.()).toMatchObject([
    {
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      attachments: [{ filename: attachment.filename, bytes: 5000 }],
      headers: { 'list-unsubscribe': '<https://x.example/y>' },
    },
  ]);
});

test('mails over SMTP arrive at exactly one address, with an id that a second try keeps', async () => {
  const received: string[] = [];
  const recipients: string[] = [];
  const address = await startMailServer({
    onRcptTo: (recipient, _session, done) => {
      recipients.push(recipient.address);
      done();
    },
    onData: keepingIn(received),
  });
  const mailer = smtpMailer(`smtp://${address}`, FROM, 'if offered');
  expect(await mailer.fault()).toBeUndefined();
  await mailer.send(mail, 'job-1');
  await mailer.send(mail, 'job-1');
  mailer.close();
  expect(recipients).toEqual(['ada@example.com', 'ada@example.com']);
  expect(received).toHaveLength(2);
  for (const source of received) expect(source).toContain('Message-ID: <job-1@example.edu>');
});

test.each<{ tls: SmtpTls; isSent: boolean }>([
  { tls: 'required', isSent: false },
  { tls: 'if offered', isSent: true },
  { tls: 'off', isSent: true },
])(
  'where a mail server has no STARTTLS and TLS is "$tls", mail and password are sent: $isSent',
  async ({ tls, isSent }) => {
    const seen: string[] = [];
    const options: SMTPServerOptions = {
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        seen.push(String(password));
        done(null, { user: 'us' });
      },
      onRcptTo: ({ address }, _session, done) => {
        seen.push(address);
        done();
      },
    };
    const mailer = smtpMailer(`smtp://us:secret@${await startMailServer(options)}`, FROM, tls);
    const isDone = await mailer.send(mail).then(
      () => true,
      () => false,
    );
    mailer.close();
    expect(isDone).toBe(isSent);
    expect(seen).toEqual(isSent ? ['secret', 'ada@example.com'] : []);
  },
);

test('mails fail for now when no mail server answers', async () => {
  const mailer = smtpMailer('smtp://127.0.0.1:9', FROM, 'if offered');
  expect(await mailer.fault()).toBe('ESOCKET ECONNREFUSED');
  const refusal = await mailer.send(mail).catch((error: unknown) => error);
  mailer.close();
  expect(refusal).toMatchObject({
    name: 'MailDelayedError',
    message: 'The mail server did not take a mail: ESOCKET ECONNREFUSED.',
  });
});
