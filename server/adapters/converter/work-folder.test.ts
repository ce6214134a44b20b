import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unprivilegedUser } from '../unprivileged-user.ts';
import { makeConverter } from './converter.ts';

/** No process has this id, because the kernel counts to 4194304. */
const GONE = 5_000_000;

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admissions-tmp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Like /tmp: everybody may make files, but remove only their own.
  chmodSync(folder, 0o1777);
  return folder;
}

const user = unprivilegedUser('converter');

test.runIf(user)('another user’s files in /tmp do not prevent the removal of ours', () => {
  const folder = temporary();
  const [theirs, ours] = [
    join(folder, `admissions-work-${GONE}-a`),
    join(folder, `admissions-work-${GONE}-b`),
  ];
  mkdirSync(theirs);
  writeFileSync(join(theirs, 'file'), '');
  const script = `import { mkdirSync } from 'node:fs';
    import { removeStaleWorkFolders } from '${join(import.meta.dirname, 'work-folder.ts')}';
    mkdirSync(process.argv[1]);
    removeStaleWorkFolders();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, ours], {
    ...user,
    env: { TMPDIR: folder },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect([existsSync(theirs), existsSync(ours)]).toEqual([true, false]);
});

test('a converter that could not begin tries again with the next file', async () => {
  const converter = makeConverter({ sofficePath: '/usr/bin/soffice', sandbox: 'on' });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', '/nowhere');
  await expect(converter.systemParts()).rejects.toThrow('ENOENT');
  vi.unstubAllEnvs();
  expect(await converter.systemParts()).toContainEqual(expect.objectContaining({ name: 'qpdf' }));
  await converter.close();
});
