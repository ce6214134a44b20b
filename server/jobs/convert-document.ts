import type { Refusal } from '#server/adapters/converter/outcome.ts';
import type { JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import { LOST_MESSAGE, TOO_LARGE_MESSAGE } from '#server/domain/document-jobs.ts';
import { MAX_FILE_BYTES } from '#limits.ts';

const GAVE_UP =
  'This document could not be converted, through no fault of yours. Please try again later, or save it as a PDF and upload that.';

/** Makes a PDF of one upload. Reports faults of the file to the applicant, and retries only after our own errors. */
export function convertDocumentHandler(context: Context): JobHandler<{ generation: string }> {
  const { conversions, converter, log, metrics, storage } = context;
  const outcomes = metrics.counter(
    'admissions_conversions_total',
    'Conversions in this process: done, failed (the file is at fault) or broken (we are).',
  );

  return async ({ generation }, { signal, isLastTry }) => {
    const conversion = await conversions.begin(generation);
    if (conversion === undefined) return;
    const fail = async ({ reason, message }: Refusal) => {
      outcomes.add({ outcome: 'failed' });
      log.info({ reason }, 'A document was refused.');
      await conversions.fail(generation, message);
    };
    try {
      // Check and convert the same copy, because the upload may change meanwhile.
      const file = await storage.read(conversion.uploadKey);
      if (file === undefined) return await fail({ reason: 'lost', message: LOST_MESSAGE });
      if (file.length > MAX_FILE_BYTES)
        return await fail({ reason: 'too-large', message: TOO_LARGE_MESSAGE });
      const outcome = await converter.convert(file, signal);
      if (signal.aborted) throw new Error('The job was called off.');
      if (outcome.status === 'FAILED') return await fail(outcome);
      const { pdf, pages } = outcome;
      await conversions.complete(conversion, { pdf, pages, fileSize: file.length });
      outcomes.add({ outcome: 'done' });
    } catch (error) {
      outcomes.add({ outcome: 'broken' });
      if (isLastTry) await conversions.fail(generation, GAVE_UP);
      throw error;
    }
  };
}
