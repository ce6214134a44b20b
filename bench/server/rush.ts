import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPending } from '#contract/document-answer.ts';
import { CONVERSION_POLL_MS } from '#limits.ts';
import { Browser } from '#server/suites/http.ts';
import { startSharedPostgres } from '#server/suites/postgres.ts';
import { makeDocx, makePicture, paragraph } from '#server/testing/files/corpus.ts';
import { makePdf } from '#server/testing/files/pdf-corpus.ts';
import { BUILT_SERVER, LEAN, postgresPid, startServer } from '#server/testing/process.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { cpuMs, familyCpuMs, machineCpuMs } from './cores.ts';
import { at, saveFor, SAVERS, saveWhile, together } from './floods.ts';
import { ms } from './picture.ts';
import { addPeople, sessionOf } from './people.ts';

const PATH = '/api/pdf/document-answer/college_transcript';
/** How many times longer a save may take beside documents. */
const BUDGET = 2;
const WORDS = 'Course Credits Grade Introduction to Statistics 3 A- '.repeat(60);

/** What happened while many applicants attached a document at once. */
export interface Rush {
  readonly numDocuments: number;
  readonly isApart: boolean;
  readonly failed: number;
  readonly calm: { readonly p50Ms: number; readonly p99Ms: number };
  readonly beside: { readonly p50Ms: number; readonly p99Ms: number };
  readonly lostSaves: number;
  readonly medianWaitMs: number;
  readonly lastWaitMs: number;
  /** Time on a core: of the server, of PostgreSQL, and of everything that the machine did, for each document. */
  readonly coreMs: { readonly server: number; readonly database: number; readonly machine: number };
}

interface RushOptions {
  readonly numDocuments: number;
  readonly seconds: number;
  /** True if another process converts. */
  readonly isApart: boolean;
}

/** Starts a server that also converts, and lets many applicants attach a document at once while others save. */
export async function benchRush(
  folder: string,
  { numDocuments, seconds, isApart }: RushOptions,
): Promise<Rush> {
  const postgres = await startSharedPostgres(folder);
  const settings = {
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    SECRET_KEYS: 'a-secret-for-the-benchmark-only-'.repeat(2),
    RATE_LIMIT_FACTOR: '1000000',
    ...LEAN,
  };
  const start = (WORKERS: string) => startServer(join(folder, 'web'), { ...settings, WORKERS }, BUILT_SERVER);
  const server = start(isApart ? 'none' : 'inline');
  const worker = isApart ? start('only') : undefined;
  try {
    const base = await server.address();
    await addPeople(postgres.pool, SAVERS + numDocuments);
    const files = await documents();
    const askers = await Promise.all(
      Array.from({ length: numDocuments }, async (_, n) => {
        const browser = new Browser(() => base);
        browser.cookies.set('admissions-session', sessionOf(SAVERS + 1 + n));
        return attach(browser, files[n % files.length] ?? Buffer.alloc(0));
      }),
    );
    await saveFor(base, 3);
    const before = await saveFor(base, seconds);
    const clocks = () => [
      cpuMs(server.child.pid ?? 0),
      familyCpuMs(postgresPid(join(folder, 'postgres'))),
      machineCpuMs() - cpuMs(process.pid),
    ];
    const [first, begun] = [clocks(), performance.now()];
    let isOver = false;
    const saving = saveWhile(base, () => !isOver);
    const outcomes = await Promise.all(askers.map((convert) => convert(begun)));
    isOver = true;
    const saves = await saving;
    const [serverMs = 0, databaseMs = 0, machineMs = 0] = clocks().map(
      (now, index) => (now - (first[index] ?? 0)) / numDocuments,
    );
    const calm = together([before, await saveFor(base, seconds)]);
    const waits = outcomes.map(({ waitMs }) => waitMs);
    return {
      numDocuments,
      isApart,
      failed: outcomes.filter(({ isAttached }) => !isAttached).length,
      calm: { p50Ms: at(calm.times, 0.5), p99Ms: at(calm.times, 0.99) },
      beside: { p50Ms: at(saves.times, 0.5), p99Ms: at(saves.times, 0.99) },
      lostSaves: saves.lost,
      medianWaitMs: at(waits, 0.5),
      lastWaitMs: Math.max(...waits),
      coreMs: { server: serverMs, database: databaseMs, machine: machineMs },
    };
  } finally {
    await worker?.stop();
    await server.stop();
    await postgres.stop();
  }
}

