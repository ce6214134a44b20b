import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { makePicture } from '#server/testing/files/corpus.ts';
import { Dice } from '#testing/dice.ts';
import { Member } from '../cluster/members.ts';
import { Proxy } from '../cluster/proxy.ts';
import { Browser } from '../http.ts';
import { judgeConversions } from '../judge-documents.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { missingStorage, startRadosGateway } from '../s3/rados-gateway.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { missing, PatroniCluster } from './patroni.ts';

const NUM_APPLICANTS = 20;
const UPLOAD_KEY = 'employ_resume';
const CHANCE_OF_UPLOAD = 0.002;
const THINK_MS = 15;
const CALM_MS = 2000;
const WRITES_WITHIN_MS = 20_000;

interface FailoverOptions extends SuiteOptions {
  /** Through PgBouncer in transaction mode, or directly through haproxy. */
  readonly isPooled: boolean;
}

/**
 * Runs two web and two worker processes on a synchronous PostgreSQL of three nodes and on an S3 service. Applicants
 * save, upload and convert while the primary is killed: `runs` times.
 */
export async function runFailover({ runs, seed, folder, say, isPooled }: FailoverOptions): Promise<Report> {
  const skipped = [missing, missingStorage].filter((sentence) => sentence !== undefined);
  if (skipped.length > 0) return { figures: {}, violations: [], skipped };
  const dice = new Dice(seed);
  const cluster = await PatroniCluster.start(join(folder, 'cluster'), isPooled);
  const storageFolder = join(folder, 'storage');
  mkdirSync(storageFolder);
  const storage = await startRadosGateway(storageFolder);
  say('The cluster is whole.');
  const dataDir = join(folder, 'shared');
  const members = makeMembers(dataDir, {
    ...storage.env,
    DATABASE_URL: cluster.url,
    DATABASE_POOL_SIZE: '5',
    DATABASE_PREPARED_STATEMENTS: isPooled ? 'off' : 'on',
    TRUST_PROXY: '127.0.0.1',
    SIGNUP_LIMIT_PER_ADDRESS: '1000',
    SECRET_KEYS: randomBytes(32).toString('base64url'),
  });
  const proxy = new Proxy(() => members.flatMap(({ address }) => address ?? []));
  try {
    await Promise.all(members.map((member) => member.start()));
    const base = await proxy.listen();
    const mailbox = new Mailbox(dataDir);
    const applicants = Array.from(
      { length: NUM_APPLICANTS },
      (_, index) => new VirtualApplicant(`applicant-${index}@example.com`, new Browser(() => base)),
    );
    await Promise.all(applicants.map((applicant) => applicant.signUp(mailbox)));
    say(`${NUM_APPLICANTS} applicants have signed up.`);

    const load = new AbortController();
    const work = Promise.all(
      applicants.map((applicant) => fillIn(applicant, new Dice(dice.whole(0, 2 ** 31)), load.signal)),
    );
    const violations: string[] = [];
    const pauses: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await sleep(dice.whole(0, CALM_MS));
      const node = await cluster.killPrimary();
      const pauseMs = await untilSaved(applicants);
      pauses.push(pauseMs);
      if (pauseMs > WRITES_WITHIN_MS) violations.push(`Saves stood still for ${pauseMs} ms.`);
      say(`${run + 1} of ${runs}: node ${node} was killed; saves again after ${pauseMs} ms.`);
      cluster.restart(node);
      await cluster.isWhole();
    }
    violations.push(...members.filter(({ isRunning }) => !isRunning).map(({ name }) => `${name} went down.`));
    load.abort();
    await work;
    for (const applicant of applicants) {
      violations.push(...applicant.surprises, ...(await judgeConversions(applicant)));
      const { body } = await applicant.profile();
      violations.push(...applicant.ledger.violations(body.answer));
    }
    violations.push(...(await judgeOnce(cluster.url, applicants)));
    const sum = (count: (applicant: VirtualApplicant) => number) =>
      applicants.reduce((total, one) => total + count(one), 0);
    return {
      figures: {
        primariesKilled: runs,
        acknowledgedSaves: sum(({ ledger }) => ledger.numAcknowledged),
        conversions: sum(({ accepted }) => accepted.length),
        longestPauseMs: Math.max(...pauses),
        medianPauseMs: pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0,
      },
      violations,
    };
  } finally {
    await Promise.all(members.map((member) => member.end('SIGKILL')));
    await proxy.close();
    await Promise.all([cluster.stop(), storage.stop()]);
  }
}

function makeMembers(dataDir: string, env: Readonly<Record<string, string>>): Member[] {
  return [1, 2].flatMap((number) => [
    new Member(`web ${number}`, false, dataDir, env),
    new Member(`worker ${number}`, true, dataDir, env),
  ]);
}

async function fillIn(applicant: VirtualApplicant, dice: Dice, signal: AbortSignal): Promise<void> {
  const picture = await makePicture({ type: 'png' });
  while (!signal.aborted) {
    await applicant.save();
    if (dice.chance(CHANCE_OF_UPLOAD)) await applicant.upload(UPLOAD_KEY, picture, 'scan.png');
    await sleep(dice.whole(0, THINK_MS));
  }
  await applicant.upload(UPLOAD_KEY, picture, 'last.png');
}

/** Waits until each of some saves that were begun after the kill is acknowledged. Returns the milliseconds since. */
async function untilSaved(applicants: readonly VirtualApplicant[]): Promise<number> {
  const begun = performance.now();
  // An answer of the old primary may still be on its way.
  await sleep(500);
  const before = applicants.map(({ ledger }) => ledger.numAcknowledged);
  const hasSaved = () =>
    applicants.some(({ ledger }, index) => ledger.numAcknowledged > (before[index] ?? 0));
  while (!hasSaved() && performance.now() - begun < 3 * WRITES_WITHIN_MS) await sleep(50);
  return Math.round(performance.now() - begun);
}

/** Each applicant's document is converted once: one row, one PDF, and no remaining job. */
async function judgeOnce(url: string, applicants: readonly VirtualApplicant[]): Promise<string[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<{ documents: number; files: number }>(
      'SELECT count(*)::int AS documents, count(DISTINCT pdf_key)::int AS files FROM documents WHERE pdf_key IS NOT NULL',
    );
    const [{ documents, files } = { documents: 0, files: 0 }] = rows;
    return documents === applicants.length && files === documents
      ? []
      : [`${applicants.length} applicants have ${documents} documents and ${files} files.`];
  } finally {
    await pool.end();
  }
}
