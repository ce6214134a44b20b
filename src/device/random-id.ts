const ID_BYTES = 16;

/** Returns 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages loaded without https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), hexadecimal).join('');
}

export function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
