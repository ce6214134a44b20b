import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { errorFields } from './log.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import { fileMailer, MailRefusedError, smtpMailer, type SmtpTls } from './mail.ts';

const FROM = 'Admissions <admissions@example.edu>';
const mail = {
  to: 'ada@example.com',
  subject: 'Zoë’s code',
  text: 'Your code is 123456.\n\nSincerely, Zoë = 100 %',
};

describe('mails as files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-mail-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('mails stored as files can be read back as they were written, newest first, only by us', async () => {
    const mailer = fileMailer(join(folder, 'mail'), FROM);
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
    for (const name of readdirSync(join(folder, 'mail'))) {
      expect(name).toMatch(/\.eml$/);
      expect(statSync(join(folder, 'mail', name)).mode & 0o077).toBe(0);
    }
  });
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
  const folder = mkdtempSync(join(tmpdir(), 'admissions-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mailer = fileMailer(folder, FROM);
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

describe('mails over SMTP', () => {
  const servers: SMTPServer[] = [];
  afterEach(() =>
    Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(() => done())))),
  );

  async function serve(options: SMTPServerOptions, tls: SmtpTls = 'if offered', login = '') {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.server.address();
    const port = typeof address === 'object' ? address?.port : '';
    return smtpMailer(`smtp://${login}127.0.0.1:${port}`, FROM, tls);
  }

  test('mails over SMTP arrive at exactly one address, with an id that a second try keeps', async () => {
    const received: { to: string[]; source: string }[] = [];
    const mailer = await serve({
      onData(stream, session, done) {
        let source = '';
        stream.on('data', (chunk: Buffer) => (source += chunk.toString()));
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
          done();
        });
      },
    });
    expect(await mailer.fault()).toBeUndefined();
    await mailer.send(mail, 'job-1');
    await mailer.send(mail, 'job-1');
    mailer.close();
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com'], ['ada@example.com']]);
    expect(received[0]?.source).toContain('Message-ID: <job-1@example.edu>');
    expect(received[1]?.source).toContain('Message-ID: <job-1@example.edu>');
  });

  test.each([
    { code: 550, isFinal: true },
    { code: 451, isFinal: false },
  ])('refused with $code: final $isFinal', async ({ code, isFinal }) => {
    const mailer = await serve({
      onRcptTo(_address, _session, done) {
        done(Object.assign(new Error('No'), { responseCode: code }));
      },
    });
    const refusal = await mailer.send(mail).catch((error: unknown) => error);
    mailer.close();
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal instanceof MailRefusedError).toBe(isFinal);
  });

  const WORDS = 'Canary';
  const quoting = (responseCode: number) =>
    Object.assign(new Error(`<ada@example.com>: ${WORDS}\n    at ${WORDS}`), { responseCode });

  test.each<{ name: string; options: SMTPServerOptions; says: string }>([
    {
      name: 'the connection',
      options: { onConnect: (_session, done) => done(quoting(421)) },
      says: 'The mail server did not take a mail: EPROTOCOL 421.',
    },
    {
      name: 'the sender',
      options: { onMailFrom: (_address, _session, done) => done(quoting(451)) },
      says: 'The mail server did not take a mail: EENVELOPE 451.',
    },
    {
      name: 'the recipient for now',
      options: { onRcptTo: (_address, _session, done) => done(quoting(450)) },
      says: 'The mail server did not take a mail: EENVELOPE 450.',
    },
    {
      name: 'the recipient for good',
      options: { onRcptTo: (_address, _session, done) => done(quoting(550)) },
      says: 'The mail server refused a mail for good: EENVELOPE 550.',
    },
    {
      name: 'the message',
      options: {
        onData: (stream, _session, done) => void stream.on('end', () => done(quoting(452))).resume(),
      },
      says: 'The mail server did not take a mail: EMESSAGE 452.',
    },
  ])(
    'of a mail server that refuses $name, only the code is reported, never its text',
    async ({ options, says }) => {
      const mailer = await serve(options);
      const error: unknown = await mailer.send(mail).catch((refusal: unknown) => refusal);
      mailer.close();
      expect(error).toMatchObject({ message: says });
      const told = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(errorFields(error));
      expect(told).not.toContain(WORDS);
      expect(told).not.toContain('ada@');
    },
  );

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
      const mailer = await serve(options, tls, 'us:secret@');
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
});
