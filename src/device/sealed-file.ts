const MAGIC = new TextEncoder().encode('SEALEDv1');
const SALT_BYTES = 16;
const IV_BYTES = 12;
const HEAD_BYTES = MAGIC.length + 4 + SALT_BYTES + IV_BYTES;
/** The OWASP minimum for PBKDF2 with SHA-256; about half a second on a phone. */
const ITERATIONS = 600_000;
const ITERATIONS_MAX = 10_000_000;

/** A sealed file's content, or why it does not open. */
type Opened =
  | { readonly kind: 'open'; readonly value: unknown }
  | { readonly kind: 'wrong-password' }
  /** The browser could not read it: removed or changed since it was chosen. */
  | { readonly kind: 'gone' }
  /** Not a sealed file, or a damaged head. */
  | { readonly kind: 'unreadable' };

/** Whether this page may encrypt. Browsers refuse it to a page that came over plain http from another machine. */
export function canSeal(): boolean {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  return subtle !== undefined;
}

/** Encrypts a value to a file that any device can open with the password alone (AES-GCM, key by PBKDF2). */
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

export async function openFile(file: Blob, password: string): Promise<Opened> {
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { kind: 'gone' };
  const bytes = new Uint8Array(content);
  const head = bytes.slice(0, HEAD_BYTES);
  if (bytes.length <= HEAD_BYTES || MAGIC.some((byte, index) => head[index] !== byte)) {
    return { kind: 'unreadable' };
  }
  if (new DataView(head.buffer).getUint32(MAGIC.length) > ITERATIONS_MAX) return { kind: 'unreadable' };
  const { key, parameters } = await keyOf(head, password);
  try {
    const text = await crypto.subtle.decrypt(parameters, key, bytes.slice(HEAD_BYTES));
    return { kind: 'open', value: JSON.parse(new TextDecoder().decode(text)) };
  } catch {
    return { kind: 'wrong-password' };
  }
}

/** Authenticates the head, so that nobody can lower the iterations unnoticed. */
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
