// When a file is tried again, and when that ends.
import type { AnswerKey } from '#form/keys.ts';
import { CONVERSION_LONGEST_MS } from '#limits.ts';
import { NEVER, waitAfter } from '#retry.ts';
import type { Run } from '../events.ts';
import type { FileTrouble, Upload } from './upload-model.ts';
import { fail, keep, put } from './upload-changes.ts';

/** If the server asks for a longer wait, the applicant is told instead. */
export const LONGEST_ASKED_MS = 60_000;
/**
 * An upload fails after this many failures in a row. The storage has about seven minutes: the longest request is the
 * most likely to be interrupted.
 */
const TRIES = {
  offline: NEVER,
  portal: NEVER,
  storage: 16,
  busy: 3,
  outdated: 3,
  refused: 1,
  missed: 1,
  broken: 1,
};
/** If the storage fails for this long, the applicant is told. The file waits, and is tried again. */
const STORAGE_PATIENCE_MS = 20_000;

export const CONVERSION_UNKNOWN =
  'We could not find out whether your file is attached. Please check again later, or choose it again.';

/** The first failure of its kind. */
export const first = (is: 'missed' | 'broken', { now }: Run) => ({ is, failures: 1, since: now.elapsed });

/** A file that the storage has is not posted again. */
export function afterLook({ place }: Upload): Upload['step'] {
  return place === undefined ? 'free' : 'posted';
}

/** After a failed attempt before the server has agreed to convert the file. */
export function tryAgain(run: Run, key: AnswerKey, upload: Upload, trouble: FileTrouble): void {
  const { step, isWaiting, trouble: { failures, since } = first('broken', run) } = upload;
  const { is, sentence, retryAfterMs = 0 } = trouble;
  // By the next attempt, an unused form may have expired.
  const place = step === 'placed' ? undefined : upload.place;
  const isFinal = is === 'refused' || is === 'broken';
  // If the server does not return the list, the file is still sent.
  if (step === 'chosen' && isFinal) put(run, key, { ...upload, theirs: null, step: afterLook(upload) });
  // Storage deletes files that stay unconverted for long: what an earlier attempt has posted is sent again.
  else if (step === 'posted' && is === 'refused' && isWaiting)
    put(run, key, { ...upload, step: 'free', place: undefined });
  else if (failures >= TRIES[is] || (is === 'busy' && retryAfterMs > LONGEST_ASKED_MS))
    fail(run, key, upload, sentence);
  else {
    // The server's own message is shown at once; the save status shows a missing network.
    const isTelling =
      is === 'busy' ||
      is === 'portal' ||
      (is === 'storage' && run.now.elapsed - since >= STORAGE_PATIENCE_MS);
    const said = isTelling ? sentence : upload.said;
    const waits = { ...upload, step: 'chosen', place, isWaiting: true, said } as const;
    const waitMs = waitAfter(trouble, failures);
    put(run, key, waits, waitMs);
    keep(run, key, waits, waitMs);
  }
}

/** The server ends conversions that hang. If it never does, polling ends, and nothing is deleted. */
export function pollAgain(run: Run, key: AnswerKey, upload: Upload, waitMs: number): void {
  const { waitedMs, trouble } = upload;
  if (waitedMs >= CONVERSION_LONGEST_MS) fail(run, key, upload, CONVERSION_UNKNOWN, 'unknown');
  else put(run, key, { ...upload, waitedMs: waitedMs + (trouble?.is === 'offline' ? 0 : waitMs) }, waitMs);
}
