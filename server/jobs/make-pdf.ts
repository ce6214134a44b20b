import type { JobHandler } from '#server/adapters/job.ts';
import type { Context } from '#server/context.ts';
import { COPY_FAILED } from '#server/domain/documents/copies.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';

const NO_PRINTER =
  'PDF copies cannot be made here at the moment. Your application itself is safe; please try again later.';

/** Makes the PDF copy of one application. */
export function makePdfHandler(context: Context): JobHandler<{ generation: string }> {
  const { applications, copies, printer } = context;

  return async ({ generation }, { signal, isLastTry }) => {
    const begun = await copies.begin(generation);
    if (begun === undefined) return;
    const { accountId } = begun;
    try {
      if (!printer.isInstalled()) return await copies.fail(generation, NO_PRINTER);
      // Read before the answers: a change in between then marks the copy as outdated, never as newer than it is.
      const revision = await applications.revision(accountId);
      const pdf = await printApplication(context, accountId, signal);
      await copies.complete(generation, { accountId, pdf, revision });
    } catch (error) {
      if (isLastTry) await copies.fail(generation, COPY_FAILED);
      throw error;
    }
  };
}
