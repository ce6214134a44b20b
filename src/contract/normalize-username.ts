import { plainAddress } from '#form/email-address.ts';

/** Normalizes an address, so that each has one account, however it is typed. */
export function normalizeUsername(username: string): string {
  return plainAddress(username).toLowerCase();
}
