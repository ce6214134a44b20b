// Processor time, time by the clock and memory: Word documents against a bare LibreOffice, pictures against an empty
// Node, and the PDF copy warm against cold, in one run. Other work on the machine moves the clock, but not the
// processor time. Writes the section of docs/documents.md. npm run bench:documents -- [files]
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';
import { makeConverter, type Converter } from '#server/adapters/converter/converter.ts';
import { writeProfile, type OfficeProfile } from '#server/adapters/converter/office-profile.ts';
import { prepareProfile } from '#server/adapters/converter/office-start.ts';
import { makeSandbox } from '#server/adapters/converter/sandbox.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import { findBrowser } from '#server/adapters/printer/browser.ts';
import { makePrinter } from '#server/adapters/printer/printer.ts';
import { loadServiceViewRenderer } from '#server/domain/documents/service-view-renderer.ts';
import { documentOf } from '#service-view/document-of.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';

const numFiles = Number(process.argv[2] ?? 20);
const SOFFICE = '/usr/bin/soffice';
const SHELL = findBrowser() ?? '';
const PAGE = 'docs/documents.md';
const words = 'Course Credits Grade Introduction to Statistics 3 A- '.repeat(60);
const docx = makeDocx({ body: Array.from({ length: 12 }, () => paragraph(words)).join('') });

/** By the clock, on an idle machine. */
const GOALS: Readonly<Record<string, number>> = {
  DOCX: 1000,
  'JPEG, 4 megapixels': 300,
  'PNG, 2 megapixels': 300,
  PDF: 120,
  'PDF copy, warm': 400,
};
const GOALS_MB: Readonly<Record<string, string>> = { 'PDF copy, warm': ' (at most 220)' };

interface Result {
  readonly what: string;
  readonly cpuMs: number;
  readonly clockMs: number;
  readonly peakMb: number;
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** In /proc/PID/stat after the program's name: see proc(5). */
const PARENT = 1;
const TIMES = { own: [11, 12], ended: [13, 14] };

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ownTicks: number;
  /** Of the processes below it that have ended. */
  readonly endedTicks: number;
}

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (indices: number[]) => indices.reduce((total, index) => total + (fields[index] ?? 0), 0);
    return [{ pid, parent: fields[PARENT] ?? 0, ownTicks: sum(TIMES.own), endedTicks: sum(TIMES.ended) }];
  } catch {
    return []; // It has ended meanwhile.
  }
}

/** This process and everything below it. */
function family(): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const pids = new Set([process.pid]);
  for (let size = 0; size !== pids.size;) {
    size = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
}

function cpuMs(): number {
  const ticks = family().reduce((sum, { ownTicks, endedTicks }) => sum + ownTicks + endedTicks, 0);
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** Memory of everything below this process, in MB: pages that several processes share count once. */
function memoryBelow(): number {
  const kb = family().map(({ pid }) => {
    if (pid === process.pid) return 0;
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // It has ended meanwhile.
    }
  });
  return kb.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Memory is watched in a last turn of its own, because to read it takes more time than a small program. */
async function measure(what: string, times: number, work: () => Promise<void> | void): Promise<Result> {
  const start = { cpu: cpuMs(), clock: performance.now() };
  for (let index = 0; index < times; index += 1) await work();
  const perFile = (ms: number) => Math.round(ms / times);
  const cpu = perFile(cpuMs() - start.cpu);
  const clock = perFile(performance.now() - start.clock);
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryBelow())), 20);
  await work();
  clearInterval(watch);
  return { what, cpuMs: cpu, clockMs: clock, peakMb: Math.round(peakMb) };
}

async function mustConvert(converter: Converter, file: Buffer): Promise<void> {
  const outcome = await converter.convert(file);
  if (outcome.status === 'FAILED') throw new Error(outcome.message);
}

const run = promisify(execFile);

/** One bare `soffice --convert-to` per file: with a profile like that of the converter, or with none. */
function convertBare(profile?: OfficeProfile): Promise<void> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'in.docx'), docx);
    if (profile !== undefined) writeProfile(folder, profile);
    const home = `-env:UserInstallation=file://${folder}/profile`;
    const order = ['--headless', home, '--convert-to', 'pdf', '--outdir', folder, join(folder, 'in.docx')];
    await run(SOFFICE, order);
  });
}

function checkBare(pdf: Buffer): Promise<void> {
  return inFolder(async (folder) => {
    const [given, written] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    writeFileSync(given, pdf);
    await run('qpdf', [given, written]);
    await run('pdftoppm', ['-r', '20', written, join(folder, 'page')]);
  });
}

function printBare(page: string): Promise<void> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'in.html'), page);
    const order = [
      '--no-sandbox',
      '--disable-gpu',
      `--print-to-pdf=${folder}/out.pdf`,
      `file://${folder}/in.html`,
    ];
    await run(SHELL, order);
  });
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  await work(folder);
  rmSync(folder, { recursive: true });
}

