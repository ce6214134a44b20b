import { plainAddress } from '#form/email-address.ts';

/** Normalizes an address, so that it has one account, however it is typed. */
export function normalizeUsername(username: string): string {
  return plainAddress(username).toLowerCase();
}
