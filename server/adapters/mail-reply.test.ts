import { inspect } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { startMailServer } from '#server/testing/mail-server.ts';
import { errorFields } from './log.ts';
import { ADDRESS_WAITS, MailDelayedError, MailRefusedError, smtpMailer } from './mail.ts';

const mail = { to: 'ada@example.com', subject: 'Your code', text: 'Your code is 123456.' };

async function mailerTo(options: SMTPServerOptions, login = '') {
  const address = await startMailServer(options);
  return smtpMailer(`smtp://${login}${address}`, 'admissions@example.edu', 'if offered');
}

type Command = 'CONN' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA';

/** Makes a mail server that answers one command with this text, whose first word is its code. */
function refusing(command: Command, answer: string): SMTPServerOptions {
  const [code, ...words] = answer.split(' ');
  const refuse = (at: Command, done: (error?: Error) => void) =>
    at === command ? done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })) : done();
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
  const mailer = await mailerTo(refusing(command, answer), 'us:secret@');
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
    const mailer = await mailerTo(options);
    const error: unknown = await mailer.send(mail).catch((refusal: unknown) => refusal);
    mailer.close();
    expect(error).toMatchObject({ message: says });
    const told = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(errorFields(error));
    expect(told).not.toContain(WORDS);
    expect(told).not.toContain('ada@');
  },
);
