import { OutdatedError } from '#server/domain/ground/errors.ts';

/** The versions of the answers over which a caller wants to act; `undefined` for any. */
export type AcceptedVersions = readonly number[] | undefined;

/** The present version. */
export interface Versions {
  readonly answers_revision: number;
}

/** @throws {OutdatedError} when the present version is not accepted */
export function requireVersion({ answers_revision: present }: Versions, accepted: AcceptedVersions): void {
  if (accepted !== undefined && !accepted.includes(present)) throw new OutdatedError(present);
}
