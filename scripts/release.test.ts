import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const OLD_COMMIT = 'a'.repeat(40);
const CHANGES = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0 – 2026-11-25\n\n- First.\n';

/** A repository with the files that a release changes. */
function repository({ changes = CHANGES } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  mkdirSync(join(root, 'server/suites/upgrade'), { recursive: true });
  write('package.json', '{\n  "version": "1.0.0",\n  "scripts": { "docs:access": "touch report" }\n}\n');
  write(
    'package-lock.json',
    '{ "version": "1.0.0", "": { "version": "1.0.0" }, "other": { "version": "1.0.0" } }\n',
  );
  write('CHANGELOG.md', changes);
  mkdirSync(join(root, 'deploy'));
  write('HECVAT.md', 'As of 26 November 2026, release 1.0.0.\n');
  write('deploy/kubernetes.yaml', 'image: example/graduate-admissions:1.0.0\n'.repeat(2));
  write('server/suites/upgrade/release-before.ts', `export const RELEASE_BEFORE = '${OLD_COMMIT}';\n`);
  git('init', '--quiet');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  const release = (version: string) =>
    spawnSync(process.execPath, [resolve('scripts/release.ts'), version], { cwd: root, encoding: 'utf8' });
  return { git, write, release, read: (file: string) => readFileSync(join(root, file), 'utf8') };
}

test(
  'a release is one commit: the changes, the number, and the commit that upgrades start from',
  { tags: 'slow' },
  () => {
    const { git, release, read } = repository();
    const released = git('rev-parse', 'HEAD');
    const { status, stderr } = release('1.1.0');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(read('package.json')).toContain('"version": "1.1.0"');
    expect(read('package-lock.json')).toBe(
      '{ "version": "1.1.0", "": { "version": "1.1.0" }, "other": { "version": "1.0.0" } }\n',
    );
    expect(read('HECVAT.md')).toContain('release 1.1.0.');
    expect(read('deploy/kubernetes.yaml')).toBe('image: example/graduate-admissions:1.1.0\n'.repeat(2));
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 1\.1\.0 – [\d-]{10}\n\n- New\.\n\n## 1\.0\.0/,
    );
    expect(read('server/suites/upgrade/release-before.ts')).toContain(`'${released}'`);
    expect(git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(git('log', '-1', '--format=%s')).toBe('build: release 1.1.0');
    expect(git('tag')).toBe('v1.1.0');
  },
);

test.each([
  ['no number', '', CHANGES, 'Which release?'],
  ['a number that is not newer', '1.0.0', CHANGES, '1.0.0 is not newer than 1.0.0'],
  [
    'a changelog of another release',
    '1.1.0',
    CHANGES.replace('1.0.0', '0.9.0'),
    'package.json has 1.0.0, but',
  ],
  ['no change', '1.1.0', CHANGES.replace('- New.\n\n', ''), 'has nothing under Unreleased'],
])('%s is refused', (_title, version, changes, sentence) => {
  const { git, release } = repository({ changes });
  const { status, stderr } = release(version);
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('rev-list', '--count', 'HEAD')).toBe('1');
});

test('another number in the lock file, and a tag that is there already, are refused', () => {
  const { git, write, release } = repository();
  git('tag', 'v1.1.0');
  expect(release('1.1.0').stderr).toContain('There is a tag v1.1.0 already.');
  write(
    'package-lock.json',
    '{ "version": "0.9.0", "": { "version": "0.9.0" }, "a": { "version": "1.0.0" } }\n',
  );
  git('commit', '--quiet', '--all', '--message', 'second');
  expect(release('1.2.0').stderr).toContain('package-lock.json has another number');
  expect(git('status', '--porcelain')).toBe('');
});

test('a file that names another release is refused', () => {
  const { git, write, release } = repository();
  write('HECVAT.md', 'As of 26 November 2026, release 0.9.0.\n');
  git('commit', '--quiet', '--all', '--message', 'second');
  expect(release('1.1.0').stderr).toContain('HECVAT.md names another release');
});

test('HECVAT.md, the manifests and package.json name one release', () => {
  const here = (file: string) => readFileSync(resolve(file), 'utf8');
  const { version } = JSON.parse(here('package.json'));
  expect(here('HECVAT.md').match(/(?<=, release )[\d.]+\d/g)).toEqual([version]);
  const images = here('deploy/kubernetes.yaml').match(/(?<=graduate-admissions:)[\d.]+/g) ?? [];
  expect(new Set(images)).toEqual(new Set([version]));
});

test('changes that are not committed are refused', () => {
  const { write, release } = repository();
  write('other', 'text');
  expect(release('1.1.0')).toMatchObject({ status: 1 });
});
