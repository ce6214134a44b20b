import { readFileSync } from 'node:fs';

/** Ubuntu has had it since 23.10. */
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** Returns what an operator should do if the sandbox does not start. */
export function namespaceAdvice(restriction = RESTRICTION): string {
  const elsewhere = 'CONVERTER_SANDBOX=off reads files without it';
  return isOn(restriction)
    ? `AppArmor gives it no user namespaces: the sysctl kernel.apparmor_restrict_unprivileged_userns is 1. Load deploy/apparmor-bwrap; ${elsewhere}`
    : `it is missing, or this kernel gives it no user namespaces; ${elsewhere}`;
}

function isOn(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === '1';
  } catch {
    return false;
  }
}
