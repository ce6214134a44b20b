import { codesOf } from './error-codes.ts';

/** What a mail server answered to one command. */
export interface MailReply {
  /** `CONN`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA` …; empty if it is not known. */
  readonly command: string;
  /** The code and the enhanced one (RFC 3463), such as `550 5.1.1`, as far as there are any. */
  readonly codes: string;
  /**
   * `recipient`: a later attempt would get the same answer. `message`: the mail server refuses this text or attachment.
   * `us`: it refuses the sender or this server, which somebody can mend. `later`: it asks to try again, or did not answer.
   * `recipient for now`: it asks so because of the address, as of a full mailbox or a domain that it does not find.
   */
  readonly fault: 'recipient' | 'recipient for now' | 'message' | 'us' | 'later';
}

interface SmtpError {
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly code?: unknown;
}

/**
 * What a reply is about, by command, codes and text as `said` joins them; the first line that fits counts. Codes by RFC
 * 5321, RFC 3463 and IANA's registry. docs/mail.md has the table for people.
 */
const FAULTS: readonly (readonly [RegExp, MailReply['fault']])[] = [
  // Postfix answers so to RCPT for a sender that it does not know (`smtpd_delay_reject`).
  [/^RCPT TO 5\d\d 5\.1\.0\|.*\bsender\b/is, 'us'],
  // The address does not exist, or its mailbox is closed or full. 5.1.7 and 5.1.8 are about the sender's address; 5.4.1 is
  // Microsoft's. Without a second code, 550 may as well mean that the mail server does not relay for us.
  [/^RCPT TO (?:5\d\d )?5\.(?:1\.(?![78]\|)\d+|2\.[12]|4\.1)\|/, 'recipient'],
  [/^RCPT TO 4\d\d 4\.(?:1\.(?![078]\|)\d+|2\.[12])\|/, 'recipient for now'],
  // 5.1.0 there can be the address in `From`.
  [/^DATA 5\d\d 5\.(?:1\.(?![078]\|)\d+|2\.[12])\|/, 'recipient'],
  [/^DATA 5/, 'message'],
  [/^(?!RCPT TO)[^|]* 552(?: 5\.(?:2\.3|3\.4))?\|/, 'message'],
  [/^[^|]* 5\d\d\b/, 'us'],
];

function faultOf(command: string, codes: string, text = ''): MailReply['fault'] {
  const said = `${command} ${codes}|${text}`;
  return FAULTS.find(([pattern]) => pattern.test(said))?.[1] ?? 'later';
}

/** Reads the error of the mail library. */
export function replyIn(error: unknown): MailReply {
  const smtp: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const command =
    typeof smtp.command === 'string' && /^[A-Z][A-Z0-9 -]*$/.test(smtp.command) ? smtp.command : '';
  const text = String(smtp.response);
  const [, code, enhanced] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  const codes = [code, enhanced].filter((part) => part !== undefined).join(' ');
  // The library itself refuses a message that is larger than the mail server has said it takes.
  const isTooLarge = smtp.code === 'EMESSAGE' && command === 'MAIL FROM';
  return { command, codes, fault: isTooLarge ? 'message' : faultOf(command, codes, text) };
}

/** All codes of a failed mail, without the mail server's words, which can quote the address. */
export function allCodes(error: unknown): string {
  const { codes } = replyIn(error);
  return [codesOf(error), codes.slice(4)].filter(Boolean).join(' ');
}

/** Says what an account's last refusal means: a refused address, or a mail that did not arrive for another reason. */
export function refusalText(codes: string): string {
  return `${faultOf('RCPT TO', codes) === 'recipient' ? 'mail refused' : 'mail did not arrive'} ${codes}`;
}
