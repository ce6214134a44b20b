import type { ApplicationDocument } from '#contract/application-document.ts';
import { attachedHeadings } from '#service-view/attached-headings.ts';
import { NAMELESS_TITLE } from '#service-view/document-title.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import type { Applications } from '#server/domain/application/applications.ts';
import { keysInUse, type AttachedDocument, type Documents } from './documents.ts';
import { logo } from './logo.ts';
import { loadServiceViewRenderer } from './service-view-renderer.ts';
import type { Parts } from '#server/domain/ground/parts.ts';

export interface PrintingParts extends Pick<Parts, 'converter' | 'database' | 'log' | 'printer'> {
  readonly applications: Applications;
  readonly documents: Documents;
}

/** What the readers of a printout may see. */
interface Readers {
  documentOf(document: ApplicationDocument): ApplicationDocument;
  /** Whether the document of a question is attached. */
  isVisible(answerKey: string): boolean;
}

const EVERYBODY: Readers = { documentOf: (document) => document, isVisible: () => true };

/** Prints the service view of one application, and after it each page of its documents on a sheet of its own. */
export async function printApplication(
  { applications, converter, database, documents, log, printer }: PrintingParts,
  accountId: string,
  signal: AbortSignal,
  { documentOf, isVisible }: Readers = EVERYBODY,
): Promise<Buffer> {
  const { view, document: whole } = await applications.read(accountId);
  const document = documentOf(whole);
  const { renderServiceView } = await loadServiceViewRenderer();
  const name = applicantName(view.answer);
  const foot = name === '' ? NAMELESS_TITLE : name;
  const attached = await attachedPdfs();
  const headings = attachedHeadings(
    document,
    attached.map(({ answer_key }) => answer_key),
  );
  return converter.merge(
    attached.map(({ pdf }) => pdf),
    async (sheetsOf) => {
      const sheets = attached.map(({ file_name: fileName }, index) => ({
        heading: headings[index] ?? '',
        fileName,
        sheets: sheetsOf[index] ?? [],
      }));
      return printer.print({ html: renderServiceView(document, sheets, logo.light), foot }, signal);
    },
    signal,
  );

  async function attachedPdfs(): Promise<(AttachedDocument & { readonly pdf: Buffer })[]> {
    if (!(await converter.canMerge())) return [];
    const pdfs: (AttachedDocument & { readonly pdf: Buffer })[] = [];
    const missing: string[] = [];
    for (const attached of await documents.attached(accountId)) {
      if (!isVisible(attached.answer_key)) continue;
      const pdf = await documents.read(attached);
      if (pdf === undefined) missing.push(attached.pdfKey);
      else pdfs.push({ ...attached, pdf });
    }
    const numLost = (await keysInUse(missing, database.kysely)).length;
    if (numLost > 0)
      log.warn({ numLost }, 'Documents are missing from the storage; a PDF copy was made without them.');
    return pdfs;
  }
}
