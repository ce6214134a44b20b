import { existsSync } from 'node:fs';
import { convertJpeg, convertPng } from './image.ts';
import { Office } from './office.ts';
import { failed, TOOK_TOO_LONG, type Outcome } from './outcome.ts';
import { convertPdf, mergePdfs } from './pdf.ts';
import { makeReader, type Reader } from './reader.ts';
import { canIsolate, findProgram, makeSandbox, type Sandbox } from './sandbox.ts';
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
const NO_WORD =
  'Word documents cannot be converted here at the moment. Please save it as a PDF on your computer or phone, and upload that.';
const NO_PDF =
  'PDFs cannot be checked here at the moment. Please upload a photo or a screenshot (PNG or JPEG) of each page, or try again later.';
const REFUSED =
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
      switch (sniffed.kind) {
        case 'png':
          return convertPng(file);
        case 'jpeg':
          return convertJpeg(file);
        case 'pdf':
          return convertAnyPdf(file, await prepare(), signal);
        case 'docx':
          return convertWord(file, await prepare(), signal);
        case 'refused':
          return failed(sniffed.message);
        default:
          return sniffed satisfies never;
      }
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
  readonly parts: readonly SystemPart[];
}

async function prepareParts(options: ConverterOptions, reader: Reader): Promise<Prepared> {
  removeStaleWorkFolders();
  const isIsolated = options.sandbox === 'on' && (await canIsolateHere());
  const sandbox = makeSandbox({ isIsolated });
  const office = new Office({ ...options, sandbox });
  return { reader, sandbox, office, parts: systemParts(options, isIsolated) };
}

async function convertAnyPdf(file: Buffer, prepared: Prepared, signal?: AbortSignal): Promise<Outcome> {
  return hasAll(prepared.parts, 'qpdf') ? convertPdf(file, prepared, signal) : failed(NO_PDF);
}

async function convertWord(file: Buffer, prepared: Prepared, signal?: AbortSignal): Promise<Outcome> {
  const cleaned = await prepared.reader.read('docx', file, signal);
  if (cleaned === undefined) return failed(TOOK_TOO_LONG);
  if (!cleaned.isClean) return failed(cleaned.message);
  if (!hasAll(prepared.parts, 'libreoffice', 'python3-uno', 'bubblewrap', 'qpdf')) return failed(NO_WORD);
  const result = await prepared.office.convert(cleaned.docx, signal);
  switch (result.kind) {
    case 'pdf':
      // LibreOffice made it under a stranger's influence, so it is cleaned like any uploaded PDF.
      return convertAnyPdf(result.pdf, prepared, signal);
    case 'timeout':
      return failed(TOOK_TOO_LONG);
    case 'refused':
    case 'crashed':
      return failed(REFUSED);
    default:
      return result satisfies never;
  }
}

function hasAll(parts: readonly SystemPart[], ...names: readonly string[]): boolean {
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
      consequence: `${noWord}; it is missing, or this kernel gives it no user namespaces`,
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
