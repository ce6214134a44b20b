import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { systemClock } from './clock.ts';
import { privateFolder } from './data-dir.ts';
import { codesOf } from './error-codes.ts';
import { readEml, type Letter } from './eml.ts';
import { NamedError } from './errors.ts';
import { allCodes, replyIn } from './mail-reply.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Who gets replies, if not the sender. */
  readonly replyTo?: string;
  /** Whose mail it is, if it goes to another address. Only mails stored here have it, for their deletion. */
  readonly applicant?: string;
}

const APPLICANT_HEADER = 'x-applicant';

interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** A mail stored on this machine. */
export interface KeptMail extends Letter {
  readonly id: string;
}

/** The mail server says that this recipient gets no mail, so a retry would fail, too. */
export class MailRefusedError extends NamedError {
  /** The mail server's codes, such as `550 5.1.1`. */
  readonly codes: string;

  constructor(message: string, codes = '') {
    super(message);
    this.codes = codes;
  }
}

/** How the message begins if only one address has to wait. */
export const ADDRESS_WAITS = 'The mail server does not take mails to this address now: ';

/** The mail could not be sent now. The message has only codes, because a mail server's text can quote the address. */
export class MailDelayedError extends NamedError {
  /** True if the mail server may take the mail without its attachment. */
  readonly isAboutMessage: boolean;

  constructor(message: string, isAboutMessage = false) {
    super(message);
    this.isAboutMessage = isAboutMessage;
  }
}

/** Whether the connection to an `smtp:` address must be encrypted; one to an `smtps:` address always is. */
export type SmtpTls = 'required' | 'if offered' | 'off';

export interface Mailer {
  /** Where mails go, for the line that the server prints at its start. */
  readonly destination: string;
  /**
   * @param id the same for each attempt at one mail, so that a duplicate can be recognized
   * @throws {MailRefusedError} when a retry would get the same answer
   */
  send(mail: Mail, id?: string): Promise<void>;
  /** Returns why no mail can be sent now; `undefined` if the mail server answers and accepts our password. */
  fault(): Promise<string | undefined>;
  /** Returns mails stored on this machine, newest first. `undefined` if mails are sent away. */
  readonly kept?: () => Promise<KeptMail[]>;
  close(): void;
}

/** Deletes mails stored on this machine: those to or about an address, or those from before a time. Returns their number. */
export type DeleteMails = (which: { readonly to: string } | { readonly before: Date }) => Promise<number>;

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** @param name what we call ourselves to the mail server; relays refuse some names of machines */
export function smtpMailer(url: string, from: string, tls: SmtpTls, name?: string): Mailer {
  const transport = createTransport(
    {
      url,
      ...(name !== undefined && { name }),
      pool: true,
      maxConnections: 3,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'off',
    },
    { from },
  );
  return {
    destination: `the mail server at ${new URL(url).host}`,
    async send(mail, id) {
      try {
        await transport.sendMail({ ...toMessage(mail), ...(id && { messageId: messageId(id, from) }) });
      } catch (error) {
        throw sendingError(error);
      }
    },
    fault: () => transport.verify().then(() => undefined, codesOf),
    close: () => transport.close(),
  };
}

/** Writes each mail as an `.eml` file into a folder that only we may enter. */
export function fileMailer(folder: string, from: string): Mailer {
  privateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    destination: folder,
    async send(mail, id = randomUUID()) {
      const { applicant, headers } = mail;
      const stored = applicant ? { ...mail, headers: { ...headers, [APPLICANT_HEADER]: applicant } } : mail;
      const { message } = await transport.sendMail({ ...toMessage(stored), messageId: messageId(id, from) });
      const name = `${systemClock.now().toISOString().replaceAll(':', '-')}-${id}.eml`;
      const unfinished = join(folder, `.${name}.part`);
      try {
        // With `buffer: true` the message is a buffer, not a stream.
        await writeFile(unfinished, Buffer.isBuffer(message) ? message : '', { mode: 0o600, flush: true });
        await rename(unfinished, join(folder, name));
      } catch (error) {
        // After an error such as a full disk, half a mail would stay forever.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    fault: async () => undefined,
    async kept() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      const mails = names.map(async (name) => ({
        id: name.slice(0, -'.eml'.length),
        ...(await readEml(await readFile(join(folder, name), 'utf8'))),
      }));
      return (await Promise.all(mails)).sort((one, other) => (one.id < other.id ? 1 : -1));
    },
    close: () => undefined,
  };
}

/**
 * Deletes mails stored in a folder. Not part of the mailer, because mails from before a mail server was set are
 * deleted, too.
 */
export function makeDeleteMails(folder: string): DeleteMails {
  return async (which) => {
    if (!existsSync(folder)) return 0;
    let numDeleted = 0;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const finding = 'to' in which ? isTo(path, which.to) : isFromBefore(path, which.before);
      if (!(await finding.catch(falseIfGone))) continue;
      await rm(path, { force: true });
      numDeleted += 1;
    }
    return numDeleted;
  };
}

/** Returns the files of a folder that are mails to or about an address. */
export async function mailsTo(folder: string, address: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const areTo = await Promise.all(names.map((name) => isTo(join(folder, name), address).catch(falseIfGone)));
  return names.filter((_name, index) => areTo[index]).map((name) => join(folder, name));
}

async function isTo(path: string, address: string): Promise<boolean> {
  if (!path.endsWith('.eml')) return false;
  const { to, headers } = await readEml(await readFile(path, 'utf8'));
  return to === address || headers[APPLICANT_HEADER] === address;
}

/** Includes unfinished mails that a killed process has left. */
async function isFromBefore(path: string, time: Date): Promise<boolean> {
  return /\.(eml|part)$/.test(path) && (await stat(path)).mtime < time;
}

/** Retention and an erasure may delete the same mail at the same time. */
function falseIfGone(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
  throw error;
}

function sendingError(error: unknown): MailRefusedError | MailDelayedError {
  const { command, codes, fault } = replyIn(error);
  const all = allCodes(error);
  switch (fault) {
    case 'recipient':
      return new MailRefusedError(`The mail server refused a mail for good: ${all}.`, codes);
    case 'recipient for now':
      return new MailDelayedError(`${ADDRESS_WAITS}${all}.`);
    case 'later':
      return new MailDelayedError(`The mail server did not take a mail: ${all}.`);
    default:
      return new MailDelayedError(
        `The mail server refused a mail of this server (at ${command || 'an unknown command'}), which waits: ${all}.`,
        fault === 'message',
      );
  }
}

/** Converts to the library's types, which are not read-only. */
function toMessage({ to, subject, text, replyTo, attachments = [], headers = {} }: Mail) {
  return {
    to,
    subject,
    text,
    attachments: attachments.map((attachment) => ({ ...attachment })),
    ...(replyTo !== undefined && { replyTo }),
    // With this header, no vacation message or other program answers (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  };
}

function messageId(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}
