import { OurFault, type Refusal } from '#server/adapters/converter/outcome.ts';
import type { JobHandler } from '#server/adapters/job.ts';
import type { Lane } from '#server/adapters/queue.ts';
import { counter } from '#server/adapters/metrics.ts';
import type { Context } from '#server/context.ts';
import { conversionJob, LOST_MESSAGE, TOO_LARGE_MESSAGE } from '#server/domain/documents/document-jobs.ts';
import { MAX_FILE_BYTES } from '#limits.ts';

const GAVE_UP =
  'This document could not be converted, through no fault of yours. Please try again later, or save it as a PDF and upload that.';

/** A try never takes longer. */
const LEASE_MS = conversionJob.expireInSeconds * 1000;
const NEVER = new AbortController().signal;

/**
 * Makes a PDF of one upload. Faults of the file are told to the applicant at once. After our own errors the file is tried
 * again, and the applicant learns of them after the last try (`outcome.ts`).
 *
 * @param lane `impatient` puts a file back once its applicant has used up their share of the workers' time
 */
export function convertDocumentHandler(
  context: Context,
  lane: Lane = 'patient',
): JobHandler<{ generation: string }> {
  const { conversions, converter, log, metrics, storage } = context;
  const outcomes = counter(
    metrics,
    'admissions_conversions_total',
    'Conversions in this process: done, failed (the file is at fault, or asks for too much) or broken (we are).',
    ['outcome'],
  );

  return async ({ generation }, { signal, isLastTry }) => {
    const conversion = await conversions.begin(generation);
    if (conversion === undefined) return;
    const { accountId } = conversion;
    const share = lane === 'impatient' ? await shareOf(accountId) : NEVER;
    if (share.aborted) return conversions.putBack(conversion);
    const begunAt = performance.now();
    const fail = async ({ reason, message }: Refusal) => {
      outcomes.inc({ outcome: 'failed' });
      log.info({ reason }, 'A document was refused.');
      await conversions.fail(generation, message);
    };
    try {
      // Check and convert the same copy, because the upload may change meanwhile.
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
      if (isLastTry) await conversions.fail(generation, error instanceof OurFault ? error.sentence : GAVE_UP);
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
