const NAMELESS = 'document';

/** Characters that are not seen, or that turn the direction of the text around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A file's name as it may be shown and stored: its last part alone, composed, without what cannot be seen. */
export function shownFileName(name: string): string {
  const shown = visible(name.toWellFormed().split(/[/\\]/).at(-1) ?? '');
  return /^\.*$/.test(shown) ? NAMELESS : shown;
}

/**
 * A `content-disposition` that saves under this name: in full for those who read RFC 8187, in ASCII for the
 * others, and never as anything but a name.
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

/** What the PDF copy of an application is called on its reader's device. */
export function applicationFileName(applicantName: string): string {
  // No path: "d/o" and "a/l" stand in the middle of names.
  const name = visible(applicantName.toWellFormed().replace(/[/\\]/g, '-'));
  return name === '' ? 'Application.pdf' : `Application of ${name}.pdf`;
}

function visible(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').trim();
}
