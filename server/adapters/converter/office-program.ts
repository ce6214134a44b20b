import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { PROFILE } from './office-profile.ts';
import { MAX_PDF_BYTES } from './outcome.ts';
import type { Finished, RunOptions } from './finish.ts';
import type { Sandbox } from './sandbox.ts';
import { putFile, takeFile } from './work-folder.ts';

export interface OfficeProgram {
  readonly sandbox: Sandbox;
  readonly sofficePath: string;
  /** For tests. */
  readonly deadlineMs?: number;
}

export interface OfficeLimits extends RunOptions {
  readonly cpuSeconds: number;
}

export type OfficeResult =
  | { readonly kind: 'pdf'; readonly pdf: Buffer }
  /** LibreOffice says that it cannot open the document. */
  | { readonly kind: 'refused' }
  /** It used up its processor time. */
  | { readonly kind: 'timeout' }
  /** It ended without a PDF and without a message. */
  | { readonly kind: 'crashed' };

/** For each of its processes: twice what a large document takes, and half of what the unit in `deploy/` grants. */
export const OFFICE_MEMORY_BYTES = 2_147_483_648;
const FILE_BYTES = 134_217_728;

const QUIET = [
  '--headless',
  '--norestore',
  '--nologo',
  '--nodefault',
  '--nolockcheck',
  '--nofirststartwizard',
];
/** Named, so that no other import filter is ever guessed from the content. */
const IMPORT = '--infilter=MS Word 2007 XML';
const EXPORT = `pdf:writer_pdf_Export:${JSON.stringify({
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ExportBookmarks: { type: 'boolean', value: 'true' },
  ExportNotes: { type: 'boolean', value: 'false' },
  ExportFormFields: { type: 'boolean', value: 'false' },
  ReduceImageResolution: { type: 'boolean', value: 'true' },
  MaxImageResolution: { type: 'long', value: '300' },
})}`;
const NOT_LOADED = /^Error: source file could not be loaded$/m;

/** Starts LibreOffice in a folder that has its profile, to convert one document. */
export async function convertIn(
  folder: string,
  docx: Uint8Array,
  program: OfficeProgram,
  limits: OfficeLimits,
): Promise<OfficeResult> {
  await putFile(folder, 'in.docx', docx);
  const inside = program.sandbox.pathInside(folder);
  const conversion = [IMPORT, '--convert-to', EXPORT, '--outdir', inside, `${inside}/in.docx`];
  const { code, stderr, isTimeout } = await run(folder, program, limits, [...QUIET, ...conversion]);
  if (isTimeout) return { kind: 'timeout' };
  const pdf = code === 0 ? await takeFile(folder, 'in.pdf', MAX_PDF_BYTES) : undefined;
  if (pdf !== undefined) return { kind: 'pdf', pdf };
  return { kind: NOT_LOADED.test(stderr) ? 'refused' : 'crashed' };
}

/** Returns the first two numbers of LibreOffice's version, such as `7.4`. */
export async function versionOf(
  folder: string,
  program: OfficeProgram,
  limits: OfficeLimits,
): Promise<string | undefined> {
  const { stdout } = await run(folder, program, limits, ['--version']);
  return /\b\d+\.\d+/.exec(stdout)?.[0];
}

function run(
  folder: string,
  { sandbox, sofficePath, deadlineMs }: OfficeProgram,
  { cpuSeconds, signal }: OfficeLimits,
  options: readonly string[],
): Promise<Finished> {
  const soffice = realpathSync(sofficePath);
  const profile = `-env:UserInstallation=file://${sandbox.pathInside(folder)}/${PROFILE}`;
  return sandbox.run([soffice, profile, ...options], {
    folder,
    limits: { memoryBytes: OFFICE_MEMORY_BYTES, cpuSeconds, fileBytes: FILE_BYTES },
    readable: [installationOf(soffice)],
    deadlineMs,
    signal,
  });
}

/** Returns what the sandbox must show: the folder around `program/soffice`, or a script by itself. */
function installationOf(soffice: string): string {
  const folder = dirname(soffice);
  return basename(folder) === 'program' && existsSync(`${folder}/soffice.bin`) ? dirname(folder) : soffice;
}
