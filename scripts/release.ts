// `npm run release -- 1.2.0`: makes the next release in one commit. The number is certified into each submission, so
// each number names exactly one release.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const MANIFESTS = ['package.json', 'package-lock.json'] as const;
/** Other files that name the release, and where. */
const NAMED_IN = [
  ['HECVAT.md', /(?<=, release )\d+\.\d+\.\d+/g],
  ['deploy/kubernetes.yaml', /(?<=graduate-admissions:)\d+\.\d+\.\d+/g],
] as const;
const CHANGES = 'CHANGELOG.md';
const RELEASE_BEFORE = 'server/suites/upgrade/release-before.ts';
const UNRELEASED = '## Unreleased\n';

const read = (file: string) => readFileSync(file, 'utf8');
const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();

function refuse(sentence: string): never {
  console.error(`${sentence} Nothing was changed.`);
  process.exit(1);
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

const [next = ''] = process.argv.slice(2);
const [, present = ''] = /"version": "([^"]+)"/.exec(read('package.json')) ?? [];
const changes = read(CHANGES);
const [, logged = ''] = /^## (\d\S*)/m.exec(changes) ?? [];
const [, unreleased = ''] = /^## Unreleased\n(.*?)^## \d/ms.exec(changes) ?? [];

if (!/^\d+\.\d+\.\d+$/.test(next)) refuse('Which release? Give its number, such as 1.2.0.');
if (!isNewer(next, present)) refuse(`${next} is not newer than ${present}, which package.json has.`);
if (logged !== present)
  refuse(`package.json has ${present}, but the last release of ${CHANGES} is ${logged}.`);
if (unreleased.trim() === '') refuse(`${CHANGES} has nothing under Unreleased.`);
const locked = [...read('package-lock.json').matchAll(/"version": "([^"]+)"/g)].slice(0, 2);
if (locked.some(([, version]) => version !== present))
  refuse(`package.json has ${present}, but package-lock.json has another number. Run npm install.`);
for (const [file, number] of NAMED_IN) {
  const numbers = read(file).match(number) ?? [];
  if (numbers.length === 0 || numbers.some((found) => found !== present))
    refuse(`package.json has ${present}, but ${file} names another release, or none.`);
}
if (git('status', '--porcelain') !== '') refuse('There are changes that are not committed.');
if (git('tag', '--list', `v${next}`) !== '') refuse(`There is a tag v${next} already.`);

const today = new Date().toISOString().slice(0, 10);
writeFileSync(CHANGES, changes.replace(UNRELEASED, `${UNRELEASED}\n## ${next} – ${today}\n`));
// The number of the package itself is the first in package.json, and the first two in the lock file.
for (const file of MANIFESTS) {
  const count = file === 'package.json' ? 1 : 2;
  let numChanged = 0;
  const renumbered = read(file).replaceAll(`"version": "${present}"`, (found) =>
    (numChanged += 1) <= count ? `"version": "${next}"` : found,
  );
  writeFileSync(file, renumbered);
}
for (const [file, number] of NAMED_IN) writeFileSync(file, read(file).replaceAll(number, next));
writeFileSync(
  RELEASE_BEFORE,
  read(RELEASE_BEFORE).replace(/'[0-9a-f]{40}'/, `'${git('rev-parse', 'HEAD')}'`),
);
// The accessibility report names the release.
execFileSync('npm', ['run', '--silent', 'docs:access'], { stdio: 'inherit' });
git('commit', '--quiet', '--all', '--message', `build: release ${next}`);
git('tag', `v${next}`);
console.log(`Release ${next} is committed, with the tag v${next}. Push both.`);
