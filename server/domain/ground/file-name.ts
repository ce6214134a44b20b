import { withoutUnseen } from '#plain-text.ts';

const NAMELESS = 'document';

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

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
  // A slash is not a path separator here: names contain "d/o" and "a/l".
  const name = visible(applicantName.toWellFormed().replace(/[/\\]/g, '-'));
  return name === '' ? 'Application.pdf' : `Application of ${name}.pdf`;
}

/**
 * Returns the file name under which staff save a PDF of one application. The number comes first: two people can have the
 * same name.
 */
export function numberedFileName(number: string, what: string): string {
  const name = visible(what.toWellFormed().replace(/[/\\]/g, '-'));
  return `${[number, name].filter(Boolean).join(' ')}.pdf`;
}

function visible(text: string): string {
  return withoutUnseen(text.normalize('NFC').replace(CONTROLS, '')).trim();
}
