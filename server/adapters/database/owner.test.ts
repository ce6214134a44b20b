import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgresPid } from '#server/testing/process.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { prepareDataDir } from '../data-dir.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { locateCluster } from './cluster.ts';
import { openDatabase } from './database.ts';

// Only root runs PostgreSQL as another user.
const own = unprivilegedUser('database');

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(dataDir: string) {
  prepareDataDir(dataDir);
  return openDatabase({ url: undefined, dataDir, poolSize: 2, log: silentLog });
}

/** The numbers of all users who own files of the database. */
function owners(dataDir: string): number[] {
  const { directory, socketDir } = locateCluster(dataDir);
  const found = execFileSync('find', [directory, socketDir, '-printf', '%U %G\n'], { encoding: 'utf8' });
  const { uid, gid } = statSync(dirname(directory));
  return [...new Set([uid, gid, ...found.trim().split(/\s/).map(Number)])];
}

test.runIf(own)(
  'PostgreSQL runs as a user that nothing else of the machine is, in a closed folder',
  { tags: 'slow' },
  async () => {
    const dataDir = temporary();
    const database = await open(dataDir);
    onTestFinished(() => database.close());

    const pid = postgresPid(dataDir);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const users = [pid, ...children].map((process) => statSync(`/proc/${process}`).uid);
    expect(new Set(users)).toEqual(new Set([own?.uid]));
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain(`:${own?.uid}:`);
    expect(owners(dataDir)).toEqual([own?.uid]);
    expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40700 });
  },
);

test.runIf(own)('has no socket in a folder that another user makes in /tmp first', async () => {
  // Its path is too long for a socket within it.
  const dataDir = join(temporary(), 'a'.repeat(100));
  const { socketDir } = locateCluster(dataDir);
  expect(dirname(socketDir)).toBe('/tmp');
  onTestFinished(() => rmSync(socketDir, { recursive: true, force: true }));
  rmSync(socketDir, { recursive: true });
  mkdirSync(socketDir);
  execFileSync('chown', ['nobody:', socketDir]);
  await expect(open(dataDir)).rejects.toThrow(`${socketDir} belongs to another user`);
});
