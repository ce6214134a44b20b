import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { canReach } from '../data-dir.ts';
import { reachableCopy } from '../reachable-copy.ts';
import { unprivilegedUser } from '../unprivileged-user.ts';

/** What reads pictures: our own Node, the script, and the folders that they need. */
export interface ImageRuntime {
  readonly node: string;
  readonly script: string;
  /** What the sandbox has to show. */
  readonly readable: readonly string[];
}

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPT = 'build/image-worker.js';

/**
 * Returns what reads pictures in the sandbox: our built script, which starts in half of the time of its sources. If its
 * user cannot reach our installation (a checkout in a closed home folder), uses a copy under /var/lib.
 */
export function findImageRuntime(): ImageRuntime {
  const packages = packagesOf('sharp');
  const user = unprivilegedUser('converter');
  const node = process.execPath;
  const script = join(ROOT, SCRIPT);
  const needed = [node, script, ...packages.map(({ folder }) => folder)];
  if (!existsSync(script)) throw new StartError(`${SCRIPT} is missing: run npm run build.`);
  if (user === undefined || needed.every((path) => canReach(user, path))) {
    const readable = [...needed, join(ROOT, 'package.json')];
    return { node, script, readable };
  }
  const copy = reachableCopy('pictures', version(script), {
    node,
    'package.json': join(ROOT, 'package.json'),
    [SCRIPT]: script,
    ...Object.fromEntries(packages.map(({ name, folder }) => [join('node_modules', name), folder])),
  });
  return { node: join(copy, 'node'), script: join(copy, SCRIPT), readable: [copy] };
}

/** Returns the folders of a package and of the packages beside it that it loads. */
function packagesOf(name: string): { readonly name: string; readonly folder: string }[] {
  const entry = createRequire(import.meta.url).resolve(name);
  const home = entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`) + '/node_modules'.length);
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(home, name, 'package.json'), 'utf8'),
  );
  const names = new Set([
    name,
    '@img',
    ...Object.keys(dependencies).filter((other) => !other.startsWith('@')),
  ]);
  return [...names]
    .map((each) => ({ name: each, folder: join(home, each) }))
    .filter(({ folder }) => existsSync(folder));
}

/** Tells one copy from another: it changes with Node, the packages and our own script. */
function version(script: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of [join(ROOT, 'package.json'), script])
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
