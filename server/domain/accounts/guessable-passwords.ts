import { pages, questions } from '#form/form.ts';
import { tenant } from '#tenant/tenant.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';

const GUESSABLE =
  'This password is easy to guess. A common word, a word of this form, your email address or our name is not enough, even with numbers and special characters around it. Please choose another one.';

/** Signs that people write instead of letters, and what the digit keys of a US keyboard give with Shift. */
const LOOK_ALIKES = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const SHIFTED = { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '^': '6', '&': '7', '*': '8', '(': '9' };
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const OWN_WORD_MIN_CHARS = 3;
/** Shorter words of the form, such as “your”, are in many a good sentence. */
const FORM_WORD_MIN_CHARS = 5;
const OTHER_LETTERS_MAX = 2;

/**
 * Refuses a new password whose letters are a common password, a row of the alphabet, or words of the applicant's
 * address, the university or the form, once or repeated: with digits and signs added, such passwords meet every rule of the checklist. It
 * checks only new passwords, so nobody who already has such a password is locked out.
 *
 * @throws {InvalidError} with a sentence for the password's field
 */
export async function rejectGuessable(password: string, username: string): Promise<void> {
  const common = await commonPasswords();
  const own = [...wordsOf(username), ...PARTNER_WORDS, ...FORM_WORDS].toSorted(
    (one, other) => other.length - one.length,
  );
  const isGuessable = readingsOf(password).some((reading) => {
    const rest = own.reduce((text, word) => text.replaceAll(word, ''), reading);
    const unit = unitOf(reading);
    const isOwn = rest.length <= OTHER_LETTERS_MAX;
    return isOwn || unit.length <= OTHER_LETTERS_MAX || ALPHABET.includes(unit) || common.has(unit);
  });
  if (isGuessable) throw new InvalidError({ password: [GUESSABLE] }, GUESSABLE);
}

/** Returns the readings of a password: its letters, those that its signs stand for, and the keys that were pressed. */
function readingsOf(password: string): readonly string[] {
  const folded = fold(password);
  const begun = /^.*\p{L}/su.exec(folded)?.[0] ?? '';
  const inner = begun.replace(/^[^\p{L}]+/u, '');
  const spelled = [begun, inner].map((text) => replaceEach(text, LOOK_ALIKES));
  return [
    lettersOf(inner),
    ...spelled.flatMap((text) => ['i', 'l'].map((letter) => lettersOf(text.replaceAll('1', letter)))),
    replaceEach(folded, SHIFTED),
  ];
}

/** Returns what a text repeats from its start to its end, or all of it. */
function unitOf(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Returns an address's letters, those before its `@`, and the words in it. */
function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  const words = [folded, folded.split('@', 1)[0] ?? '', ...folded.split(/[^\p{L}]+/u)].map(lettersOf);
  return [...new Set(words)].filter(({ length }) => length >= OWN_WORD_MIN_CHARS);
}

const PARTNER_WORDS = [tenant.name, tenant.shortName, tenant.office].flatMap(wordsOf);

/** What everybody reads here, and what it is all about. */
const FORM_WORDS = [
  'graduate application, admission, applicant, university, college, student',
  ...tenant.entryTerms.map(({ label }) => label),
  ...tenant.programs.flatMap(({ label, majors }) => [label, ...majors.map((major) => major.label)]),
  ...pages.flatMap(({ title, sections }) => [title, ...sections.map((section) => section.title)]),
  ...questions.map(({ label }) => label),
]
  .flatMap(wordsOf)
  .filter(({ length }) => length >= FORM_WORD_MIN_CHARS);

/** Removes differences of case, width and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '');
}

function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return [...text].map((sign) => replacements[sign] ?? sign).join('');
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of some 49,000 common passwords when it is first needed: most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}
