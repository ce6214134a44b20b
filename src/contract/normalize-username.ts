/** Normalizes an address, so that each has one account, however it is typed. */
export function normalizeUsername(username: string): string {
  return username.trim().normalize('NFC').toLowerCase();
}
