import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePicture } from '#server/testing/files/corpus.ts';
import { Dice } from '#testing/dice.ts';
import { Browser, send } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import { startSharedPostgres, type SharedPostgres } from '../postgres.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { judgeDrain, judgeLogout, judgeRateLimit } from './judge-sharing.ts';
import { judgeEnd } from './judge-end.ts';
import { Member } from './members.ts';
import { Proxy } from './proxy.ts';

const NUM_WEB = 3;
const NUM_WORKERS = 2;
const UPLOAD_KEYS = ['employ_resume', 'college_transcript'] as const;
/** Even in a long run, no applicant reaches the 40 conversions of an hour. */
const CHANCE_OF_UPLOAD = 0.003;
const THINK_MS = 15;
const CALM_MS = 400;
/** Every sixth turn, the fifth of each six, ends the database. */
const DATABASE_EVERY = 6;
const DATABASE_TURN = 4;
const DATABASE_BACK_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

interface ClusterOptions extends SuiteOptions {
  readonly numApplicants: number;
}

/**
 * Runs three web and two worker processes with one PostgreSQL and one storage, behind a proxy. Applicants save,
 * upload, convert and submit while the suite ends the processes in turn: `runs` times, with kill -9 and with SIGTERM.
 * Sometimes it ends PostgreSQL itself.
 */
export async function runCluster({
  runs,
  seed,
  folder,
  say,
  numApplicants,
}: ClusterOptions): Promise<Report> {
  const dice = new Dice(seed);
  const dataDir = join(folder, 'shared');
  const postgres = await startSharedPostgres(folder);
  const members = makeMembers(dataDir, postgres);
  const proxy = new Proxy(() => members.flatMap(({ address }) => address ?? []));
  const violations: string[] = [];
  try {
    // All start at once with an empty database and must agree on who makes the tables.
    await Promise.all(members.map((member) => member.start()));
    const base = await proxy.listen();
    const mailbox = new Mailbox(dataDir);
    const applicants = Array.from(
      { length: numApplicants },
      (_, index) => new VirtualApplicant(`applicant-${index}@example.com`, new Browser(() => base)),
    );
    await Promise.all(applicants.map((applicant) => applicant.signUp(mailbox)));
    say(`${numApplicants} applicants have signed up.`);

    const load = new AbortController();
    const work = Promise.all(
      applicants.map((applicant) => fillIn(applicant, new Dice(dice.whole(0, 2 ** 31)), load.signal)),
    );
    violations.push(...(await endInTurn(members, { runs, dice, say, postgres, base })));
    load.abort();
    await work;

    violations.push(...(await judgeEnd({ applicants, mailbox, postgres, dataDir })));
    violations.push(...(await judgeRateLimit(base)));
    violations.push(...(await judgeLogout(applicants, members)));
    violations.push(...(await judgeDrain(base, mailbox, members)));
    const sum = (count: (applicant: VirtualApplicant) => number) =>
      applicants.reduce((total, one) => total + count(one), 0);
    return {
      figures: {
        ended: runs,
        acknowledgedSaves: sum(({ ledger }) => ledger.numAcknowledged),
        conversions: sum(({ accepted }) => accepted.length),
        submissions: sum(({ submissions }) => submissions),
      },
      violations,
    };
  } finally {
    await Promise.all(members.map((member) => member.end('SIGKILL')));
    await proxy.close();
    await postgres.stop();
  }
}

function makeMembers(dataDir: string, postgres: SharedPostgres): Member[] {
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: '5',
    TRUST_PROXY: '127.0.0.1',
    SECRET_KEYS: randomBytes(32).toString('base64url'),
  };
  return [
    ...Array.from({ length: NUM_WEB }, (_, index) => new Member(`web ${index + 1}`, false, dataDir, env)),
    ...Array.from(
      { length: NUM_WORKERS },
      (_, index) => new Member(`worker ${index + 1}`, true, dataDir, env),
    ),
  ];
}

/** Saves until told to stop, sometimes uploads, and finally submits from two devices at once. */
async function fillIn(applicant: VirtualApplicant, dice: Dice, signal: AbortSignal): Promise<void> {
  const picture = await makePicture({ type: 'png' });
  const keys: string[] = [...UPLOAD_KEYS];
  while (!signal.aborted) {
    await applicant.save();
    if (dice.chance(CHANCE_OF_UPLOAD)) await applicant.upload(dice.oneOf(UPLOAD_KEYS), picture, 'scan.png');
    await sleep(dice.whole(0, THINK_MS));
  }
  for (const key of keys) await applicant.upload(key, picture, 'last.png');
  await applicant.submit(2);
}

interface Turns extends Pick<ClusterOptions, 'runs' | 'say'> {
  readonly dice: Dice;
  readonly postgres: SharedPostgres;
  /** The proxy's address. */
  readonly base: string;
}

async function endInTurn(
  members: readonly Member[],
  { runs, dice, say, postgres, base }: Turns,
): Promise<string[]> {
  const violations: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const member = members[run % members.length] as Member;
    const signal = dice.chance(0.7) ? 'SIGKILL' : 'SIGTERM';
    await sleep(dice.whole(0, CALM_MS));
    if (run % DATABASE_EVERY === DATABASE_TURN) {
      postgres.crash();
      if (!(await isReadyAgain(base))) violations.push('Without its PostgreSQL for too long after a crash.');
      const gone = members.filter(({ isRunning }) => !isRunning);
      violations.push(...gone.map(({ name }) => `${name} went down with PostgreSQL.`));
      say(`${run + 1} of ${runs}: PostgreSQL crashed and is back.`);
      continue;
    }
    const code = await member.end(signal);
    if (signal === 'SIGTERM' && code !== 0)
      violations.push(`${member.name} ended with code ${code} on SIGTERM.`);
    await sleep(dice.whole(0, CALM_MS));
    await member.start();
    say(`${run + 1} of ${runs}: ${member.name} ended by ${signal} and started again.`);
  }
  return violations;
}

/** Returns true if the web processes reconnect to the database in time. */
async function isReadyAgain(base: string): Promise<boolean> {
  for (
    const until = performance.now() + DATABASE_BACK_WITHIN_MS;
    performance.now() < until;
    await sleep(LOOK_EVERY_MS)
  ) {
    const reply = await send(base, 'GET', '/readyz').catch(() => undefined);
    if (reply?.status === 200) return true;
  }
  return false;
}
