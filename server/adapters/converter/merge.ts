import { holders } from './joined-sheets.ts';
import { MAX_PDF_BYTES } from './outcome.ts';
import type { Sheet } from './paper.ts';
import type { Reader } from './reader.ts';
import type { Sandbox } from './sandbox.ts';
import { inWorkFolder, putFile, takeFile } from './work-folder.ts';
import { NamedError } from '../errors.ts';

const MEMORY_BYTES = 1_073_741_824;
/** For six documents of 200 pages each, qpdf takes a quarter of it. */
const CPU_SECONDS = 20;
/** For one document. A merged PDF has the structure of all of them. */
const STRUCTURE_MAX_BYTES = 33_554_432;
/** qpdf's exit code for a file that it had to repair. 2 is an error. */
const MAY_REPAIR = '|| [ $? -eq 3 ] || exit 1';

/** Writes each document with its pages in one list and nothing inherited, and its structure. */
const INSPECT = `
  for n in "$@"; do
    qpdf other-$n.pdf --pages . 1-z -- flat-$n.pdf ${MAY_REPAIR}
    qpdf flat-$n.pdf --json-output=2 --json-stream-data=none structure-$n.json ${MAY_REPAIR}
  done
`;
/**
 * Puts the documents' pages on blank ones of their sheets' sizes, after the printed ones. Turns the pages first,
 * because an overlay does not turn annotations and form fields.
 */
const PLACE = `
  for n in "$@"; do
    qpdf flat-$n.pdf --update-from-json=update-$n.json --flatten-rotation ready-$n.pdf ${MAY_REPAIR}
  done
  qpdf --empty --pages $(printf 'ready-%s.pdf ' "$@") -- attached.pdf ${MAY_REPAIR}
  qpdf blank.pdf --overlay attached.pdf -- placed.pdf ${MAY_REPAIR}
  qpdf printed.pdf --pages printed.pdf 1-z placed.pdf 1-z -- all.pdf ${MAY_REPAIR}
  qpdf all.pdf --json-output=2 --json-stream-data=none structure.json ${MAY_REPAIR}
`;
const JOIN = `qpdf all.pdf --update-from-json=update.json joined.pdf ${MAY_REPAIR}`;

interface MergeTools {
  readonly reader: Reader;
  readonly sandbox: Sandbox;
}

/** Prints a PDF whose last pages are the sheets of the documents, in their order. */
export type PrintSheets = (sheetsOf: readonly (readonly Sheet[])[]) => Promise<Uint8Array>;

/**
 * Puts the pages of documents on sheets that are printed for them. The outline, tags and title are those of the printed
 * document. Form fields and annotations stay as they are in each document. None has hidden layers: the converter
 * draws those anew.
 *
 * @throws {MergeError} when qpdf cannot merge them
 */
export async function mergePdfs(
  pdfs: readonly Uint8Array[],
  print: PrintSheets,
  tools: MergeTools,
  signal?: AbortSignal,
): Promise<Buffer> {
  if (pdfs.length === 0) return Buffer.from(await print([]));
  return inWorkFolder((folder) => mergeIn(folder, pdfs, print, tools, signal));
}

async function mergeIn(
  folder: string,
  pdfs: readonly Uint8Array[],
  print: PrintSheets,
  { reader, sandbox }: MergeTools,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const maxBytes = MAX_PDF_BYTES * (pdfs.length + 1);
  const limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: CPU_SECONDS, fileBytes: maxBytes };
  const run = async (script: string, ...args: string[]): Promise<void> => {
    const { code } = await sandbox.run(['/bin/sh', '-c', script, 'sh', ...args], { folder, limits, signal });
    if (code !== 0) throw new MergeError();
  };
  const take = async (name: string, most: number): Promise<Buffer> =>
    mustBe(await takeFile(folder, name, most));

  const numbers = pdfs.map((_, number) => String(number));
  for (const [number, pdf] of pdfs.entries()) await putFile(folder, `other-${number}.pdf`, pdf);
  await run(INSPECT, ...numbers);
  const sheetsOf: (readonly Sheet[])[] = [];
  for (const number of numbers) {
    const structure = await take(`structure-${number}.json`, STRUCTURE_MAX_BYTES);
    const pages = mustBe(await reader.read('attached', structure, signal));
    await putFile(folder, `update-${number}.json`, pages.update);
    sheetsOf.push(pages.sheets);
  }
  await putFile(folder, 'printed.pdf', await print(sheetsOf));
  await putFile(folder, 'blank.pdf', await holders(sheetsOf.flat().map(({ paper }) => paper)));
  await run(PLACE, ...numbers);
  const structure = await take('structure.json', STRUCTURE_MAX_BYTES * pdfs.length);
  await putFile(folder, 'update.json', mustBe(await reader.read('joined', structure, signal)));
  await run(JOIN);
  return take('joined.pdf', maxBytes);
}

function mustBe<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new MergeError();
  return value;
}

class MergeError extends NamedError {
  override readonly message = 'The documents could not be put together.';
}
