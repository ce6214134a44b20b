import { readFileSync } from 'node:fs';

export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** Numbers that neither distributions nor systemd give to anybody. */
const OWN_NUMBERS = { database: 65_529, converter: 65_530, printer: 65_531 } as const;

/**
 * Returns the user for child processes if we run as root: PostgreSQL refuses to run as root, and a browser or an
 * office suite should not. Each purpose has one of its own, so that none can touch what another one runs or keeps.
 * Returns `undefined` if this process is not root.
 */
export function unprivilegedUser(purpose: keyof typeof OWN_NUMBERS): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: OWN_NUMBERS[purpose], gid: OWN_NUMBERS[purpose] };
}

/**
 * Returns the user `nobody` if we run as root. Other programs of the machine use it too, so it only runs programs that
 * need a user with a name, such as `initdb`.
 */
export function nobody(): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
