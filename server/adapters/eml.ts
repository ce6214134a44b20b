/** Reads back the plain-text messages that we write ourselves; not a parser for other people's mail. */
export function readEml(source: string): { to: string; subject: string; at: string; text: string } {
  const [head = '', ...body] = source.replaceAll('\r\n', '\n').split('\n\n');
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const text = decodeBody(body.join('\n\n'), headers.get('content-transfer-encoding') ?? '7bit');
  const date = new Date(headers.get('date') ?? 0);
  return {
    to: headers.get('to') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    at: date.toISOString(),
    text: text.trimEnd(),
  };
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(text.replace(/=\n/g, ''));
  return text;
}

/** RFC 2047, as subjects with letters beyond ASCII are written. */
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
