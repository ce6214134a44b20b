const ID_BYTES = 16;

/** Random, 32 hexadecimal digits. `crypto.randomUUID` is missing where a page was not loaded over https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), hexadecimal).join('');
}

/** Two digits for a byte. */
export function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
