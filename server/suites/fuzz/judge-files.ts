import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dice } from '#testing/dice.ts';
import { LEAN, startServer } from '#server/testing/process.ts';
import { Browser } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import { countBelow, watchMemory } from '../memory-watch.ts';
import type { Report } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { hostileFile, worstPicture, type HostileFile } from './hostile-files.ts';

const AT_ONCE = 6;
const KEY = 'employ_resume';
const SERVER_MAX_MB = 512;
/** The limits of the sandbox leave a picture 0.8 GB, a PDF 1 GB. */
const PROGRAM_MAX_MB = 1100;
const STORED_MAX_BYTES = 33_554_432;
/** All six, one after the other, each with its longest deadline. */
const PATIENCE_MS = 400_000;

interface Options {
  readonly folder: string;
  /** How many files; the first six are the worst picture. */
  readonly files: number;
  readonly dice: Dice;
}

/**
 * Sends hostile pictures and PDFs, six at once, to a server of their own: each ends as a PDF or a sentence, and the
 * server's memory stays within its limit.
 */
export async function judgeFiles({ folder, files, dice }: Options): Promise<Omit<Report, 'skipped'>> {
  const dataDir = join(folder, 'files');
  const server = startServer(dataDir, {
    ...LEAN,
    RATE_LIMIT_FACTOR: '1000000',
    SIGNUP_LIMIT_PER_ADDRESS: '1000000',
  });
  try {
    const base = await server.address();
    const mailbox = new Mailbox(dataDir);
    const applicants: VirtualApplicant[] = [];
    while (applicants.length < AT_ONCE) {
      const applicant = new VirtualApplicant(
        `files-${applicants.length}@example.com`,
        new Browser(() => base),
      );
      await applicant.signUp(mailbox);
      applicants.push(applicant);
    }
    return await judge({ applicants, serverPid: server.child.pid ?? 0, dataDir, files, dice });
  } finally {
    await server.stop('SIGKILL');
  }
}

interface Watched extends Omit<Options, 'folder'> {
  readonly applicants: readonly VirtualApplicant[];
  readonly serverPid: number;
  readonly dataDir: string;
}

async function judge({ applicants, serverPid, dataDir, files, dice }: Watched) {
  const violations: string[] = [];
  const statuses = { COMPLETED: 0, FAILED: 0 };
  let largestStored = 0;
  const endWatch = watchMemory(serverPid);
  for (let done = 0; done < files; done += AT_ONCE) {
    const chosen: HostileFile[] = [];
    while (chosen.length < Math.min(AT_ONCE, files - done))
      chosen.push(await (done === 0 ? worstPicture(dice) : hostileFile(dice)));
    const ended = await Promise.all(chosen.map(({ file }, index) => conversionBy(applicants[index], file)));
    for (const [index, status] of ended.entries()) {
      if (status === 'COMPLETED' || status === 'FAILED') statuses[status] += 1;
      else violations.push(`File ${done + index} (${chosen[index]?.kind}) ended as ${status}.`);
    }
    largestStored = Math.max(largestStored, largestFile(join(dataDir, 'storage')));
  }
  const left = countBelow(serverPid, 'image-worker') + countBelow(serverPid, 'qpdf');
  const { server, program } = endWatch();
  if (left > 0) violations.push(`${left} programs still run after the last file.`);
  if (server > SERVER_MAX_MB) violations.push(`The server took ${server} MB.`);
  if (program > PROGRAM_MAX_MB) violations.push(`A program took ${program} MB.`);
  if (largestStored > STORED_MAX_BYTES) violations.push(`A PDF of ${largestStored} bytes was stored.`);
  return {
    figures: {
      'hostile files': files,
      'files that became a PDF': statuses.COMPLETED,
      'files that were refused': statuses.FAILED,
      'server, most MB': server,
      'largest program, most MB': program,
      'largest stored file, bytes': largestStored,
    },
    violations,
  };
}

async function conversionBy(applicant: VirtualApplicant | undefined, file: Buffer) {
  await applicant?.upload(KEY, file, 'file.pdf');
  return applicant?.conversion(KEY, PATIENCE_MS);
}

function largestFile(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Math.max(0, ...files.map(({ parentPath, name }) => sizeOf(join(parentPath, name))));
}

/** The storage may be deleting a file while we look. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
