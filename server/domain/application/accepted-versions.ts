import { OutdatedError } from '#server/domain/ground/errors.ts';

/** The versions of the answers over which a caller wants to act; `undefined` for any. */
export type AcceptedVersions = readonly number[] | undefined;

/**
 * The present version, and the last run of calls that named no version: from the version before it to the one after it.
 */
export interface Versions {
  readonly answers_revision: number;
  readonly calls_from: number | null;
  readonly calls_to: number | null;
}

export type JudgeVersions = (versions: Versions, accepted: AcceptedVersions) => void;

/** @throws {OutdatedError} when the present version is not accepted */
export function requireVersion(
  { answers_revision: present }: Pick<Versions, 'answers_revision'>,
  accepted: AcceptedVersions,
): void {
  if (accepted !== undefined && !accepted.includes(present)) throw new OutdatedError(present);
}

/**
 * Judges a submission. Pages of the previous release first make calls that name no version, which raise the version
 * but change no answer, and they do not read the new version in the responses. So a submission may also name the
 * version before those calls.
 *
 * @throws {OutdatedError} when answers were saved since the accepted versions
 */
export function requireVersionOfAnswers(
  { answers_revision: present, calls_from, calls_to }: Versions,
  accepted: AcceptedVersions,
): void {
  const from = calls_from !== null && calls_to === present ? calls_from : present;
  if (accepted !== undefined && !accepted.some((version) => from <= version && version <= present)) {
    throw new OutdatedError(present);
  }
}