const results: Result[] = [];
results.push(
  await measure('an empty Node', numFiles, async () => {
    await run(process.execPath, ['-e', '0']);
  }),
);
const numCold = Math.max(3, Math.floor(numFiles / 5));

// Before the converter starts the process that starts programs, which is no part of the printer's memory.
const { renderServiceView } = await loadServiceViewRenderer();
const view = { answer: { ...completeAnswers }, add_another: { college: 3 }, document_answer: {}, tabs: {} };
const sheet = () => ({ html: renderServiceView(documentOf(view, '2026-11-20')), foot: 'Grace Hopper' });
const options = { creator: 'Bench', sandbox: 'on' } as const;
results.push(await measure('PDF copy, a bare `--print-to-pdf`', numFiles, () => printBare(sheet().html)));
results.push(
  await measure('PDF copy, a fresh browser each', numCold, async () => {
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

const officeProfile = await prepareProfile(
  { sandbox: makeSandbox({ isIsolated: true }), sofficePath: SOFFICE },
  { cpuSeconds: 15 },
);
results.push(await measure('DOCX, a bare `soffice`, a new profile each', numCold, () => convertBare()));
results.push(
  await measure('DOCX, a bare `soffice`, a copy of ours each', numFiles, () => convertBare(officeProfile)),
);

const converter = makeConverter({ sofficePath: SOFFICE, sandbox: 'on' });
await mustConvert(converter, docx);
results.push(await measure('DOCX', numFiles, () => mustConvert(converter, docx)));
const [jpeg, png] = [
  await makePicture({ type: 'jpeg', width: 2400, height: 1800 }),
  await makePicture({ type: 'png', width: 1600, height: 1200 }),
];
results.push(await measure('JPEG, 4 megapixels', numFiles, () => mustConvert(converter, jpeg)));
results.push(await measure('PNG, 2 megapixels', numFiles, () => mustConvert(converter, png)));
const asPdf = await converter.convert(docx);
if (asPdf.status === 'COMPLETED') {
  results.push(await measure('PDF, qpdf and poppler alone', numFiles, () => checkBare(asPdf.pdf)));
  results.push(await measure('PDF', numFiles, () => mustConvert(converter, asPdf.pdf)));
}
await converter.close();

console.table(results);
const ms = (what: string) => results.find((result) => result.what === what)?.cpuMs ?? Number.NaN;
// The sandboxed document is then checked like a PDF.
const office = (ms('DOCX') - ms('PDF')) / ms('DOCX, a bare `soffice`, a copy of ours each');
const ratios = [
  { what: 'LibreOffice in the sandbox ÷ a bare one with the same profile', ratio: office, most: 1.3 },
  { what: 'JPEG ÷ an empty Node', ratio: ms('JPEG, 4 megapixels') / ms('an empty Node'), most: 3 },
  { what: 'PDF ÷ qpdf and poppler alone', ratio: ms('PDF') / ms('PDF, qpdf and poppler alone'), most: 4 },
  {
    what: 'PDF copy, warm ÷ a bare `--print-to-pdf`',
    ratio: ms('PDF copy, warm') / ms('PDF copy, a bare `--print-to-pdf`'),
    most: 0.6,
  },
];
for (const { what, ratio, most } of ratios) console.log(`${what}: ${ratio.toFixed(2)} (at most ${most})`);

const programs = [SHELL, SOFFICE].map((program) =>
  execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
);
const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
const section = `Measured by \`npm run bench:documents -- ${numFiles}\` on ${availableParallelism()} cores on ${day}: ${programs.join(', ')}, Node ${process.version}. Processor time of all programs; shared memory counts once.

| what | processor, ms | clock, ms | at most | memory, MB |
| --- | --: | --: | --: | --: |
${results.map(({ what, cpuMs, clockMs, peakMb }) => `| ${what} | ${cpuMs} | ${clockMs} | ${GOALS[what] ?? ''} | ${peakMb}${GOALS_MB[what] ?? ''} |`).join('\n')}

| processor time | ratio | at most |
| --- | --: | --: |
${ratios.map(({ what, ratio, most }) => `| ${what} | ${ratio.toFixed(2)} | ${most}${ratio > most ? ', **missed**' : ''} |`).join('\n')}
`;
// From the sentence before the tables to the end of the last one.
const TABLES = /Measured by `npm run bench:documents[^]*\|\n/;
const page = readFileSync(PAGE, 'utf8');
if (!TABLES.test(page)) throw new Error(`${PAGE} has no place for the figures.`);
writeFileSync(
  PAGE,
  await format(
    page.replace(TABLES, () => section),
    { parser: 'markdown', printWidth: 120 },
  ),
);
