/** localhost, and other names that only this machine can reach. */
const THIS_MACHINE = /^(localhost|.+\.localhost|127\.[\d.]+|\[?::1\]?)$/i;

/** @param host a name or an address, as in a URL or in HOST */
export function isThisMachine(host: string): boolean {
  return THIS_MACHINE.test(host);
}
