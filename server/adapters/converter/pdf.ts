import {
  failed,
  MAX_PAGES,
  MAX_PDF_BYTES,
  TOO_MANY_PAGES,
  TOOK_TOO_LONG,
  type Outcome,
  type Reason,
  type Refusal,
} from './outcome.ts';
import type { Reader } from './reader.ts';
import type { Finished } from './finish.ts';
import type { Sandbox } from './sandbox.ts';
import { makeWorkFolder, putFile, removeWorkFolder, takeFile } from './work-folder.ts';

const LIMITS = { memoryBytes: 1_073_741_824, cpuSeconds: 20, fileBytes: MAX_PDF_BYTES };
/** An ordinary page takes some milliseconds. */
const DRAWING_SECONDS = 6;
const STAMP_PIXELS = 100;
/** The script's own exit code for a file that could not be drawn in this time, or in the memory of `LIMITS`. */
const NOT_DRAWN = 9;
const STRUCTURE_MAX_BYTES = 16_777_216;
const TAIL_BYTES = 2048;
/** qpdf's exit code for a file that it had to repair. 2 is an error. */
const REPAIRED = 3;
const MAY_REPAIR = `|| [ $? -eq ${REPAIRED} ] || exit 1`;

/** Two sandboxed scripts instead of four: entering the sandbox takes longer than most of the work inside. */
const INSPECT = `
  qpdf --show-npages in.pdf ${MAY_REPAIR}
  qpdf in.pdf --json-output=2 --json-stream-data=none structure.json ${MAY_REPAIR}
`;
/**
 * The output must pass the check without repair. If qpdf's own output is faulty, the file was damaged beforehand.
 * At the end, every page is drawn as small as a stamp, because readers must be able to draw it. The limit is processor
 * time, so that a busy machine refuses no more files than an idle one.
 */
const WRITE = `
  qpdf in.pdf "$@" --decrypt --object-streams=generate out.pdf ${MAY_REPAIR}
  qpdf --check out.pdf || exit 1
  command -v pdftoppm || exit 0
  ulimit -t ${DRAWING_SECONDS}
  pdftoppm -gray -scale-to ${STAMP_PIXELS} out.pdf > /dev/null || exit ${NOT_DRAWN}
`;

const again = (reason: Reason, what: string): Refusal => ({
  reason,
  message: `${what} Please open it on your computer or phone, print or save it as a new PDF, and upload that.`,
});
const INCOMPLETE = again('pdf-cut-off', 'The end of this PDF is missing.');
const DAMAGED = again('pdf-damaged', 'This PDF is damaged.');
const LOCKED = again('pdf-locked', 'This PDF can only be opened with a password.');
const NO_PAGES: Refusal = {
  reason: 'pdf-no-pages',
  message: 'This PDF has no pages. Please check that it is the right file.',
};
const DYNAMIC_FORM = again(
  'pdf-dynamic-form',
  'This PDF is an interactive form that only one program can show.',
);
const HUGE_PAGE = again(
  'pdf-huge-page',
  'This PDF has a page that is larger than a page can be (200 inches).',
);
const TOO_COMPLEX = again('pdf-too-complex', 'This PDF is too complex.');

interface PdfTools {
  readonly sandbox: Sandbox;
  readonly reader: Reader;
}

/**
 * Checks a PDF, removes everything active and writes it anew, so that nothing of the old file's container remains.
 */
export async function convertPdf(file: Buffer, tools: PdfTools, signal?: AbortSignal): Promise<Outcome> {
  if (!file.subarray(-TAIL_BYTES).includes('%%EOF')) return failed(INCOMPLETE);
  const folder = makeWorkFolder();
  try {
    await putFile(folder, 'in.pdf', file);
    return await convertIn(folder, tools, signal);
  } finally {
    await removeWorkFolder(folder);
  }
}

async function convertIn(
  folder: string,
  { sandbox, reader }: PdfTools,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const run = (script: string, ...args: string[]) =>
    sandbox.run(['/bin/sh', '-c', script, 'sh', ...args], {
      folder,
      limits: LIMITS,
      signal,
    });

  const inspected = await run(INSPECT);
  const problem = problemOf(inspected);
  if (problem !== undefined) return problem;
  const pages = Number(inspected.stdout.trim());
  if (pages > MAX_PAGES) return failed(TOO_MANY_PAGES);

  const json = await takeFile(folder, 'structure.json', STRUCTURE_MAX_BYTES);
  const cleaned = json && (await reader.read('structure', json, signal));
  if (cleaned === undefined) return failed(TOO_COMPLEX);
  const { update, isDynamicForm, hasHugePage, isTooNested, hasPage } = cleaned;
  if (pages === 0) return failed(hasPage ? DAMAGED : NO_PAGES);
  if (isTooNested) return failed(TOO_COMPLEX);
  if (isDynamicForm) return failed(DYNAMIC_FORM);
  if (hasHugePage) return failed(HUGE_PAGE);
  if (update !== undefined) await putFile(folder, 'update.json', update);

  const written = problemOf(
    await run(WRITE, ...(update === undefined ? [] : ['--update-from-json=update.json'])),
  );
  if (written !== undefined) return written;
  const pdf = await takeFile(folder, 'out.pdf', MAX_PDF_BYTES);
  return pdf === undefined ? failed(DAMAGED) : { status: 'COMPLETED', pdf, pages };
}

function problemOf({ code, stderr, isTimeout }: Finished): Outcome | undefined {
  if (code === 0) return undefined;
  if (isTimeout) return failed(TOOK_TOO_LONG);
  if (code === NOT_DRAWN) return failed({ ...TOO_COMPLEX, reason: 'pdf-not-drawn' });
  if (stderr.includes('invalid password')) return failed(LOCKED);
  return failed(DAMAGED);
}
