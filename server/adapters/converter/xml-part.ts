/** Text before the first element of a part, in any of the encodings that begin like one of ours. */
// oxlint-disable-next-line no-control-regex -- UTF-16 has a zero beside each letter
const MARKUP_START = /^[\u00ef\u00bb\u00bf\u00fe\u00ff\s\0]*<\0*[?!a-z]/i;
const START_BYTES = 256;

/** Returns true if a program could take these bytes for XML, whatever the part is declared to be. */
export function looksLikeMarkup(content: Buffer): boolean {
  return MARKUP_START.test(content.toString('latin1', 0, START_BYTES));
}

/**
 * Decodes UTF-8 or UTF-16, the only encodings of this format. Returns `undefined` for any other: it could hide content
 * from our checks.
 */
export function decodeXml(content: Buffer): string | undefined {
  const isLittle = content[0] === 0xff && content[1] === 0xfe;
  const isBig = content[0] === 0xfe && content[1] === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    const xml = new TextDecoder(encoding, { fatal: true }).decode(content);
    // UTF-16 without its mark decodes as UTF-8 with a zero after each letter.
    if (xml.includes('\0')) return undefined;
    const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(xml)?.[1]?.toLowerCase();
    if (declared !== undefined && !['utf-8', 'utf-16', 'us-ascii'].includes(declared)) return undefined;
    // We write UTF-8, so the declaration must say so.
    return xml.replace(/^(\s*<\?xml[^>]*\bencoding\s*=\s*["'])[\w-]+/, '$1UTF-8');
  } catch {
    return undefined;
  }
}
