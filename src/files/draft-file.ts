import { propertiesOf } from '#device/store.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { isCarried, maxCharsOf } from '#form/stored-keys.ts';
import { applyChanges } from '#form/apply-changes.ts';

const MAGIC = new TextEncoder().encode('SEALEDv1');
const SALT_BYTES = 16;
const IV_BYTES = 12;
const HEAD_BYTES = MAGIC.length + 4 + SALT_BYTES + IV_BYTES;
/** The OWASP minimum for PBKDF2 with SHA-256; about half a second on a phone. */
const ITERATIONS = 600_000;
const ITERATIONS_MAX = 10_000_000;
/** Version of the encrypted content. A newer release has made a file with a greater one. */
const FORMAT = 1;

/** Answers that were saved as a file. */
export interface DraftFile {
  /** Milliseconds since 1970, by the clock of the device that saved the file. */
  readonly savedAt: number;
  readonly answers: Readonly<Record<string, string>>;
}

type OpenedDraft =
  | { readonly kind: 'draft'; readonly draft: DraftFile }
  | { readonly kind: 'wrong-password' | 'newer' }
  /** The browser could not read the file, which was removed or changed since it was chosen. */
  | { readonly kind: 'gone' }
  /** Some other file, or a damaged header. */
  | { readonly kind: 'unreadable' };

/** One answer that loading the file would change. */
export interface ChangedAnswer {
  readonly question: Question;
  readonly now: string;
  readonly next: string;
}

/** Whether this page may encrypt. Browsers refuse it to a page that was loaded over plain http from another machine. */
export function canSealDrafts(): boolean {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  return subtle !== undefined;
}

/** Encrypts all answers to a file that only this password opens. Uploaded documents stay in the account. */
export function sealDraft(answers: Answers, savedAt: number, password: string): Promise<Blob> {
  const carried = Object.entries(answers).filter(([key, value]) => value !== EMPTY_ANSWER && isCarried(key));
  const draft = { format: FORMAT, savedAt, answers: Object.fromEntries(carried) };
  return sealFile(draft, password);
}

/** Encrypts a value to a file that any device can open with only the password (AES-GCM, key by PBKDF2). */
export async function sealFile(value: unknown, password: string): Promise<Blob> {
  const head = new Uint8Array(HEAD_BYTES);
  head.set(MAGIC);
  new DataView(head.buffer).setUint32(MAGIC.length, ITERATIONS);
  crypto.getRandomValues(head.subarray(MAGIC.length + 4));
  const { key, parameters } = await keyOf(head, password);
  const text = new TextEncoder().encode(JSON.stringify(value));
  return new Blob([head, await crypto.subtle.encrypt(parameters, key, text)], {
    type: 'application/octet-stream',
  });
}

/** Reads a file of `sealDraft`. Answers to questions that no longer exist are left out. */
export async function openDraft(file: Blob, password: string): Promise<OpenedDraft> {
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { kind: 'gone' };
  const bytes = new Uint8Array(content);
  const head = bytes.slice(0, HEAD_BYTES);
  if (bytes.length <= HEAD_BYTES || MAGIC.some((byte, index) => head[index] !== byte))
    return { kind: 'unreadable' };
  if (new DataView(head.buffer).getUint32(MAGIC.length) > ITERATIONS_MAX) return { kind: 'unreadable' };
  const { key, parameters } = await keyOf(head, password);
  try {
    const text = await crypto.subtle.decrypt(parameters, key, bytes.slice(HEAD_BYTES));
    return draftIn(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return { kind: 'wrong-password' };
  }
}

/** Authenticates the header, so that nobody can lower the iterations unnoticed. */
async function keyOf(head: Uint8Array<ArrayBuffer>, password: string) {
  const iterations = new DataView(head.buffer).getUint32(MAGIC.length);
  const salt = head.slice(MAGIC.length + 4, MAGIC.length + 4 + SALT_BYTES);
  const iv = head.slice(HEAD_BYTES - IV_BYTES);
  // Another keyboard may encode the same letters in other bytes.
  const letters = new TextEncoder().encode(password.normalize('NFKC'));
  const source = await crypto.subtle.importKey('raw', letters, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: Math.max(1, iterations) },
    source,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { key, parameters: { name: 'AES-GCM', iv, additionalData: head } };
}

function draftIn(content: unknown): OpenedDraft {
  const { format, savedAt, answers } = propertiesOf(content);
  if (typeof format === 'number' && format > FORMAT) return { kind: 'newer' };
  if (format !== FORMAT || typeof savedAt !== 'number') return { kind: 'unreadable' };
  const carried = Object.entries(propertiesOf(answers)).flatMap(([key, value]) =>
    typeof value === 'string' && isCarried(key) && value.length <= (maxCharsOf(key) ?? 0)
      ? [[key, value] as const]
      : [],
  );
  return { kind: 'draft', draft: { savedAt, answers: Object.fromEntries(carried) } };
}

/**
 * All changes that loading the file would make, in the form's order, including answers that it would clear. Labels of
 * options are not listed.
 *
 * @param today returns `YYYY-MM-DD`
 */
export function changesBy(
  { answers }: DraftFile,
  present: Answers,
  today: () => string,
): readonly ChangedAnswer[] {
  const changes = applyChanges(present, answers, today);
  return questions.flatMap((question) => {
    const next = changes[question.key];
    return next === undefined ? [] : [{ question, now: present[question.key] ?? EMPTY_ANSWER, next }];
  });
}
