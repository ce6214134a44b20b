import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePicture } from '#server/testing/files/corpus.ts';
import { startServer } from '#server/testing/process.ts';
import { Browser, send } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';

const DISK_MB = 200;
const CHUNK = Buffer.alloc(64 * 1024);
const REFUSAL_MAX_MS = 60_000;
const RECOVERY_MAX_MS = 60_000;
const LOOK_EVERY_MS = 100;
const LONG_ANSWER_CHARS = 1500;
const AT_ONCE = 8;
const PRESS_ON_MS = 6000;

/** Tests a data folder on a disk that fills up and is freed again. Needs permission to mount one. */
export async function runDiskFull({ folder, say }: SuiteOptions): Promise<Report> {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', disk], {
      stdio: 'pipe',
    });
  } catch {
    return { figures: {}, violations: [], skipped: ['A full disk: only root may mount a small one.'] };
  }
  try {
    return await fillAndFree(disk, say);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
}

async function fillAndFree(disk: string, say: (line: string) => void): Promise<Report> {
  const dataDir = join(disk, 'data');
  const ballast = join(disk, 'ballast');
  const server = startServer(dataDir, { RATE_LIMIT_FACTOR: '1000' });
  const base = await server.address();
  const applicant = new VirtualApplicant('full@example.com', new Browser(() => base));
  const violations: string[] = [];
  try {
    await applicant.signUp(new Mailbox(dataDir));
    await applicant.save();
    fill(ballast);
    say('The disk is full.');

    const refused = await saveUntilRefused(applicant, ballast);
    if (refused !== 503) violations.push(`On a full disk a save was answered by ${refused}.`);
    await pressOn(applicant, ballast);
    const ready = await send(base, 'GET', '/readyz');
    if (ready.status !== 503) violations.push(`On a full disk /readyz was answered by ${ready.status}.`);
    say(`Saves are refused by ${refused}, /readyz by ${ready.status}.`);

    rmSync(ballast);
    const ms = await untilReady(base);
    if (ms === undefined) violations.push('The server did not recover when the disk was freed.');
    else {
      const { body } = await applicant.profile();
      violations.push(...applicant.ledger.violations(body.answer));
      if (!(await applicant.save())) violations.push('After the disk was freed, a save was refused.');
      await applicant.upload('employ_resume', await makePicture({ type: 'png' }), 'scan.png');
      const status = await applicant.conversion('employ_resume');
      if (status !== 'COMPLETED')
        violations.push(`After the disk was freed, a conversion ended as ${status}.`);
    }
    violations.push(...applicant.surprises);
    const { numAcknowledged } = applicant.ledger;
    return { figures: { savesOnTheFullDisk: numAcknowledged, recoveryMs: Math.round(ms ?? -1) }, violations };
  } finally {
    await server.stop();
  }
}

function fill(ballast: string): void {
  const file = openSync(ballast, 'a');
  try {
    for (;;) if (writeSync(file, CHUNK) < CHUNK.length) return;
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    if (!isFull) throw error;
  } finally {
    closeSync(file);
  }
}

/** Space already reserved for the database's log still accepts saves, and they count. */
async function saveUntilRefused(applicant: VirtualApplicant, ballast: string): Promise<number | undefined> {
  for (const until = performance.now() + REFUSAL_MAX_MS; performance.now() < until;) {
    fill(ballast);
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => saveLongAnswer(applicant)));
    await applicant.save();
    const refused = replies.find((status) => status !== 200);
    if (refused !== undefined) return refused;
  }
  return 200;
}

/** Everybody keeps trying until the database has no space left for its log either. */
async function pressOn(applicant: VirtualApplicant, ballast: string): Promise<void> {
  for (const until = performance.now() + PRESS_ON_MS; performance.now() < until;) {
    fill(ballast);
    await Promise.all(Array.from({ length: AT_ONCE }, () => saveLongAnswer(applicant)));
  }
}

async function saveLongAnswer({ browser }: VirtualApplicant): Promise<number | undefined> {
  // Random bytes cannot be compressed.
  const reason = randomBytes(LONG_ANSWER_CHARS).toString('base64').slice(0, LONG_ANSWER_CHARS);
  const answers = { return_institute_reason: reason };
  return browser.put('/api/answer', { answers }).then(
    ({ status }) => status,
    () => undefined,
  );
}

async function untilReady(base: string): Promise<number | undefined> {
  const begun = performance.now();
  while (performance.now() - begun < RECOVERY_MAX_MS) {
    const reply = await send(base, 'GET', '/readyz').catch(() => undefined);
    if (reply?.status === 200) return performance.now() - begun;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
}
