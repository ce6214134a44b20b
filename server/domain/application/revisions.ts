import { OutdatedError } from '#server/domain/ground/errors.ts';

/** The revisions of the answers over which a caller wants to act; `undefined` for any. */
export type AcceptedRevisions = readonly number[] | undefined;

/** The present revision, and the last run of calls that named none: from the revision before it to the one after it. */
export interface Versions {
  readonly answers_revision: number;
  readonly calls_from: number | null;
  readonly calls_to: number | null;
}

export type JudgeVersions = (versions: Versions, accepted: AcceptedRevisions) => void;

/** @throws {OutdatedError} when the present revision is none of the accepted ones */
export function refuseOutdated(
  { answers_revision: present }: Pick<Versions, 'answers_revision'>,
  accepted: AcceptedRevisions,
): void {
  if (accepted !== undefined && !accepted.includes(present)) throw new OutdatedError(present);
}

/**
 * Judges a submission. Pages of the release before make calls without a version right before they submit, and do not
 * read the version in the responses. So a submission counts over the version before a run of such calls, too: what is
 * submitted are the answers, and these calls change none.
 *
 * @throws {OutdatedError} when answers were saved since the accepted revisions
 */
export function refuseOutdatedAnswers(
  { answers_revision: present, calls_from, calls_to }: Versions,
  accepted: AcceptedRevisions,
): void {
  const from = calls_from !== null && calls_to === present ? calls_from : present;
  if (accepted !== undefined && !accepted.some((revision) => from <= revision && revision <= present)) {
    throw new OutdatedError(present);
  }
}
