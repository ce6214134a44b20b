import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unprivilegedUser } from '../unprivileged-user.ts';

/** No process has it: the kernel counts to 4194304. */
const GONE = 5_000_000;

test('a cluster that another user is just making is theirs, one of a process that is gone is nobody’s', () => {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-cluster-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o777);
  // The first process of the machine is root's and lives.
  for (const pid of [1, GONE]) mkdirSync(join(folder, `cluster.new-${pid}`));
  const script = `import { ensureCluster } from '${join(import.meta.dirname, 'cluster.ts')}';
    const cluster = { directory: process.argv[1], socketDir: '', user: undefined, dataArgument: '.' };
    await ensureCluster(cluster, { postgres: '', initdb: '/bin/false' }).catch(({ name }) => console.log(name));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, join(folder, 'cluster')],
    { ...unprivilegedUser(), encoding: 'utf8' },
  );
  expect({ stdout, stderr }).toEqual({ stdout: 'StartError\n', stderr: '' });
  const left = readdirSync(folder).filter((name) => /-(?:1|5000000)$/.test(name));
  expect(left).toEqual(['cluster.new-1']);
});
