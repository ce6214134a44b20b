import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';

const STAMP_FILE = 'build/stamp';
const sources = [
  'index.html',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'sw',
  'vite.config.ts',
  'scripts',
  'server',
];

/** One hash over all files that the build reads, without tests. */
function sourcesHash() {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    if (
      !existsSync(path) ||
      path === 'src/testing' ||
      path === 'server/testing' ||
      path === 'server/suites' ||
      path.includes('.test.')
    )
      return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(`${path}/${name}`);
    else hash.update(path).update(readFileSync(path));
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}

/** True if `dist` and `build` are made from the current sources. */
export function buildIsCurrent() {
  if (!existsSync(STAMP_FILE) || !existsSync('dist/index.html')) return false;
  return readFileSync(STAMP_FILE, 'utf8') === sourcesHash();
}

/** Marks the build as current. It is the last step, so that an interrupted build is repeated. */
export function stampBuild() {
  writeFileSync(STAMP_FILE, sourcesHash());
}

/** Makes the next start build everything. */
export function removeStamp() {
  rmSync(STAMP_FILE, { force: true });
}
