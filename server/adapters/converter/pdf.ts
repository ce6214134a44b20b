import { drawnPages, hasInk } from './ink.ts';
import {
  failed,
  LOOKS_EMPTY,
  MAX_PAGES,
  MAX_PDF_BYTES,
  TOO_MANY_PAGES,
  TOOK_TOO_LONG,
  type Outcome,
} from './outcome.ts';
import { endOf } from './pdf-end.ts';
import {
  DAMAGED,
  HIDDEN_LAYERS,
  INCOMPLETE,
  LOCKED,
  NO_PAGES,
  REFUSALS,
  TOO_COMPLEX,
} from './pdf-refusals.ts';
import type { Reader } from './reader.ts';
import type { Finished } from './finish.ts';
import type { Sandbox } from './sandbox.ts';
import { inWorkFolder, putFile, takeFile } from './work-folder.ts';

const LIMITS = { memoryBytes: 1_073_741_824, cpuSeconds: 20, fileBytes: MAX_PDF_BYTES };
/** An ordinary page takes some milliseconds. */
const DRAWING_SECONDS = 6;
const STAMP_PIXELS = 100;
/** Enough to see faint pencil on a scan. Drawn only when the stamps look empty. */
const CLOSER_PIXELS = 1000;
const CLOSER_PAGES = 30;
/** The script's own exit code for a file that could not be drawn in this time, or in the memory of `LIMITS`. */
const NOT_DRAWN = 9;
/** The script's own exit codes for a single page that replaces content which only one vendor's program can show. */
const ASKS_TO_WAIT = 8;
const COVER_OF_PORTFOLIO = 7;
const NOT_FLATTENED = 6;
const STRUCTURE_MAX_BYTES = 16_777_216;
const NOTES_MAX_BYTES = 16_777_216;
const DRAWINGS_MAX_BYTES = MAX_PDF_BYTES;
const NOTHING = Buffer.alloc(0);
/** qpdf's exit code for a file that it had to repair, or that it does not understand completely. 2 is an error. */
const REPAIRED = 3;
const MAY_REPAIR = `|| [ $? -eq ${REPAIRED} ] || exit 1`;

/**
 * Draws a PDF anew as readers show it, with text as text, so that hidden layers are gone. In a shell of its own,
 * because its limit differs from that of the other steps.
 */
const FLATTEN = `
  command -v pdftocairo || exit ${NOT_FLATTENED}
  (ulimit -t ${DRAWING_SECONDS}; pdftocairo -pdf -origpagesizes out.pdf flat.pdf) || exit ${NOT_FLATTENED}
  mv flat.pdf out.pdf
`;
/** Two sandboxed scripts instead of four: entering the sandbox takes longer than most of the work inside. */
const INSPECT = `
  qpdf --show-npages in.pdf ${MAY_REPAIR}
  qpdf in.pdf --json-output=2 --json-stream-data=none structure.json ${MAY_REPAIR}
`;
/**
 * Naming all pages makes qpdf repair the tree of pages, unless qpdf counts them wrongly. At the end, every page is
 * drawn as small as a stamp, to make sure that readers can draw it. The limit is processor time, so that a busy machine
 * refuses no more files than an idle one.
 */
const WRITE = `
  pages=$1
  hasHiddenLayers=$2
  shift 2
  write() {
    qpdf in.pdf "$@" --decrypt --object-streams=generate --remove-unreferenced-resources=no out.pdf 2> /dev/null ||
      [ $? -eq ${REPAIRED} ]
  }
  write "$@" --pages . 1-z -- || write "$@" || exit 1
  if [ "$hasHiddenLayers" = true ]; then ${FLATTEN} fi
  qpdf --check out.pdf 2> notes.txt ${MAY_REPAIR}
  command -v pdftoppm || exit 0
  ulimit -t ${DRAWING_SECONDS}
  pdftoppm -gray -scale-to ${STAMP_PIXELS} out.pdf > stamps.pgm 2>> notes.txt || exit ${NOT_DRAWN}
  [ "$pages" -gt 1 ] && exit
  case "$(pdftotext out.pdf - 2> /dev/null | tr -s '[:space:]' ' ')" in
    *'replaced by the proper contents of the document'*) exit ${ASKS_TO_WAIT} ;;
    *'open this PDF portfolio in'*) exit ${COVER_OF_PORTFOLIO} ;;
  esac
`;
const LOOK_CLOSER = `
  ulimit -t ${DRAWING_SECONDS}
  pdftoppm -gray -scale-to ${CLOSER_PIXELS} -l ${CLOSER_PAGES} out.pdf > closer.pgm
`;

