/** Text before the first element of a part, in any encoding that begins like one of ours. */
// oxlint-disable-next-line no-control-regex -- UTF-16 has a zero beside each letter
const MARKUP_START = /^[\u00ef\u00bb\u00bf\u00fe\u00ff\s\0]*<\0*[?!a-z]/i;
const START_BYTES = 256;

/** Returns true if a program could take these bytes for XML, whatever the part is declared to be. */
export function looksLikeMarkup(content: Buffer): boolean {
  return MARKUP_START.test(content.toString('latin1', 0, START_BYTES));
}

/** Only the start is read this way. In all encodings of XML, these letters are the same. */
const DECLARED = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Decodes a part as the programs do that read it: by the mark at its start, by the zeros of UTF-16, or as it declares.
 * We write it in UTF-8, so that nobody can read it in another way than our checks did. Returns `undefined` when it is
 * not in that encoding.
 */
export function decodeXml(content: Buffer): string | undefined {
  try {
    const xml = new TextDecoder(encodingOf(content), { fatal: true }).decode(content);
    if (xml.includes('\0')) return undefined;
    return xml.replace(/^(\s*<\?xml[^>]*\bencoding\s*=\s*["'])[\w.:-]+/, '$1UTF-8');
  } catch {
    // Bytes that the encoding does not have, or an encoding that nobody knows.
    return undefined;
  }
}

function encodingOf(content: Buffer): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const declared = DECLARED.exec(
    content.toString('latin1', 0, START_BYTES).replace(/^\u00ef\u00bb\u00bf/, ''),
  )?.[1];
  // Text that is declared as UTF-16 but has no zeros is not UTF-16.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
