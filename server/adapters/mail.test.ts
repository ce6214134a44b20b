import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { errorFields } from './log.ts';
import { smallDisk } from '#server/testing/small-disk.ts';
import {
  ADDRESS_WAITS,
  fileMailer,
  MailDelayedError,
  MailRefusedError,
  smtpMailer,
  type SmtpTls,
} from './mail.ts';

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

  type Command = 'CONN' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA';

  /** Makes a mail server that answers one command with this text, whose first word is its code. */
  function refusing(command: Command, answer: string): SMTPServerOptions {
    const [code, ...words] = answer.split(' ');
    const refuse = (at: Command, done: (error?: Error) => void) =>
      at === command
        ? done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
        : done();
    return {
      allowInsecureAuth: true,
      onConnect: (_session, done) => refuse('CONN', done),
      onAuth: (_auth, _session, done) =>
        refuse('AUTH', (error) => done(error ?? null, error ? undefined : { user: 'us' })),
      onMailFrom: (_address, _session, done) => refuse('MAIL FROM', done),
      onRcptTo: (_address, _session, done) => refuse('RCPT TO', done),
      onData: (stream, _session, done) => void stream.on('end', () => refuse('DATA', done)).resume(),
    };
  }

  // What the mail server says, and what becomes of the mail: docs/mail.md, "Mails that are refused".
  test.each<[Command, string, 'final' | 'waits' | 'waits alone' | 'waits, or goes without its attachment']>([
    // The recipient's own fault (RFC 3463, 3.2 and 3.3; IANA's registry; Microsoft's 5.4.1).
    ['RCPT TO', '550 5.1.1 User unknown', 'final'],
    ['RCPT TO', '550 5.1.2 Domain does not exist', 'final'],
    ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'final'],
    ['RCPT TO', '550 5.1.6 Mailbox has moved', 'final'],
    ['RCPT TO', '556 5.1.10 Recipient has a null MX', 'final'],
    ['RCPT TO', '550 5.1.0 Address rejected', 'final'],
    ['RCPT TO', '550 5.2.1 Mailbox disabled', 'final'],
    ['RCPT TO', '552 5.2.2 Mailbox full', 'final'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', 'final'],
    ['DATA', '550 5.1.1 User unknown', 'final'],
    ['DATA', '552 5.2.2 Mailbox full', 'final'],
    // The sender, also where the server answers only to RCPT (Postfix, smtpd_delay_reject).
    ['MAIL FROM', '553 5.1.7 Bad sender address syntax', 'waits'],
    ['MAIL FROM', '550 5.1.8 Domain of sender address not found', 'waits'],
    ['MAIL FROM', '550 5.1.1 Sender unknown', 'waits'],
    ['MAIL FROM', '550 5.7.1 Sender not allowed', 'waits'],
    ['MAIL FROM', '553 5.7.1 Not owned by user', 'waits'],
    ['RCPT TO', '501 5.1.7 Bad sender address syntax', 'waits'],
    ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found', 'waits'],
    ['RCPT TO', '550 5.1.0 <a@b.example>: Sender address rejected: User unknown', 'waits'],
    ['DATA', '550 5.7.60 Client may not send as this sender', 'waits, or goes without its attachment'],
    // The relay does not relay for us, or not without a password.
    ['RCPT TO', '550 5.7.1 Relaying denied', 'waits'],
    ['RCPT TO', '554 5.7.1 Relay access denied', 'waits'],
    ['RCPT TO', '550 5.7.54 Unable to relay recipient in non-accepted domain', 'waits'],
    ['RCPT TO', '550 relay not permitted', 'waits'],
    ['RCPT TO', '553 sorry, that domain is not in my list of allowed rcpthosts', 'waits'],
    ['RCPT TO', '554 5.7.1 Service unavailable; client host blocked using a list', 'waits'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 'waits'],
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', 'waits'],
    ['AUTH', '535 5.7.8 Authentication credentials invalid', 'waits'],
    ['AUTH', '534 5.7.9 Application-specific password required', 'waits'],
    ['AUTH', '454 4.7.0 Temporary authentication failure', 'waits'],
    // The quota of this day or minute.
    ['RCPT TO', '550 5.4.5 Daily user sending quota exceeded', 'waits'],
    ['RCPT TO', '554 5.7.1 Recipient address rejected: Quota exceeded', 'waits'],
    ['MAIL FROM', '452 4.5.3 Daily message limit exceeded', 'waits'],
    ['MAIL FROM', '552 5.2.2 Sender is over quota', 'waits'],
    ['DATA', '454 Throttling failure: Daily message quota exceeded', 'waits'],
    ['DATA', '550 5.4.5 Daily sending quota exceeded', 'waits, or goes without its attachment'],
    ['CONN', '554 You have reached your daily relay quota', 'waits'],
    // The text, the attachment, or the size.
    ['DATA', '552 5.3.4 Message too big for system', 'waits, or goes without its attachment'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'waits, or goes without its attachment'],
    ['DATA', '552 5.7.0 Content blocked', 'waits, or goes without its attachment'],
    ['DATA', '554 5.7.1 Message refused as spam', 'waits, or goes without its attachment'],
    ['DATA', '554 Message rejected: Email address is not verified', 'waits, or goes without its attachment'],
    // The server itself.
    ['CONN', '421 4.3.2 Service not available', 'waits'],
    ['CONN', '554 5.3.2 No SMTP service here', 'waits'],
    ['MAIL FROM', '421 4.7.0 Try again later', 'waits'],
    ['RCPT TO', '421 4.7.0 Too many errors', 'waits'],
    ['RCPT TO', '450 4.2.0 Greylisted', 'waits'],
    ['RCPT TO', '450 4.1.8 Sender address rejected: Domain not found', 'waits'],
    ['RCPT TO', '451 4.4.1 No answer from host', 'waits'],
    ['MAIL FROM', '450 4.1.1 Unverified address', 'waits'],
    // One address, for now (Postfix answers 450 4.1.2 where a domain has no entry in the DNS).
    ['RCPT TO', '450 4.1.2 Recipient address rejected: Domain not found', 'waits alone'],
    ['RCPT TO', '450 4.1.1 Unverified address', 'waits alone'],
    ['RCPT TO', '450 4.2.1 The user is receiving mail too quickly', 'waits alone'],
    ['RCPT TO', '452 4.2.2 Mailbox full for now', 'waits alone'],
    ['RCPT TO', '451 4.3.0 Local error in processing', 'waits'],
    ['RCPT TO', '550 5.3.0 Other mail system status', 'waits'],
    ['RCPT TO', '550 5.4.4 Unable to route', 'waits'],
    ['RCPT TO', '550 No such user here, or no access', 'waits'],
    ['DATA', '451 4.7.500 Server busy', 'waits'],
  ])('to %s the mail server says "%s": the mail %s', async (command, answer, becomes) => {
    const mailer = await serve(refusing(command, answer), 'if offered', 'us:secret@');
    const error: unknown = await mailer.send(mail).catch((refusal: unknown) => refusal);
    mailer.close();
    const outcome =
      error instanceof MailRefusedError
        ? 'final'
        : error instanceof MailDelayedError && error.isAboutMessage
          ? 'waits, or goes without its attachment'
          : String(error).includes(ADDRESS_WAITS)
            ? 'waits alone'
            : 'waits';
    expect([error instanceof Error, outcome]).toEqual([true, becomes]);
    const codes = /^\d{3}( \d\.\d+\.\d+)?/.exec(answer)?.[0] ?? '';
    expect(String(error)).toContain(` ${codes}.`);
    if (error instanceof MailRefusedError) expect(error.codes).toBe(codes);
  });

  const WORDS = 'Canary';
  const quoting = (responseCode: number, enhanced = '') =>
    Object.assign(new Error(`${enhanced}<ada@example.com>: ${WORDS}\n    at ${WORDS}`), { responseCode });

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
      options: { onRcptTo: (_address, _session, done) => done(quoting(550, '5.1.1 ')) },
      says: 'The mail server refused a mail for good: EENVELOPE 550 5.1.1.',
    },
    {
      name: 'this server',
      options: { onRcptTo: (_address, _session, done) => done(quoting(550, '5.7.1 ')) },
      says: 'The mail server refused a mail of this server (at RCPT TO), which waits: EENVELOPE 550 5.7.1.',
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
