/** A mail read from its `.eml` file. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly at: string;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly bytes: number }[];
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads mails that we wrote ourselves. Not a parser for other mails. */
export function readEml(source: string): Letter {
  const { headers, body } = readPart(source.replaceAll('\r\n', '\n'));
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  const [first, ...others] =
    boundary === undefined
      ? [{ headers, body }]
      : `\n${body}`
          .split(`\n--${boundary}`)
          .slice(1, -1)
          .map((part) => readPart(part.trimStart()));
  return {
    to: headers.get('to') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    at: new Date(headers.get('date') ?? 0).toISOString(),
    text: first === undefined ? '' : textOf(first),
    attachments: others.map((part) => ({
      filename: decodeWords(/name="?([^";]+)/.exec(part.headers.get('content-type') ?? '')?.[1] ?? ''),
      bytes: Buffer.from(part.body, 'base64').length,
    })),
    headers: Object.fromEntries(headers),
  };
}

function readPart(source: string): Part {
  const [head = '', ...body] = source.split('\n\n');
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  return { headers, body: body.join('\n\n') };
}

function textOf({ headers, body }: Part): string {
  return decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit').trimEnd();
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(text.replace(/=\n/g, ''));
  return text;
}

/** Decodes RFC 2047, the encoding of subjects with letters beyond ASCII. */
function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decodeQuoted(word.replaceAll('_', ' ')),
  );
}

function decodeQuoted(text: string): string {
  const escaped = text.replaceAll('%', '%25').replace(/=([0-9A-F]{2})/gi, '%$1');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return text;
  }
}
