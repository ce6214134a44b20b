// Files a minute and memory: Word documents against a bare LibreOffice, and the PDF copy warm against cold, in one run.
// npm run bench:documents -- [files]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeConverter, type Converter } from '#server/adapters/converter/converter.ts';
import { writeProfile, type OfficeProfile } from '#server/adapters/converter/office-profile.ts';
import { prepareProfile } from '#server/adapters/converter/office-start.ts';
import { makeSandbox } from '#server/adapters/converter/sandbox.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import { makePrinter } from '#server/adapters/printer/printer.ts';
import { loadServiceViewRenderer } from '#server/domain/documents/service-view-renderer.ts';
import { documentOf } from '#service-view/document-of.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';

const numFiles = Number(process.argv[2] ?? 20);
const SOFFICE = '/usr/bin/soffice';
const words = 'Course Credits Grade Introduction to Statistics 3 A- '.repeat(60);
const docx = makeDocx({ body: Array.from({ length: 12 }, () => paragraph(words)).join('') });

interface Result {
  readonly what: string;
  readonly msPerFile: number;
  readonly filesPerMinute: number;
  readonly peakMb: number;
}

/** Resident memory of everything below this process, in MB. */
function memoryBelow(): number {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,rss'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = new Set([process.pid]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const [pid = 0, ppid = 0] of rows) if (below.has(ppid)) below.add(pid);
  }
  below.delete(process.pid);
  return rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (below.has(pid) ? rss / 1024 : 0), 0);
}

async function measure(what: string, times: number, work: () => Promise<void> | void): Promise<Result> {
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryBelow())), 100);
  const start = performance.now();
  for (let index = 0; index < times; index += 1) await work();
  const msPerFile = (performance.now() - start) / times;
  peakMb = Math.max(peakMb, memoryBelow());
  clearInterval(watch);
  return {
    what,
    msPerFile: Math.round(msPerFile),
    filesPerMinute: Math.round(60_000 / msPerFile),
    peakMb: Math.round(peakMb),
  };
}

async function mustConvert(converter: Converter, file: Buffer): Promise<void> {
  const outcome = await converter.convert(file);
  if (outcome.status === 'FAILED') throw new Error(outcome.message);
}

/** One bare `soffice --convert-to` per file: with a profile like that of the converter, or with none. */
function convertBare(profile?: OfficeProfile): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  writeFileSync(join(folder, 'in.docx'), docx);
  if (profile !== undefined) writeProfile(folder, profile);
  execFileSync(
    SOFFICE,
    [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'pdf',
      '--outdir',
      folder,
      join(folder, 'in.docx'),
    ],
    { stdio: 'ignore' },
  );
  rmSync(folder, { recursive: true });
}

const results: Result[] = [];
const numCold = Math.max(3, Math.floor(numFiles / 5));

const officeProfile = await prepareProfile(
  { sandbox: makeSandbox({ isIsolated: true }), sofficePath: SOFFICE },
  { cpuSeconds: 15 },
);
results.push(await measure('docx, bare soffice, new profile', numCold, () => convertBare()));
results.push(await measure('docx, bare soffice, our profile', numFiles, () => convertBare(officeProfile)));

const converter = makeConverter({ sofficePath: SOFFICE, sandbox: 'on' });
await mustConvert(converter, docx);
results.push(await measure('docx, sandboxed', numFiles, () => mustConvert(converter, docx)));
const [jpeg, png] = [
  await makePicture({ type: 'jpeg', width: 2400, height: 1800 }),
  await makePicture({ type: 'png', width: 1600, height: 1200 }),
];
results.push(await measure('jpeg, 4 megapixels', numFiles, () => mustConvert(converter, jpeg)));
results.push(await measure('png, 2 megapixels', numFiles, () => mustConvert(converter, png)));
const asPdf = await converter.convert(docx);
if (asPdf.status === 'COMPLETED')
  results.push(await measure('pdf', numFiles, () => mustConvert(converter, asPdf.pdf)));
await converter.close();

const { renderServiceView } = await loadServiceViewRenderer();
const view = { answer: { ...completeAnswers }, add_another: { college: 3 }, document_answer: {}, tabs: {} };
const sheet = () => ({ html: renderServiceView(documentOf(view, '2026-11-20')), foot: 'Grace Hopper' });
const options = { creator: 'Bench', sandbox: 'on' } as const;
results.push(
  await measure('PDF copy, cold', numCold, async () => {
    const printer = makePrinter(options);
    await printer.print(sheet());
    await printer.close();
  }),
);
const printer = makePrinter(options);
await printer.print(sheet());
results.push(
  await measure('PDF copy, warm', numFiles, async () => {
    await printer.print(sheet());
  }),
);
await printer.close();

console.table(results);
const ms = (what: string) => results.find((result) => result.what === what)?.msPerFile ?? Number.NaN;
const ratios = {
  // The sandboxed one is followed by the same checks as a PDF.
  'LibreOffice sandboxed ÷ bare, with the same profile (at most 1.3)':
    (ms('docx, sandboxed') - ms('pdf')) / ms('docx, bare soffice, our profile'),
  'PDF copy warm ÷ cold (at most 0.7)': ms('PDF copy, warm') / ms('PDF copy, cold'),
};
for (const [name, ratio] of Object.entries(ratios)) console.log(`${name}: ${ratio.toFixed(2)}`);
