import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { locateCluster } from '#server/adapters/database/cluster.ts';
import { makePicture } from '#server/testing/files/corpus.ts';
import { postgresPid, startServer, type TestProcess } from '#server/testing/process.ts';
import { MULTIPART, multipart } from '#server/testing/uploads.ts';
import { Dice } from '#testing/dice.ts';
import { Browser, send } from '../http.ts';
import { judgeConversions, judgeFiles } from '../judge-documents.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';

const VICTIMS = ['server', 'database', 'both'] as const;
const UPLOAD_KEYS = ['employ_resume', 'college_transcript'] as const;
const RECONNECT_MAX_MS = 10_000;
const SHORTEST_MS = 60;
const LONGEST_MS = 700;
const LOOK_EVERY_MS = 50;

interface KillsOptions extends SuiteOptions {
  readonly numWriters: number;
}

/**
 * Runs one server on its own data folder and kills it with its database, or one without the other, `runs` times, while
 * applicants save and one uploads. The first kill happens as soon as the server is up.
 */
export async function runKills({ runs, seed, folder, say, numWriters }: KillsOptions): Promise<Report> {
  const dice = new Dice(seed);
  const dataDir = join(folder, 'kills');
  const picture = await makePicture({ type: 'png' });
  const violations: string[] = [];
  let server = await start(dataDir);
  const applicants = Array.from(
    { length: numWriters },
    (_, index) => new VirtualApplicant(`writer-${index}@example.com`, new Browser(() => server.base)),
  );
  const mailbox = new Mailbox(dataDir);
  const begin = Promise.all(applicants.map((applicant) => applicant.signUp(mailbox)));
  // A failure is reported below, where `begin` is awaited.
  begin.catch(() => undefined);
  await sleep(dice.whole(SHORTEST_MS, LONGEST_MS));
  server = await killAndReturn('both', server, dataDir);
  await begin;
  say('Killed right after the first start; everybody has signed up all the same.');

  for (let run = 1; run < runs; run += 1) {
    const victim = dice.oneOf(VICTIMS);
    const load = new AbortController();
    const work = applicants.map((applicant) => saveUntil(applicant, load.signal));
    const uploader = dice.oneOf(applicants);
    const upload = uploader.upload(dice.oneOf(UPLOAD_KEYS), picture, 'scan.png');
    const half = await halfAnUpload(dice.oneOf(applicants), server.base, picture);
    await sleep(dice.whole(SHORTEST_MS, LONGEST_MS));
    server = await killAndReturn(victim, server, dataDir);
    load.abort();
    half.abandon();
    await Promise.all([...work, upload]);
    if (existsSync(join(dataDir, 'storage', half.fileKey))) violations.push('Half a file can be read.');
    for (const applicant of applicants) {
      const { body } = await applicant.profile();
      violations.push(...applicant.ledger.violations(body.answer));
    }
    say(`${run + 1} of ${runs}: ${victim} killed, ${violations.length} violations so far.`);
  }

  for (const applicant of applicants) violations.push(...(await judgeConversions(applicant)));
  const pool = new Pool({ host: locateCluster(dataDir).socketDir, user: 'admissions', database: 'postgres' });
  // A connection that is closing may still report that the database stops.
  pool.on('error', () => undefined);
  violations.push(...(await judgeFiles(pool, dataDir)), ...applicants.flatMap(({ surprises }) => surprises));
  await pool.end();
  await server.process.stop();
  const sum = (count: (applicant: VirtualApplicant) => number) =>
    applicants.reduce((total, applicant) => total + count(applicant), 0);
  return {
    figures: {
      kills: runs,
      acknowledgedSaves: sum(({ ledger }) => ledger.numAcknowledged),
      conversions: sum(({ accepted }) => accepted.length),
    },
    violations,
  };
}

interface Running {
  readonly process: TestProcess;
  readonly base: string;
}

async function start(dataDir: string): Promise<Running> {
  const process = startServer(dataDir, { RATE_LIMIT_FACTOR: '1000' });
  return { process, base: await process.address() };
}

async function killAndReturn(
  victim: (typeof VICTIMS)[number],
  running: Running,
  dataDir: string,
): Promise<Running> {
  const database = postgresPid(dataDir);
  if (victim !== 'database') await running.process.stop('SIGKILL');
  // After its server was killed, the database may have ended already.
  if (victim !== 'server') killIfThere(database);
  if (victim !== 'database') return start(dataDir);
  for (
    const until = performance.now() + RECONNECT_MAX_MS;
    performance.now() < until;
    await sleep(LOOK_EVERY_MS)
  ) {
    const reply = await send(running.base, 'GET', '/readyz').catch(() => undefined);
    if (reply?.status === 200) return running;
  }
  throw new Error('The server did not find back to its database.');
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

async function saveUntil(applicant: VirtualApplicant, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await applicant.save();
}

/** Begins an upload and stops halfway, as a phone does in a tunnel. */
async function halfAnUpload(applicant: VirtualApplicant, base: string, file: Buffer) {
  const { body: form } = await applicant.insist('POST', '/api/presigned-url', {
    answer_key: 'employ_resume',
  });
  const body = multipart(Object.entries<string>(form.fields), file);
  const headers = { ...MULTIPART, 'content-length': body.length };
  const upload = request(new URL(new URL(form.url).pathname, base), { method: 'POST', headers });
  upload.on('error', () => undefined);
  upload.write(body.subarray(0, Math.floor(body.length / 2)));
  return { fileKey: String(form.fields.key), abandon: () => upload.destroy() };
}
