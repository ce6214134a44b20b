import { backOff } from '#api/back-off.ts';
import { UnauthorizedError } from '#api/errors.ts';
import { isCutOff, isFinal } from '#api/refusals.ts';
import type { getConversion } from '#contract/conversion.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import type { Clock } from '#device/clock.ts';
import { CONVERSION_LONGEST_MS, CONVERSION_POLL_MS } from '#limits.ts';
import { ConversionFailedError, ConversionUnknownError } from './errors.ts';

/** Conversions take seconds; after this the applicant is told not to wait. */
const LONG_MS = 20_000;
/** Polling ends after this many refusals in a row. */
const REFUSALS = 3;

interface WatchParts {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly ask: () => Promise<ResponseOf<typeof getConversion>>;
  readonly pause: (ms: number) => Promise<void>;
  /** Called after each poll without a result. `isLong` if it takes longer than usual, or polling fails. */
  readonly onPending: (how: { readonly isOffline: boolean; readonly isLong: boolean }) => void;
  readonly signal: AbortSignal;
}

/**
 * Polls until a conversion has succeeded. The server ends conversions that hang; if it never does, polling ends.
 *
 * @throws {ConversionFailedError} when the server reports a failure
 * @throws {ConversionUnknownError} when the server has given no result for too long
 * @throws {UnauthorizedError} when the session has ended
 * @see specification §4, File flow
 */
export async function watchConversion({ clock, ask, pause, onPending, signal }: WatchParts): Promise<void> {
  const since = clock.elapsed();
  let [failures, refusals, onLineMs] = [0, 0, 0];
  for (;;) {
    let wait = CONVERSION_POLL_MS;
    const outcome = await ask().catch((error: unknown) => ({ status: 'UNHEARD', error }) as const);
    signal.throwIfAborted();
    switch (outcome.status) {
      case 'COMPLETED':
        return;
      case 'FAILED':
        throw new ConversionFailedError(outcome.message ?? UNEXPECTED);
      case 'NOT_ANSWERED':
        throw new ConversionFailedError('The file did not reach us. Please choose it again.');
      case 'UNHEARD':
        if (outcome.error instanceof UnauthorizedError) throw outcome.error;
        failures += 1;
        refusals = isFinal(outcome.error) ? refusals + 1 : 0;
        wait = backOff(outcome.error, failures, CONVERSION_POLL_MS);
        break;
      case 'UNPROCESSED':
      case 'IN_PROGRESS':
        [failures, refusals] = [0, 0];
        break;
      default:
        outcome satisfies never;
    }
    if (refusals >= REFUSALS || onLineMs >= CONVERSION_LONGEST_MS) throw new ConversionUnknownError();
    const isOffline = outcome.status === 'UNHEARD' && isCutOff(outcome.error);
    const pausedAt = clock.elapsed();
    onPending({ isOffline, isLong: failures > 0 || pausedAt - since >= LONG_MS });
    await pause(wait);
    // Count at most the planned wait: the device may have slept.
    if (!isOffline) onLineMs += Math.min(wait, clock.elapsed() - pausedAt);
  }
}
