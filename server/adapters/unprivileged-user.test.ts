import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSandbox } from './converter/sandbox.ts';
import { makeWorkFolder, removeWorkFolder } from './converter/work-folder.ts';
import { prepareDataDir } from './data-dir.ts';
import { locateCluster } from './database/cluster.ts';
import { nobody, unprivilegedUser } from './unprivileged-user.ts';

const isRoot = process.getuid?.() === 0;
const limits = { memoryBytes: 1 << 29, cpuSeconds: 2, fileBytes: 1 << 20 };

test.runIf(isRoot)('database, converters and printer each have a user of their own, none is nobody', () => {
  const own = (['database', 'converter', 'printer'] as const).map((purpose) => unprivilegedUser(purpose));
  const users = [...own, nobody()];
  expect(new Set(users.map((user) => user?.uid)).size).toBe(4);
  expect(new Set(users.map((user) => user?.gid)).size).toBe(4);
  expect(users.flatMap((user) => [user?.uid, user?.gid])).not.toContain(0);
});

test.runIf(isRoot)(
  'a converter reaches its own folder, and not the database, even without a sandbox',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'admissions-users-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    prepareDataDir(dataDir);
    const { socketDir, user } = locateCluster(dataDir);
    const secret = join(socketDir, 'secret');
    writeFileSync(secret, 'CANARY');
    if (user) chownSync(secret, user.uid, user.gid);
    const folder = makeWorkFolder();
    onTestFinished(() => removeWorkFolder(folder));

    const { stdout } = await makeSandbox({ isIsolated: false }).run(
      ['/bin/sh', '-c', `id -u; echo mine > own && cat own; cat ${secret}; ls ${dataDir} ${socketDir}`],
      { folder, limits, deadlineMs: 5000 },
    );

    expect(stdout).toBe(`${unprivilegedUser('converter')?.uid}\nmine\n`);
    expect(statSync(secret).uid).not.toBe(statSync(folder).uid);
  },
);
