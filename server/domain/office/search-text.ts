import { serialsIn } from '#server/domain/ground/application-number.ts';
import { normalizeUsername } from '#contract/normalize-username.ts';

const WORDS_MAX = 6;
/** As mail programs copy it, in brackets, quotes or a link: `"Ann Lee" <ann@x.org>`, `[mailto:ann@x.org?subject=Hi]`. */
const AROUND_AN_ADDRESS = /[\s<>()[\]"“”,;]/u;
/** Letters that people write out where they have no key for them: Mueller, Joergensen, Haakon. */
const WRITTEN_OUT = /[äöøüå]/iu;

/** What a clerk has typed or pasted into the search. */
export interface SearchText {
  /** The serials of the numbers in it. */
  readonly serials: readonly number[];
  /** Whole addresses in it. Names beside them are how a mail program calls people. */
  readonly addresses: readonly string[];
  /** Otherwise all words have to fit: parts of names or addresses. */
  readonly words: readonly string[];
}

/** Reads what a clerk has typed or pasted into the search. */
export function readSearchText(text: string): SearchText {
  const addresses = text
    .split(AROUND_AN_ADDRESS)
    .flatMap((token) => addressIn(token) ?? [])
    .slice(0, WORDS_MAX);
  const words = addresses.length > 0 ? [] : text.split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);
  return { serials: serialsIn(text).slice(0, WORDS_MAX), addresses, words };
}

/** Whether names with this word can be written in another way, which the database knows. */
export function canBeWrittenOut(word: string): boolean {
  return WRITTEN_OUT.test(word.normalize('NFC'));
}

function addressIn(token: string): string | undefined {
  const [before = '', after] = token.split('@');
  const start = before.lastIndexOf(':') + 1;
  const host = after?.split(/[?:]/u, 1)[0] ?? '';
  if (start === before.length || host === '') return undefined;
  const address = `${before.slice(start)}@${host}`;
  const isLink = before.slice(0, start).toLowerCase().endsWith('mailto:');
  return normalizeUsername((isLink ? decoded(address) : address).replace(/^['‘]|['’]$/gu, ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
