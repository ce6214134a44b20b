/** An address as accounts are told apart by it: one account per address, however it is typed. */
export function normalizeUsername(username: string): string {
  return username.trim().normalize('NFC').toLowerCase();
}
