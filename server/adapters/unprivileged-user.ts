import { readFileSync } from 'node:fs';

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * As root, the user under which children run that must not be root: PostgreSQL refuses to be, and a browser
 * or an office suite should not. `undefined` when this process is nobody special itself.
 */
export function unprivilegedUser(): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
