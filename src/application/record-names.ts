// The names of the device's records.
import type { Stamp } from '#device/stamp.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import type { Effect } from './events.ts';
import type { Owner, Parts } from './model.ts';

export const ANONYMOUS: Owner = 'anonymous';
export const META = 'meta';

/** The parts of a draft, and how the names of their records begin. */
export const beginnings: Readonly<Record<keyof Parts, string>> = {
  answers: 'change',
  calls: 'operation',
  sent: 'sent',
  seen: 'seen',
  old: 'answer',
};
export const parts = ['answers', 'calls', 'sent', 'seen', 'old'] as const;

export function nameOf(part: keyof Parts, owner: Owner, key: string): string {
  return `${beginnings[part]}/${owner}/${key}`;
}

/** Prefixes of the records that a tab needs for these owners. */
export function prefixesOf(owners: Iterable<Owner>): readonly string[] {
  return [META, ...[...owners].flatMap((owner) => parts.map((part) => nameOf(part, owner, '')))];
}

/** Whether these are of a tab that has sent answers. */
export function hasSent(records: ReadonlyMap<string, DeviceRecord>): boolean {
  return [...records].some(([name, { value }]) => name.startsWith(beginnings.sent) && value !== undefined);
}

/** The owner in a record's name; `undefined` for a record without one. */
export function ownerIn(name: string): Owner | undefined {
  return /^[a-z]+\/([^/]+)\//.exec(name)?.[1];
}

/** The account in a record's name; `undefined` for the anonymous draft, which the device's own key opens. */
export function accountIn(name: string): Owner | undefined {
  const owner = ownerIn(name);
  return owner === ANONYMOUS ? undefined : owner;
}

/** Whether a record stays at a wipe: it is somebody else's, or an answer that another tab has stored since. */
export function outlives(name: string, stamp: Stamp, { owner, draftOf, until }: Effect<'wipe'>): boolean {
  if (stamp > until && name.startsWith(beginnings.answers)) return true;
  const whose = ownerIn(name);
  if (owner === ANONYMOUS || whose === undefined || whose === owner) return false;
  return whose !== ANONYMOUS || draftOf !== undefined;
}
