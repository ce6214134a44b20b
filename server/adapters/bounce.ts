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

/** Reads what a message reports about each recipient. Returns nothing if the message is not such a report. */
export async function readBounces(source: Uint8Array): Promise<readonly Bounce[]> {
  const { attachments } = await PostalMime.parse(source, { attachmentEncoding: 'utf8' }).catch(() => ({
    attachments: [],
  }));
  const report = attachments.find(({ mimeType }) => mimeType.toLowerCase() === REPORT)?.content;
  if (typeof report !== 'string') return [];
  // The first group of fields is about the message, and each further one about a recipient.
  return report
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const address = addressIn(fields['original-recipient']) ?? addressIn(fields['final-recipient']);
      return address === undefined ? [] : [{ address, isFailed: isFailed(fields), codes: codesOf(fields) }];
    });
}

type Fields = Readonly<Record<string, string>>;

function fieldsOf(group: string): Fields {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** `rfc822;ada@example.com`, also in brackets. */
function addressIn(field: string | undefined): string | undefined {
  return /^\s*rfc822\s*;\s*<?([^\s<>;]+@[^\s<>;]+?)>?\s*$/i.exec(field ?? '')?.[1];
}

function isFailed({ action = '', status = '' }: Fields): boolean {
  return action.toLowerCase() === 'failed' && status.startsWith('5.');
}

function codesOf({ status = '', 'diagnostic-code': diagnostic = '' }: Fields): string {
  const reply = /^smtp;\s*(5\d\d)\b/i.exec(diagnostic)?.[1];
  const code = /^5\.\d{1,3}\.\d{1,3}/.exec(status)?.[0];
  return [reply, code].filter((part) => part !== undefined).join(' ');
}
