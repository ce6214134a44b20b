import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'job-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SYSCTL = 'sysctl -qw kernel.apparmor_restrict_unprivileged_userns=0';

/** A checkout of another user, and programs that only note how they are called. */
function checkout() {
  const place = mkdtempSync(join(folder, 'checkout-'));
  mkdirSync(join(place, 'programs'));
  cpSync(join(import.meta.dirname, 'job.sh'), join(place, 'job.sh'));
  for (const program of ['apt-get', 'npm', 'sysctl'])
    writeFileSync(
      join(place, 'programs', program),
      `#!/bin/sh\necho "${program} $*" >> ${join(place, 'calls')}\n`,
      { mode: 0o755 },
    );
  const env = { PATH: `${join(place, 'programs')}:/usr/bin:/bin`, HOME: place };
  const run = (command: string, ...words: readonly string[]) =>
    spawnSync(command, words, { cwd: place, env, encoding: 'utf8' });
  run('git', 'init', '--quiet');
  return { place, env, run };
}

test.each([
  { job: ['test:unit', '--shard=1/3'], ci: '', calls: ['npm ci', 'npm run test:unit -- --shard=1/3'] },
  { job: ['test:walk'], ci: '', calls: ['npm ci', 'npm run test:walk --'] },
  { job: ['lint'], ci: 'true', calls: [SYSCTL, 'npm ci', 'npm run lint --'] },
  {
    job: ['test:walk'],
    ci: 'true',
    calls: [
      SYSCTL,
      'apt-get update',
      'apt-get install -y --no-install-recommends nginx',
      'npm ci',
      'npm run test:walk --',
    ],
  },
])('$job with CI="$ci" runs $calls', ({ job, ci, calls }) => {
  const { place, env } = checkout();
  const { status } = spawnSync('sh', ['job.sh', ...job], { cwd: place, env: { ...env, CI: ci } });
  expect(status).toBe(0);
  expect(readFileSync(join(place, 'calls'), 'utf8').trim().split('\n')).toEqual(calls);
});

test.runIf(process.getuid?.() === 0)('Git works on files of another user afterwards', () => {
  const { run } = checkout();
  run('chown', '-R', '12345', '.git', '.');
  expect(run('git', 'status').stderr).toContain('dubious ownership');
  run('sh', 'job.sh', 'lint');
  expect(run('git', 'status').status).toBe(0);
});
