import { defineJob, type JobHandler } from '#server/adapters/job.ts';
import type { Copies } from './copies.ts';
import { printApplication, type PrintingParts } from './print-application.ts';

/** Prints the PDF copy of an application. */
export const pdfJob = defineJob<{ generation: string }>('make-pdf', { retryLimit: 2, retryDelayMax: 10 });

const FAILED = 'The PDF copy of your application could not be made. Please try again in a few minutes.';
const NO_PRINTER =
  'PDF copies cannot be made here at the moment. Your application itself is safe; please try again later.';

interface PdfParts extends PrintingParts {
  readonly copies: Copies;
}

/** Makes the PDF copy of one application. */
export function makePdfHandler(parts: PdfParts): JobHandler<{ generation: string }> {
  const { applications, copies, printer } = parts;

  return async ({ generation }, { signal, isLastAttempt }) => {
    const begun = await copies.begin(generation);
    if (begun === undefined) return;
    const { accountId } = begun;
    try {
      if (!printer.isInstalled()) return await copies.fail(generation, NO_PRINTER);
      // Read before the answers: a change in between then marks the copy as outdated, never as newer than it is.
      const printRevision = await applications.printRevision(accountId);
      const pdf = await printApplication(parts, accountId, signal);
      await copies.complete(generation, { accountId, pdf, printRevision });
    } catch (error) {
      if (isLastAttempt) await copies.fail(generation, FAILED);
      throw error;
    }
  };
}