/** A Word document, two pictures and a PDF. */
async function documents(): Promise<readonly Buffer[]> {
  const pdf = await makePdf(3, WORDS.slice(0, 100));
  return [
    makeDocx({ body: Array.from({ length: 12 }, () => paragraph(WORDS)).join('') }),
    await makePicture({ type: 'jpeg', width: 2400, height: 1800 }),
    await makePicture({ type: 'png', width: 1600, height: 1200 }),
    Buffer.from(await pdf.save()),
  ];
}

/** Uploads a file. Returns what asks for its conversion and waits for the end, as the page does. */
async function attach(browser: Browser, file: Buffer) {
  const { body: form } = await browser.post('/api/presigned-url', { answer_key: 'college_transcript' });
  const raw = multipart(Object.entries<string>(form.fields), file);
  await browser.send('POST', new URL(form.url).pathname, { raw, headers: MULTIPART });
  return async (begun: number) => {
    await browser.post(PATH, { file_key: form.fields.key, file_name: 'transcript.pdf' });
    let { body } = await browser.get(PATH);
    for (; isPending(body.status); { body } = await browser.get(PATH)) await sleep(CONVERSION_POLL_MS);
    return { isAttached: body.status === 'COMPLETED', waitMs: performance.now() - begun };
  };
}

export function printRush({ numDocuments, isApart, failed, calm, beside, ...rush }: Rush): string {
  const { server, database, machine } = rush.coreMs;
  return [
    `${numDocuments} documents at once, ${processes(isApart)} (${failed} failed): half are attached after ${ms(rush.medianWaitMs)}, the last after ${ms(rush.lastWaitMs)}`,
    `saves beside them: p50 ${ms(beside.p50Ms)} (${(beside.p50Ms / calm.p50Ms).toFixed(2)}), p99 ${ms(beside.p99Ms)} (${(beside.p99Ms / calm.p99Ms).toFixed(2)}), ${rush.lostSaves} lost`,
    `time on a core for each: server ${ms(server)}, PostgreSQL ${ms(database)}, the whole machine ${ms(machine)}`,
  ].join('\n');
}

export function rushSection(rushes: readonly Rush[]): string {
  const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
  const rows = rushes.map(({ isApart, failed, calm, beside, lostSaves, medianWaitMs, lastWaitMs, coreMs }) =>
    [
      processes(isApart),
      ...[calm.p50Ms, beside.p50Ms, calm.p99Ms, beside.p99Ms].map(ms),
      (beside.p99Ms / calm.p99Ms).toFixed(2),
      lostSaves,
      ...[medianWaitMs, lastWaitMs].map((wait) => `${Math.round(wait / 1000)} s`),
      failed,
      ...[coreMs.server, coreMs.database, coreMs.machine].map(ms),
    ].join(' | '),
  );
  const isReached = rushes.some(({ calm, beside }) => beside.p99Ms <= BUDGET * calm.p99Ms);
  return `## Many documents at once

${rushes[0]?.numDocuments} applicants attach a document in the same moment: Word documents, JPEGs of 4 and PNGs of 2 megapixels, and PDFs in equal parts. Ten applicants save, each with a pause of 50 ms: alone, and beside the documents. Measured on ${day}.

| processes | saves: p50 alone | beside | p99 alone | beside | ratio | lost | half attached after | all after | failed | a core, for each: server | PostgreSQL | the whole machine |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| ${rows.join(' |\n| ')} |

The time of the whole machine includes the saves and other work. The goal is a p99 within twice its time without documents${isReached ? '' : ', **which this run did not reach**'}.`;
}

function processes(isApart: boolean): string {
  return isApart ? 'one serves, one converts' : 'one for both';
}
