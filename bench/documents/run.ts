// Processor time, time by the clock and memory: Word documents against a bare LibreOffice, pictures against an empty
// Node, and the PDF copy warm against cold, in one run. Other work on the machine moves the clock, but not the
// processor time. npm run bench:documents -- [files]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

async function measure(what: string, times: number, work: () => Promise<void> | void): Promise<Result> {
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryBelow())), 100);
  const start = { cpu: cpuMs(), clock: performance.now() };
  for (let index = 0; index < times; index += 1) await work();
  const perFile = (ms: number) => Math.round(ms / times);
  const result = {
    what,
    cpuMs: perFile(cpuMs() - start.cpu),
    clockMs: perFile(performance.now() - start.clock),
  };
  peakMb = Math.max(peakMb, memoryBelow());
  clearInterval(watch);
  return { ...result, peakMb: Math.round(peakMb) };
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
results.push(
  await measure('an empty Node', numFiles, () => void execFileSync(process.execPath, ['-e', '0'])),
);
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
const ms = (what: string) => results.find((result) => result.what === what)?.cpuMs ?? Number.NaN;
const ratios = {
  // The sandboxed one is followed by the same checks as a PDF.
  'LibreOffice sandboxed ÷ bare, with the same profile (at most 1.3)':
    (ms('docx, sandboxed') - ms('pdf')) / ms('docx, bare soffice, our profile'),
  'JPEG ÷ an empty Node': ms('jpeg, 4 megapixels') / ms('an empty Node'),
  'PDF copy warm ÷ cold (at most 0.7)': ms('PDF copy, warm') / ms('PDF copy, cold'),
};
for (const [name, ratio] of Object.entries(ratios)) console.log(`${name}: ${ratio.toFixed(2)}`);
