import { OutdatedError } from '#server/domain/ground/errors.ts';

/** The revisions of the answers over which a caller wants to act; `undefined` for any. */
export type AcceptedRevisions = readonly number[] | undefined;

/** @throws {OutdatedError} when the present revision is none of the accepted ones */
export function refuseOutdated(present: number, accepted: AcceptedRevisions): void {
  if (accepted !== undefined && !accepted.includes(present)) throw new OutdatedError(present);
}
