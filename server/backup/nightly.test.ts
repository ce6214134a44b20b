import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { smallDisk } from '#server/testing/small-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
afterAll(() => rmSync(folder, { recursive: true }));
const TODAY = `admissions-${new Date().toISOString().slice(0, 10)}`;
const days = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `admissions-2026-01-${String(index + from).padStart(2, '0')}`,
  );

const dataDir = join(folder, 'data');
/** Makes the installation once, for all tests. */
function installation(): NodeJS.ProcessEnv {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'development' };
  if (!existsSync(dataDir)) execFileSync(process.execPath, ['build/admin.js', 'seed'], { env });
  return env;
}

/** Makes a folder with twenty older backups, what a killed run has left, and somebody else's file. */
function backupsIn(parent: string): string {
  const backups = mkdtempSync(join(parent, 'backups-'));
  for (const name of days(1, 20)) writeFileSync(join(backups, name), '');
  writeFileSync(join(backups, `${TODAY}.5.part`), '');
  mkdirSync(join(backups, 'trial.KILLED/data'), { recursive: true });
  writeFileSync(join(backups, 'somebody-elses'), '');
  return backups;
}

const run = (backups: string, env: NodeJS.ProcessEnv = installation(), ...words: readonly string[]) =>
  spawnSync('deploy/back-up', [backups, ...words], { env, encoding: 'utf8' });

test('the nightly backup keeps the newest 14, and can be restored', { tags: 'long' }, () => {
  const backups = backupsIn(folder);
  const { status, stdout, stderr } = run(backups, installation(), '--try');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^30 accounts and \d+ files/m);
  expect(stdout).toMatch(/^Restored and exported 30 applications on trial\.$/m);
  expect(readdirSync(backups).toSorted()).toEqual([...days(8, 20), TODAY, 'somebody-elses']);
});

describe('on a bad day, the end is 1 and the rest goes on', () => {
  test('a document is lost', { tags: 'long' }, () => {
    const env = installation();
    const whole = join(folder, 'whole');
    cpSync(join(dataDir, 'storage'), whole, { recursive: true });
    const stored = readdirSync(whole, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.pdf'),
    );
    rmSync(join(dataDir, 'storage', stored ?? 'no file'));
    const backups = backupsIn(folder);
    const { status, stdout, stderr } = run(backups, env, '--try');
    cpSync(whole, join(dataDir, 'storage'), { recursive: true });
    expect(stderr).toMatch(/^1 documents are missing from the storage; the backup has everything else\./m);
    expect(stderr).toMatch(/^The backup failed, or lacks documents\.$/m);
    expect(stdout).toMatch(/^Restored and exported 30 applications on trial\.$/m);
    expect(readdirSync(backups).toSorted()).toEqual([...days(8, 20), TODAY, 'somebody-elses']);
    expect(status).toBe(1);
  });

  test('the trial restore fails', { tags: 'long' }, () => {
    const backups = backupsIn(folder);
    writeFileSync(join(backups, TODAY), 'half a backup');
    const { status, stdout, stderr } = run(backups, installation(), '--try');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^This backup is damaged.*\nThe backup could not be restored on trial\.\n$/);
    expect(readdirSync(backups).toSorted()).toEqual([...days(8, 20), TODAY, 'somebody-elses']);
  });

  test('the disk is full', { tags: 'long' }, (context) => {
    const disk = smallDisk(context);
    const env = installation();
    const backups = backupsIn(disk.folder);
    disk.fill();
    const { status, stdout, stderr } = run(backups, env, '--try');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`${join(backups, TODAY)} cannot be written: the disk is full (ENOSPC).`);
    expect(readdirSync(backups).toSorted()).toEqual([...days(7, 20), 'somebody-elses']);
  });

  test('the disk has no room for the trial', { tags: 'long' }, (context) => {
    const disk = smallDisk(context);
    const env = installation();
    const backups = backupsIn(disk.folder);
    disk.fill(2_000_000);
    const { status, stderr } = run(backups, env, '--try');
    expect(stderr).toMatch(/^The backup could not be restored on trial\.$/m);
    expect(readdirSync(backups).toSorted()).toEqual([...days(8, 20), TODAY, 'somebody-elses']);
    expect(status).toBe(1);
  });

  test('the database is dead', { tags: 'long' }, () => {
    const backups = backupsIn(folder);
    const dead = {
      DATABASE_URL: 'postgres://admissions@127.0.0.1:1/admissions',
      SECRET_KEYS: 'x'.repeat(32),
    };
    const { status, stdout, stderr } = run(backups, { ...installation(), ...dead }, '--try');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('The database at DATABASE_URL cannot be used');
    expect(readdirSync(backups).toSorted()).toEqual([...days(7, 20), 'somebody-elses']);
  });

  test('it is ended during the trial', { tags: 'long' }, async () => {
    const backups = backupsIn(folder);
    const child = spawn('deploy/back-up', [backups, '--try'], {
      env: installation(),
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const trials = () => readdirSync(backups).filter((name) => /^trial\.(?!KILLED)/.test(name));
    await expect.poll(trials, { timeout: 60_000, interval: 20 }).toHaveLength(1);
    // As systemd does: all processes of the unit.
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(backups).toSorted()).toEqual([...days(8, 20), TODAY, 'somebody-elses']);
  });
});

test('a unit that fails mails what it has logged', () => {
  const unit = readFileSync('deploy/graduate-admissions-backup.service', 'utf8');
  const [, alarm = ''] = /^OnFailure=(.*@)%n\.service$/m.exec(unit) ?? [];
  const [, program = ''] = /^ExecStart=\/opt\/graduate-admissions\/(\S+) %i$/m.exec(
    readFileSync(`deploy/${alarm}.service`, 'utf8'),
  ) ?? ['', ''];
  const tools = mkdtempSync(join(folder, 'tools-'));
  const mail = join(folder, 'mail');
  for (const [name, script] of [
    ['journalctl', 'echo "$1: the disk is full"'],
    ['sendmail', `echo "$@" > ${mail}; cat >> ${mail}`],
  ] as const) {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(tools, name), 0o755);
  }
  execFileSync(program, ['graduate-admissions-backup.service'], { env: { PATH: `${tools}:/usr/bin:/bin` } });
  const lines = readFileSync(mail, 'utf8').split('\n');
  expect(lines[0]).toBe('-i -- root');
  expect(lines).toContainEqual(
    expect.stringMatching(/^Subject: graduate-admissions-backup\.service failed on /),
  );
  expect(lines).toContain('--unit=graduate-admissions-backup.service: the disk is full');
});
