import PostalMime from 'postal-mime';

/** A mail server's report that a mail did not arrive (RFC 3464), for one recipient. */
export interface Bounce {
  readonly address: string;
  /** Whether delivery was given up. Otherwise the mail is late, or was delivered. */
  readonly isFailed: boolean;
  /** Its codes, such as `550 5.1.1`. The server's text is left out, because it can contain anything. */
  readonly codes: string;
}

const REPORT = 'message/delivery-status';
/** Reports quote the head of a mail at most. */
export const MESSAGE_MAX_BYTES = 262_144;
/** RFC 5322 allows 998. */
const LINE_MAX_CHARS = 1000;
const LINES_MAX = 5000;

/** Reads what a message reports about each recipient. Returns nothing if the message is not such a report. */
export async function readBounces(source: Uint8Array): Promise<readonly Bounce[]> {
  if (source.byteLength > MESSAGE_MAX_BYTES) return [];
  const { attachments } = await PostalMime.parse(withShortLines(source), {
    attachmentEncoding: 'utf8',
  }).catch(() => ({ attachments: [] }));
  const report = attachments.find(({ mimeType }) => mimeType.toLowerCase() === REPORT)?.content;
  if (typeof report !== 'string') return [];
  // The first group of fields is about the message, and each further one about a recipient.
  return groupsOf(report).flatMap((fields) => {
    const address = addressIn(fields['original-recipient']) ?? addressIn(fields['final-recipient']);
    return address === undefined ? [] : [{ address, isFailed: isFailed(fields), codes: codesOf(fields) }];
  });
}

/** What stands before the @ of each id in a message that looks like one of ours, also in the mail that it quotes. */
export function idsIn(source: Uint8Array): readonly string[] {
  const text = Buffer.from(source.subarray(0, MESSAGE_MAX_BYTES)).toString('latin1');
  return [...text.matchAll(/<([\da-f-]{36}\.[\da-f]{12}\.[\w-]{22})@/g)].flatMap(([, id]) => id ?? []);
}

/** Each byte is a character here, and back. */
function withShortLines(source: Uint8Array): Buffer {
  const lines = Buffer.from(source).toString('latin1').split('\n', LINES_MAX);
  return Buffer.from(lines.map((line) => line.slice(0, LINE_MAX_CHARS)).join('\n'), 'latin1');
}

type Fields = Readonly<Record<string, string>>;

/** Reads groups of fields between blank lines. A line that begins with a blank goes on with the field before it. */
function groupsOf(report: string): readonly Fields[] {
  const groups: Record<string, string>[] = [{}];
  let name = '';
  for (const line of report.split('\n')) {
    const text = line.trim().slice(0, LINE_MAX_CHARS);
    const group = groups.at(-1) ?? {};
    if (text === '') groups.push({});
    else if (/^[ \t]/.test(line)) group[name] = `${group[name] ?? ''} ${text}`.slice(0, LINE_MAX_CHARS);
    else {
      const colon = text.indexOf(':');
      name = text.slice(0, Math.max(0, colon)).toLowerCase();
      group[name] = text.slice(colon + 1).trim();
    }
  }
  return groups;
}

/** `rfc822;ada@example.com`, also in brackets. */
function addressIn(field = ''): string | undefined {
  const [type = '', text = '', ...more] = field.split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'rfc822' || more.length > 0) return undefined;
  const address = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  return /^[^\s<>]+$/.test(address) && /[^@]@[^@]/.test(address) ? address : undefined;
}

function isFailed({ action = '', status = '' }: Fields): boolean {
  return action.toLowerCase() === 'failed' && status.startsWith('5.');
}

function codesOf({ status = '', 'diagnostic-code': diagnostic = '' }: Fields): string {
  const reply = /^smtp;\s*(5\d\d)\b/i.exec(diagnostic)?.[1];
  const code = /^5\.\d{1,3}\.\d{1,3}/.exec(status)?.[0];
  return [reply, code].filter((part) => part !== undefined).join(' ');
}
