import { MAX_FILE_BYTES } from '#limits.ts';
import { OurFault, type Refusal } from '#server/adapters/converter/outcome.ts';
import { defineJob, type JobHandler } from '#server/adapters/job.ts';
import { counter } from '#server/adapters/metrics.ts';
import type { Lane, Queue } from '#server/adapters/queue.ts';
import type { Conversions } from './conversions.ts';
import { LOST_MESSAGE, TOO_LARGE_MESSAGE } from './sentences.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

const GAVE_UP =
  'This document could not be converted, through no fault of yours. Please try again later, or save it as a PDF and upload that.';

/** Makes a PDF of an uploaded file. */
export const conversionJob = defineJob<{ generation: string }>('convert-document', {
  retryLimit: 2,
  retryDelayMax: 10,
});

/**
 * How many conversions run at once in a process. An applicant has a share of the workers' time (`limits.ts`): within
 * it, the first of these workers convert the files, beyond it only the last one. So a few applicants whose files hang
 * delay only each other.
 */
const AT_ONCE = { prompt: 2, late: 1 } as const;

/** An attempt never takes longer. */
const LEASE_MS = conversionJob.expireInSeconds * 1000;
const NEVER = new AbortController().signal;

interface ConversionParts extends Pick<Parts, 'converter' | 'log' | 'metrics' | 'storage'> {
  readonly conversions: Conversions;
}

/** Registers the workers of conversions: some for applicants within their share of the time, others for the rest. */
export async function startConversions(parts: ConversionParts & { readonly queue: Queue }): Promise<void> {
  for (const lane of ['prompt', 'late'] as const)
    await parts.queue.work(conversionJob, convertDocumentHandler(parts, lane), AT_ONCE[lane], lane);
}

/**
 * Makes a PDF of one upload. The applicant reads at once about faults of the file. After our own errors the file is
 * tried again, and the applicant reads about them after the last attempt (`outcome.ts`).
 *
 * @param lane `prompt` puts a file back once its applicant has used up their share of the workers' time
 */
export function convertDocumentHandler(
  parts: ConversionParts,
  lane: Lane = 'late',
): JobHandler<{ generation: string }> {
  const { conversions, converter, log, metrics, storage } = parts;
  const outcomes = counter(
    metrics,
    'admissions_conversions_total',
    'Conversions in this process: done, failed (the file is at fault, or asks for too much) or broken (we are).',
    ['outcome'],
  );
  // To Prometheus, what appears with the first one has not grown, so no alert would tell of it.
  outcomes.inc({ outcome: 'broken' }, 0);

  return async ({ generation }, { signal, isLastAttempt }) => {
    const conversion = await conversions.begin(generation);
    if (conversion === undefined) return;
    const { accountId } = conversion;
    const share = lane === 'prompt' ? await shareOf(accountId) : NEVER;
    if (share.aborted) return conversions.putBack(conversion);
    const begunAt = performance.now();
    const fail = async ({ reason, message }: Refusal) => {
      outcomes.inc({ outcome: 'failed' });
      log.info({ reason }, 'A document was refused.');
      await conversions.fail(generation, message);
    };
    try {
      // Check and convert the same copy, because the upload may change in between.
      const file = await storage.read(conversion.uploadKey);
      if (file === undefined) return await fail({ reason: 'lost', message: LOST_MESSAGE });
      if (file.length > MAX_FILE_BYTES)
        return await fail({ reason: 'too-large', message: TOO_LARGE_MESSAGE });
      const outcome = await converter.convert(file, AbortSignal.any([signal, share]));
      if (outcome.status === 'FAILED') return await fail(outcome);
      await conversions.complete(conversion, { pdf: outcome.pdf, fileSize: file.length });
      outcomes.inc({ outcome: 'done' });
    } catch (error) {
      if (share.aborted && !signal.aborted) return await conversions.putBack(conversion);
      outcomes.inc({ outcome: 'broken' });
      if (isLastAttempt)
        await conversions.fail(generation, error instanceof OurFault ? error.sentence : GAVE_UP);
      throw error;
    } finally {
      await conversions.spend(accountId, performance.now() - begunAt);
    }
  };

  /** Returns a signal that aborts when the applicant's share is used up, or is aborted if it already is. */
  async function shareOf(accountId: string): Promise<AbortSignal> {
    const leftMs = await conversions.timeLeftMs(accountId);
    return leftMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(Math.min(leftMs, LEASE_MS));
  }
}
