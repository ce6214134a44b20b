const NAMELESS = 'document';

/**
 * Invisible characters, and those that reverse the direction of the text. Not the two joiners between letters or parts
 * of an emoji: Persian and Indian words are misspelt without them, and families fall apart.
 */
const INVISIBLE =
  /(?!(?<=[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u200C\u200D][\p{L}\p{Extended_Pictographic}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a file name that is safe to show and store: without folders and invisible characters, in NFC. */
export function shownFileName(name: string): string {
  const shown = visible(name.toWellFormed().split(/[/\\]/).at(-1) ?? '');
  return /^\.*$/.test(shown) ? NAMELESS : shown;
}

/**
 * Returns a `content-disposition` that saves the response under this name: in full for browsers that know RFC 8187,
 * in ASCII for the others. The name can contain no path and no further parameters.
 *
 * @see RFC 6266
 */
export function attachmentHeader(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\/%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Returns the file name under which the applicant saves the PDF copy. */
export function applicationFileName(applicantName: string): string {
  // A slash is no path separator here: names contain "d/o" and "a/l".
  const name = visible(applicantName.toWellFormed().replace(/[/\\]/g, '-'));
  return name === '' ? 'Application.pdf' : `Application of ${name}.pdf`;
}

function visible(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').trim();
}
