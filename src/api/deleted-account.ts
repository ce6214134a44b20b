// Accounts that were deleted while this device held records of them.
import { findDeletedAccount, openDeletedAccount, PROOF_OF } from '#contract/deleted-account.ts';
import { toBase64 } from '#device/base64.ts';
import { deviceKeyIn } from './account-headers.ts';
import { isOutOfReach } from './refusals.ts';
import { call, exchange } from './request.ts';

/** What proves that this device belonged to an account: only its key makes it, and it does not tell the key. */
export async function proofOf(deviceKey: Uint8Array): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  // A browser that cannot encrypt stores nothing that needs a proof.
  if (subtle === undefined) return undefined;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', new Uint8Array(deviceKey), hmac, false, ['sign']);
  const proof = await subtle.sign('HMAC', key, new TextEncoder().encode(PROOF_OF));
  return toBase64(new Uint8Array(proof)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns when the account was deleted; `undefined` if it was not, or the server does not tell. */
export async function deletionOf(proof: string) {
  const told = await call(findDeletedAccount, { body: { proof } }).catch(() => undefined);
  const at = told?.deleted_at ?? undefined;
  return at === undefined ? undefined : { at, isByRule: told?.is_by_rule === true };
}

/**
 * Returns the key for the records of a deleted account that had the address of the one that is logged in.
 *
 * @throws {NetworkError} and the like when the server cannot be asked now
 */
export async function formerKey(proof: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return deviceKeyIn((await exchange(openDeletedAccount, { body: { proof } })).headers);
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    return undefined;
  }
}
