import type { JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import { MAX_FILE_BYTES } from '#limits.ts';

const GAVE_UP =
  'This document could not be converted, through no fault of yours. Please try again later, or save it as a PDF and upload that.';
const LOST =
  'Your file did not reach us. Please check your connection and upload it again; if it happens again, use another network.';
const TOO_LARGE = 'This file is larger than 1 MB. Please make it smaller and upload it again.';

/** Makes a PDF of one upload. What is wrong with the file is said to the applicant; only our own faults are retried. */
export function convertDocumentHandler(context: Context): JobHandler<{ generation: string }> {
  const { converter, documents, storage } = context;

  return async ({ generation }, { signal, isLastTry }) => {
    const conversion = await documents.beginConversion(generation);
    if (conversion === undefined) return;
    try {
      // One copy, judged and converted from the same bytes, whatever happens to the upload meanwhile.
      const file = await storage.read(conversion.uploadKey);
      if (file === undefined) return await documents.failConversion(generation, LOST);
      if (file.length > MAX_FILE_BYTES) return await documents.failConversion(generation, TOO_LARGE);
      const outcome = await converter.convert(file, signal);
      if (signal.aborted) throw new Error('The job was called off.');
      if (outcome.status === 'FAILED') return await documents.failConversion(generation, outcome.message);
      const { pdf, pages } = outcome;
      await documents.completeConversion(conversion, { pdf, pages, fileSize: file.length });
    } catch (error) {
      if (isLastTry) await documents.failConversion(generation, GAVE_UP);
      throw error;
    }
  };
}
