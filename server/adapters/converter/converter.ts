import { existsSync } from 'node:fs';
import { findImageRuntime, type ImageRuntime } from './image-runtime.ts';
import { convertImage } from './convert-image.ts';
import { Office } from './office.ts';
import { failed, TOOK_TOO_LONG, type Outcome, type Refusal } from './outcome.ts';
import { convertPdf, mergePdfs } from './pdf.ts';
import { makeReader, type Reader } from './reader.ts';
import { canIsolate, findProgram, makeSandbox, type Sandbox } from './sandbox.ts';
import type { FileKind } from './sniff.ts';
import { makeWorkFolder, removeStaleWorkFolders, removeWorkFolder } from './work-folder.ts';

/** A system program that documents need. `consequence` tells the operator what does not work without it. */
export interface SystemPart {
  readonly name: string;
  readonly isPresent: boolean;
  readonly consequence: string;
}

/** Makes a safe PDF of any file that an applicant uploads. */
export interface Converter {
  /** Expected failures are outcomes. Only unexpected errors are thrown; for those a retry makes sense. */
  convert(file: Buffer, signal?: AbortSignal): Promise<Outcome>;
  /** Returns false where no PDF can be appended to another, because the sandbox or qpdf is missing. */
  canMerge(): Promise<boolean>;
  /** Appends PDFs to a first one. */
  merge(first: Uint8Array, others: readonly Uint8Array[], signal?: AbortSignal): Promise<Buffer>;
  systemParts(): Promise<readonly SystemPart[]>;
  close(): Promise<void>;
}

interface ConverterOptions {
  readonly sofficePath: string;
  /** `off`: convert without bubblewrap, where the kernel does not allow user namespaces. */
  readonly sandbox: 'on' | 'off';
  readonly documentsPerInstance?: number;
}

const PYTHON = '/usr/bin/python3';
const UNO = '/usr/lib/python3/dist-packages/uno.py';
const NO_SANDBOX: Refusal = {
  reason: 'no-sandbox',
  message:
    'We cannot accept documents right now. This is not your fault. Please upload this file again later. The rest of your application is not affected.',
};
const NO_WORD: Refusal = {
  reason: 'program-missing',
  message:
    'Word documents cannot be converted here at the moment. Please save yours as a PDF on your computer or phone, and upload that.',
};
const NO_PDF: Refusal = {
  reason: 'program-missing',
  message:
    'PDFs cannot be checked here at the moment. Please upload a photo or a screenshot (PNG or JPEG) of each page, or try again later.',
};
const NOT_OPENED =
  'This Word document cannot be opened. Please open it on your computer, save it as a PDF, and upload that.';

/**
 * Makes the converter. It starts and checks no program before the first file or the first question about its parts.
 */
export function makeConverter(options: ConverterOptions): Converter {
  const reader = makeReader();
  let prepared: Promise<Prepared> | undefined;
  const prepare = () =>
    (prepared ??= prepareParts(options, reader).catch((error: unknown) => {
      // A failure such as a full disk may be repaired by the next file, so try again then.
      prepared = undefined;
      throw error;
    }));

  return {
    async convert(file, signal) {
      const sniffed = await reader.read('kind', file, signal);
      if (sniffed === undefined) return failed(TOOK_TOO_LONG);
      if (sniffed.kind === 'refused') return failed(sniffed);
      const parts = await prepare();
      return canSandbox(parts) ? convertKind(sniffed.kind, file, parts, signal) : failed(NO_SANDBOX);
    },
    async canMerge() {
      const prepared = await prepare();
      return canSandbox(prepared) && hasAll(prepared, 'qpdf');
    },
    merge: async (first, others, signal) => mergePdfs(first, others, (await prepare()).sandbox, signal),
    systemParts: async () => (await prepare()).parts,
    async close() {
      await reader.close();
      await (await prepared)?.office.close();
    },
  };
}

interface Prepared {
  readonly reader: Reader;
  readonly sandbox: Sandbox;
  readonly office: Office;
  readonly imageRuntime: ImageRuntime;
  readonly parts: readonly SystemPart[];
}

async function prepareParts(options: ConverterOptions, reader: Reader): Promise<Prepared> {
  removeStaleWorkFolders();
  const isIsolated = options.sandbox === 'on' && (await canIsolateHere());
  const sandbox = makeSandbox({ isIsolated });
  const office = new Office({ ...options, sandbox });
  const imageRuntime = findImageRuntime();
  return { reader, sandbox, office, imageRuntime, parts: systemParts(options, isIsolated) };
}

function convertKind(
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
      return convertAnyPdf(file, prepared, signal);
    case 'docx':
      return convertWord(file, prepared, signal);
    default:
      return kind satisfies never;
  }
}

async function convertAnyPdf(file: Buffer, prepared: Prepared, signal?: AbortSignal): Promise<Outcome> {
  return hasAll(prepared, 'qpdf') ? convertPdf(file, prepared, signal) : failed(NO_PDF);
}

async function convertWord(file: Buffer, prepared: Prepared, signal?: AbortSignal): Promise<Outcome> {
  const cleaned = await prepared.reader.read('docx', file, signal);
  if (cleaned === undefined) return failed(TOOK_TOO_LONG);
  if (!cleaned.isClean) return failed(cleaned);
  if (!hasAll(prepared, 'libreoffice', 'python3-uno', 'qpdf')) return failed(NO_WORD);
  const result = await prepared.office.convert(cleaned.docx, signal);
  switch (result.kind) {
    case 'pdf':
      // LibreOffice made it under a stranger's influence, so it is cleaned like any uploaded PDF.
      return convertAnyPdf(result.pdf, prepared, signal);
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

/** Returns true if strangers' files may be read: in bubblewrap, or where the operator has decided to do without. */
function canSandbox(prepared: Prepared): boolean {
  return hasAll(prepared, 'bubblewrap');
}

function hasAll({ parts }: Prepared, ...names: readonly string[]): boolean {
  return names.every((name) => parts.some((part) => part.name === name && part.isPresent));
}

/** Returns true if a sandbox starts, tried with a folder as a conversion would use it. */
async function canIsolateHere(): Promise<boolean> {
  const folder = makeWorkFolder();
  try {
    return await canIsolate(folder);
  } finally {
    await removeWorkFolder(folder);
  }
}

function systemParts({ sofficePath, sandbox }: ConverterOptions, isIsolated: boolean): readonly SystemPart[] {
  const noWord = 'Word documents are refused, with a request to upload a PDF';
  return [
    { name: 'libreoffice', isPresent: existsSync(sofficePath), consequence: noWord },
    { name: 'python3-uno', isPresent: existsSync(PYTHON) && existsSync(UNO), consequence: noWord },
    {
      name: 'bubblewrap',
      isPresent: isIsolated || sandbox === 'off',
      consequence:
        'all documents are refused; it is missing, or this kernel gives it no user namespaces (CONVERTER_SANDBOX=off reads files without it)',
    },
    {
      name: 'qpdf',
      isPresent: findProgram('qpdf') !== undefined,
      consequence: 'PDFs are refused, and the PDF copy comes without the attached documents',
    },
    {
      name: 'poppler',
      isPresent: findProgram('pdftoppm') !== undefined,
      consequence:
        'PDFs are attached without having been drawn once, so one could hang the program that opens it',
    },
  ];
}