/** qpdf had to search for the objects, because the table that tells where they are is missing or wrong. */
const REBUILT = 'Attempting to reconstruct cross-reference table';
/** What qpdf and poppler report about a page whose content is missing or stops in the middle. */
const LOST = /EOF while reading|is neither|flate stream/;
/** What qpdf reports about mistakes in the drawing instructions of a page that all readers ignore. */
const SLIP = /\(content, offset \d+\): /;

interface PdfTools {
  readonly sandbox: Sandbox;
  readonly reader: Reader;
}

/** Checks a PDF, removes everything active and writes it anew: nothing of the old container remains. */
export async function convertPdf(file: Buffer, tools: PdfTools, signal?: AbortSignal): Promise<Outcome> {
  const end = endOf(file);
  if (end.kind === 'cut-off') return failed(INCOMPLETE);
  return inWorkFolder(async (folder) => {
    await putFile(folder, 'in.pdf', end.file);
    return convertIn(folder, end.kind === 'marked', tools, signal);
  });
}

async function convertIn(
  folder: string,
  hasEndMark: boolean,
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
  const isRebuilt = inspected.stderr.includes(REBUILT);
  if (isRebuilt && !hasEndMark) return failed(INCOMPLETE);
  const unread = problemOf(inspected);
  if (unread !== undefined) return unread;
  const pages = Number(inspected.stdout.trim());
  if (pages > MAX_PAGES) return failed(TOO_MANY_PAGES);

  const json = await takeFile(folder, 'structure.json', STRUCTURE_MAX_BYTES);
  const cleaned = json && (await reader.read('structure', json, signal));
  if (cleaned === undefined) return failed(TOO_COMPLEX);
  const { update, problem, hasPage, lacksPart, hasHiddenLayers } = cleaned;
  if (pages === 0) return failed(hasPage ? DAMAGED : NO_PAGES);
  if (problem !== undefined) return failed(REFUSALS[problem]);
  if (isRebuilt && lacksPart) return failed(DAMAGED);
  if (update !== undefined) await putFile(folder, 'update.json', update);

  const options = update === undefined ? [] : ['--update-from-json=update.json'];
  const written = problemOf(await run(WRITE, String(pages), String(hasHiddenLayers), ...options));
  if (written !== undefined) return written;
  const notes = await takeFile(folder, 'notes.txt', NOTES_MAX_BYTES);
  if (notes === undefined || isDamaged(notes.toString('latin1'), isRebuilt)) return failed(DAMAGED);
  const stamps = await takeFile(folder, 'stamps.pgm', DRAWINGS_MAX_BYTES);
  if (stamps !== undefined) {
    const drawn = drawnPages(stamps);
    if (drawn.length < pages) return failed(DAMAGED);
    if (!drawn.some(hasInk)) {
      await run(LOOK_CLOSER);
      const closer = drawnPages((await takeFile(folder, 'closer.pgm', DRAWINGS_MAX_BYTES)) ?? NOTHING);
      // A page that takes too long to draw this large is not empty.
      if (closer.length >= Math.min(pages, CLOSER_PAGES) && !closer.some(hasInk)) return failed(LOOKS_EMPTY);
    }
  }
  const pdf = await takeFile(folder, 'out.pdf', MAX_PDF_BYTES);
  return pdf === undefined ? failed(DAMAGED) : { status: 'COMPLETED', pdf, pages };
}

/** Files that qpdf had to rebuild are more likely to lack something, so only such mistakes are allowed in them. */
function isDamaged(notes: string, isRebuilt: boolean): boolean {
  if (LOST.test(notes)) return true;
  return isRebuilt && notes.split('\n').some((line) => line.startsWith('WARNING') && !SLIP.test(line));
}

function problemOf({ code, stderr, isTimeout }: Finished): Outcome | undefined {
  if (code === 0) return undefined;
  if (isTimeout) return failed(TOOK_TOO_LONG);
  if (code === NOT_DRAWN) return failed({ ...TOO_COMPLEX, reason: 'pdf-not-drawn' });
  if (code === ASKS_TO_WAIT) return failed(REFUSALS['pdf-dynamic-form']);
  if (code === COVER_OF_PORTFOLIO) return failed(REFUSALS['pdf-attachments']);
  if (code === NOT_FLATTENED) return failed(HIDDEN_LAYERS);
  if (stderr.includes('invalid password')) return failed(LOCKED);
  return failed(DAMAGED);
}
