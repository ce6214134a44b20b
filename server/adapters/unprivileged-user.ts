import { readFileSync } from 'node:fs';

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user for child processes if we run as root: PostgreSQL refuses to run as root, and a browser or an
 * office suite should not. Returns `undefined` if this process is not root.
 */
export function unprivilegedUser(): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
