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

/** Reads the error of the mail library. */
export function replyIn(error: unknown): MailReply {
  const smtp: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const command =
    typeof smtp.command === 'string' && /^[A-Z][A-Z0-9 -]*$/.test(smtp.command) ? smtp.command : '';
  const text = String(smtp.response);
  const [, code, enhanced] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  const codes = [code, enhanced].filter((part) => part !== undefined).join(' ');
  return { command, codes, fault: faultOf(command, codes, text, smtp) };
}

/** All codes of a failed mail, without the mail server's words, which can quote the address. */
export function allCodes(error: unknown): string {
  const { codes } = replyIn(error);
  return [codesOf(error), codes.slice(4)].filter(Boolean).join(' ');
}

function faultOf(command: string, codes: string, text: string, { code }: SmtpError): MailReply['fault'] {
  // The library itself refuses a message that is larger than the mail server has said it takes.
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'message';
  if (!codes.startsWith('5'))
    return command === 'RCPT TO' && / 4\.(?:1\.(?![078]$)\d+|2\.[12])$/.test(codes)
      ? 'recipient for now'
      : 'later';
  if (isRecipientsFault(codes, command) && !isAboutSender(codes, text)) return 'recipient';
  const isTooLarge = /^552(?: 5\.(?:2\.3|3\.4))?$/.test(codes) && command !== 'RCPT TO';
  return command === 'DATA' || isTooLarge ? 'message' : 'us';
}

/**
 * Whether codes blame the address (RFC 3463 and IANA's registry): it does not exist, or its mailbox is closed or full.
 * 5.1.7 and 5.1.8 are about the sender's address. Without an enhanced code, 550 may as well mean that the mail server
 * does not relay for us.
 *
 * @param command what was answered; replies to other commands than these are never about the recipient
 */
function isRecipientsFault(codes: string, command = 'RCPT TO'): boolean {
  const status = /\b5\.(\d{1,3}\.\d{1,3})$/.exec(codes)?.[1] ?? '';
  if (command === 'RCPT TO') return /^(?:1\.(?!7$|8$)\d+|2\.[12]|4\.1)$/.test(status);
  // 5.1.0 there can be the address in `From`.
  return command === 'DATA' && /^(?:1\.(?!0$|7$|8$)\d+|2\.[12])$/.test(status);
}

/** Says what an account's last refusal means: a refused address, or a mail that did not arrive for another reason. */
export function refusalText(codes: string): string {
  return `${isRecipientsFault(codes) ? 'mail refused' : 'mail did not arrive'} ${codes}`;
}

/** Postfix answers 5.1.0 to RCPT for a sender that it does not know (`smtpd_delay_reject`). */
function isAboutSender(codes: string, text: string): boolean {
  return codes.endsWith(' 5.1.0') && /\bsender\b/i.test(text);
}
