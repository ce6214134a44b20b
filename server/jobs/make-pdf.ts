import { applicantName } from '#service-view/applicant-name.ts';
import { NAMELESS_TITLE } from '#service-view/document-title.ts';
import type { JobHandler } from '#server/adapters/queue.ts';
import type { Context } from '#server/context.ts';
import { COPY_FAILED } from '#server/domain/copies.ts';
import { lostFiles } from '#server/domain/documents.ts';
import { loadServiceViewRenderer } from '#server/domain/service-view-renderer.ts';

const NO_PRINTER =
  'PDF copies cannot be made here at the moment. Your application itself is safe; please try again later.';

/** Prints the service view of one application and appends its documents. */
export function makePdfHandler(context: Context): JobHandler<{ generation: string }> {
  const { applications, converter, copies, database, documents, log, printer } = context;

  return async ({ generation }, { signal, isLastTry }) => {
    const begun = await copies.begin(generation);
    if (begun === undefined) return;
    const { accountId } = begun;
    try {
      if (!printer.isInstalled()) return await copies.fail(generation, NO_PRINTER);
      // Read before the answers: a change in between then marks the copy as outdated, never as newer than it is.
      const revision = await applications.revision(accountId);
      const { view, document } = await applications.read(accountId);
      const { renderServiceView } = await loadServiceViewRenderer();
      const html = renderServiceView(document);
      const name = applicantName(view.answer);
      const printed = await printer.print({ html, foot: name === '' ? NAMELESS_TITLE : name }, signal);
      const pdf = await converter.merge(printed, await attachedPdfs(accountId), signal);
      await copies.complete(generation, { accountId, pdf, revision });
    } catch (error) {
      if (isLastTry) await copies.fail(generation, COPY_FAILED);
      throw error;
    }
  };

  async function attachedPdfs(accountId: string): Promise<Buffer[]> {
    if (!(await converter.canMerge())) return [];
    const pdfs: Buffer[] = [];
    const missing: string[] = [];
    for (const document of await documents.attached(accountId)) {
      const pdf = await documents.read(document);
      if (pdf === undefined) missing.push(document.pdfKey);
      else pdfs.push(pdf);
    }
    const numLost = (await lostFiles(missing, database.kysely)).length;
    if (numLost > 0)
      log.warn({ numLost }, 'Documents are missing from the storage; a PDF copy was made without them.');
    return pdfs;
  }
}
