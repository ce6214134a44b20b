import { readFileSync } from 'node:fs';

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** What an unprivileged user is for. Each has one of its own, so that none can touch what another one runs or keeps. */
type Purpose = 'database' | 'converter' | 'printer';

/** Numbers that neither distributions nor systemd give to anybody. */
const OWN_NUMBERS = { converter: 65_530, printer: 65_531 } as const;

/**
 * Returns the user for child processes if we run as root: PostgreSQL refuses to run as root, and a browser or an
 * office suite should not. The database's files belong to `nobody`. Returns `undefined` if this process is not root.
 */
export function unprivilegedUser(purpose: Purpose): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (purpose !== 'database') return { uid: OWN_NUMBERS[purpose], gid: OWN_NUMBERS[purpose] };
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
