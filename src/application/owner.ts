import { hexadecimal } from '#device/random-id.ts';
import type { Owner } from './model.ts';

/**
 * Returns the digest of an address, in capitals or not. The address is as the contract or the server has read it. A
 * browser without digests cannot encrypt either, so nothing is stored there, and the address itself suffices.
 */
export async function ownerOf(username: string): Promise<Owner> {
  const address = username.toLowerCase();
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return encodeURIComponent(address);
  const bytes = new TextEncoder().encode(address);
  const digest = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), hexadecimal).join('');
}
