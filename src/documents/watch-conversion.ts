import { backOff } from '#api/back-off.ts';
import { NetworkError, UnauthorizedError } from '#api/errors.ts';
import { isFinal } from '#api/refusals.ts';
import type { getConversion } from '#contract/conversion.ts';
import type { ResponseOf } from '#contract/define-call.ts';
import type { Clock } from '#device/clock.ts';
import { CONVERSION_LONGEST_MS, CONVERSION_POLL_MS } from '#limits.ts';
import { ConversionFailedError, ConversionUnknownError } from './errors.ts';

/** A conversion takes seconds; from then on the applicant is told that nobody has to wait for it. */
const LONG_MS = 20_000;
/** How often in a row the server may refuse to say what became of a conversion. */
const REFUSALS = 3;

export interface WatchParts {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly ask: () => Promise<ResponseOf<typeof getConversion>>;
  readonly pause: (ms: number) => Promise<void>;
  /** It has not ended. `isLong` where it takes more time than usual, or cannot be learnt just now. */
  readonly onPending: (how: { readonly isOffline: boolean; readonly isLong: boolean }) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks until the server says that a conversion has succeeded. It is the server that ends what hangs; should it never
 * do so, this does.
 *
 * @throws {ConversionFailedError} where the server says so
 * @throws {ConversionUnknownError} where it says nothing of use for too long
 * @throws {UnauthorizedError}
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
        throw new ConversionFailedError(outcome.message);
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
    const isOffline = outcome.status === 'UNHEARD' && outcome.error instanceof NetworkError;
    const pausedAt = clock.elapsed();
    onPending({ isOffline, isLong: failures > 0 || pausedAt - since >= LONG_MS });
    await pause(wait);
    // No longer than it was to be: a device may have slept meanwhile.
    if (!isOffline) onLineMs += Math.min(wait, clock.elapsed() - pausedAt);
  }
}
