import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unprivilegedUser } from '../unprivileged-user.ts';

/** Runs a script as an unprivileged user. */
function asNobodySpecial(script: string, folder: string) {
  const words = ['--input-type=module', '--eval', script, folder];
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    ...unprivilegedUser('database'),
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-cluster-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const CLUSTER = join(import.meta.dirname, 'cluster.ts');

/** No process has this id, because the kernel counts to 4194304. */
const GONE = 5_000_000;

test(
  'a cluster that another user is making is theirs; one of an ended process is nobody’s',
  { tags: 'slow' },
  () => {
    const folder = temporary();
    chmodSync(folder, 0o777);
    // Process 1 belongs to root and is alive.
    for (const pid of [1, GONE]) mkdirSync(join(folder, `cluster.new-${pid}`));
    const script = `import { ensureCluster } from '${CLUSTER}';
    const cluster = { directory: process.argv[1], socketDir: '', user: undefined, dataArgument: '.' };
    await ensureCluster(cluster, { postgres: '', initdb: '/bin/false' }).catch(({ name }) => console.log(name));`;
    expect(asNobodySpecial(script, join(folder, 'cluster'))).toEqual({
      stdout: 'DatabaseDownError\n',
      stderr: '',
    });
    const left = readdirSync(folder).filter((name) => /-(?:1|5000000)$/.test(name));
    expect(left).toEqual(['cluster.new-1']);
  },
);

test('what a killed start has left does not prevent a later one, even if it cannot be removed', () => {
  const folder = temporary();
  chmodSync(folder, 0o777);
  const left = join(folder, `cluster.new-${GONE}`);
  mkdirSync(join(left, 'base'), { recursive: true });
  chmodSync(left, 0o555);
  onTestFinished(() => chmodSync(left, 0o755));
  const script = `import { ensureCluster } from '${CLUSTER}';
    const cluster = { directory: process.argv[1], socketDir: '', user: undefined, dataArgument: '.' };
    await ensureCluster(cluster, { postgres: '', initdb: '/bin/true' });`;
  expect(asNobodySpecial(script, join(folder, 'cluster'))).toEqual({ stdout: '', stderr: '' });
  expect(readdirSync(folder).toSorted()).toEqual(['cluster', `cluster.new-${GONE}`]);
});

test('a folder that cannot be entered is not reported as empty', { tags: 'slow' }, () => {
  const folder = temporary();
  const script = `import { hasCluster } from '${CLUSTER}';
    try { console.log(hasCluster(process.argv[1])); } catch ({ message }) { console.log(message); }`;
  const told = [0o755, 0o000].map((mode) => {
    chmodSync(folder, mode);
    return asNobodySpecial(script, folder).stdout;
  });
  chmodSync(folder, 0o700);
  expect(told).toEqual(['false\n', `DATA_DIR ${folder} cannot be used: permission denied.\n`]);
});
