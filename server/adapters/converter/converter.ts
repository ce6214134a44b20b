import { existsSync } from 'node:fs';
import { findImageRuntime, type ImageRuntime } from './image-runtime.ts';
import { convertImage } from './convert-image.ts';
import { NO_OFFICE } from './office-start.ts';
import { Office } from './office.ts';
import { mergePdfs, type PrintSheets } from './merge.ts';
import { namespaceAdvice } from './namespace-advice.ts';
import { failed, OurFault, TOOK_TOO_LONG, type Outcome, type OurReason, type Refusal } from './outcome.ts';
import { convertPdf } from './pdf.ts';
import { makeReader, type Reader } from './reader.ts';
import { canIsolate, findProgram, makeSandbox, type Sandbox } from './sandbox.ts';
import type { FileKind } from './sniff.ts';
import { inWorkFolder, removeStaleWorkFolders } from './work-folder.ts';

/** A system program that documents need. `consequence` tells the operator what does not work without it. */
export interface SystemPart {
  readonly name: string;
  readonly isPresent: boolean;
  readonly consequence: string;
}

/** Makes a safe PDF from any file that an applicant uploads. */
export interface Converter {
  /**
   * Refusals are outcomes.
   *
   * @throws {OurFault} or any other error when the file was not judged; then a retry makes sense
   */
  convert(file: Buffer, signal?: AbortSignal): Promise<Outcome>;
  /** Returns false if no PDF can be appended to another, because the sandbox or qpdf is missing. */
  canMerge(): Promise<boolean>;
  /** Draws the pages of PDFs on sheets, which `print` prints after a document of its own. */
  merge(pdfs: readonly Uint8Array[], print: PrintSheets, signal?: AbortSignal): Promise<Buffer>;
  systemParts(): Promise<readonly SystemPart[]>;
  close(): Promise<void>;
}

interface ConverterOptions {
  readonly sofficePath: string;
  /** `off`: convert without bubblewrap, for kernels that do not allow user namespaces. */
  readonly sandbox: 'on' | 'off';
}

const NO_SANDBOX: Refusal<OurReason> = {
  reason: 'no-sandbox',
  message:
    'We cannot accept documents right now. This is not your fault. Please upload this file again later. The rest of your application is not affected.',
};
const NO_PDF: Refusal<OurReason> = {
  reason: 'program-missing',
  message:
    'PDFs cannot be checked here at the moment. This is not your fault. Please upload a photo or a screenshot (PNG or JPEG) of each page, or try again later.',
};
const NOT_OPENED =
  'This Word document cannot be opened. Please open it on your computer, save it as a PDF, and upload that.';

/** Makes the converter. It starts no program before the first file or the first question about its parts. */
export function makeConverter(options: ConverterOptions): Converter {
  const reader = makeReader();
  let prepared: Promise<Prepared> | undefined;
  const prepare = () =>
    (prepared ??= prepareParts(options, reader).then(
      (parts) => {
        // What is missing may be repaired by the next file, so look again then.
        if (!parts.canRead) prepared = undefined;
        return parts;
      },
      (error: unknown) => {
        prepared = undefined;
        throw error;
      },
    ));

  return {
    async convert(file, signal) {
      const sniffed = await reader.read('kind', file, signal);
      if (sniffed === undefined) return failed(TOOK_TOO_LONG);
      if (sniffed.kind === 'refused') return failed(sniffed);
      const parts = await prepare();
      if (!parts.canRead) throw new OurFault(NO_SANDBOX);
      return convertKind(sniffed.kind, file, parts, signal);
    },
    canMerge: async () => (await prepare()).canRead && hasQpdf(),
    merge: async (pdfs, print, signal) => mergePdfs(pdfs, print, await prepare(), signal),
    systemParts: async () => systemParts(options, await prepare()),
    async close() {
      await reader.close();
      (await prepared)?.office.close();
    },
  };
}

interface Prepared {
  readonly reader: Reader;
  readonly sandbox: Sandbox;
  readonly office: Office;
  readonly imageRuntime: ImageRuntime;
  /** True if strangers' files may be read: in bubblewrap, or if the operator has turned it off. */
  readonly canRead: boolean;
}

async function prepareParts(
  { sandbox: wanted, sofficePath }: ConverterOptions,
  reader: Reader,
): Promise<Prepared> {
  removeStaleWorkFolders();
  const isIsolated = wanted === 'on' && (await inWorkFolder(canIsolate));
  const sandbox = makeSandbox({ isIsolated });
  const office = new Office({ sofficePath, sandbox });
  return {
    reader,
    sandbox,
    office,
    imageRuntime: findImageRuntime(),
    canRead: isIsolated || wanted === 'off',
  };
}

async function convertKind(
  kind: FileKind,
  file: Buffer,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<Outcome> {
  switch (kind) {
    case 'png':
    case 'jpeg':
      return convertImage(kind, file, prepared, signal);
    case 'pdf':
      if (!hasQpdf()) throw new OurFault(NO_PDF);
      return convertPdf(file, prepared, signal);
    case 'docx':
      if (!hasQpdf()) throw new OurFault(NO_OFFICE);
      return convertWord(file, prepared, signal);
    default:
      return kind satisfies never;
  }
}

async function convertWord(file: Buffer, prepared: Prepared, signal?: AbortSignal): Promise<Outcome> {
  const cleaned = await prepared.reader.read('docx', file, signal);
  if (cleaned === undefined) return failed(TOOK_TOO_LONG);
  if (!cleaned.isClean) return failed(cleaned);
  const result = await prepared.office.convert(cleaned.docx, signal);
  switch (result.kind) {
    case 'pdf':
      // LibreOffice made it under a stranger's influence, so it is cleaned like any uploaded PDF.
      return convertPdf(result.pdf, prepared, signal);
    case 'timeout':
      return failed(TOOK_TOO_LONG);
    case 'refused':
      return failed({ reason: 'word-not-opened', message: NOT_OPENED });
    case 'crashed':
      return failed({ reason: 'word-crashed', message: NOT_OPENED });
    default:
      return result satisfies never;
  }
}

function hasQpdf(): boolean {
  return findProgram('qpdf') !== undefined;
}

function systemParts({ sofficePath }: ConverterOptions, { canRead }: Prepared): readonly SystemPart[] {
  return [
    {
      name: 'libreoffice',
      isPresent: existsSync(sofficePath),
      consequence: 'Word documents are refused, with a request to upload a PDF',
    },
    {
      name: 'bubblewrap',
      isPresent: canRead,
      consequence: `all documents are refused; ${namespaceAdvice()}`,
    },
    {
      name: 'qpdf',
      isPresent: hasQpdf(),
      consequence: 'PDFs are refused, and the PDF copy does not contain the attached documents',
    },
    {
      name: 'poppler',
      isPresent: findProgram('pdftoppm') !== undefined,
      consequence:
        'PDFs are attached without a test rendering, so one could be empty or hang the program that opens it; those with hidden layers are refused',
    },
  ];
}
