// Plain JavaScript for any Node from 18 on: this runs before the pinned one is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { findNode, installNodePackages, root } from './node-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

const sources = ['index.html', 'package-lock.json', 'public', 'scripts', 'src', 'sw', 'vite.config.ts'];

/** All that a start or a test needs. Returns the Node to go on under. */
export function setUp() {
  installSystemPackages();
  installNodePackages();
  return findNode();
}

/** The environment under which npm scripts find the pinned Node first. */
export function environmentFor(node) {
  const folders = [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH];
  return { ...process.env, PATH: folders.join(path.delimiter) };
}

/** Builds the client where it is not the build of these sources. Ends the process when that fails. */
export function build(node) {
  const stampFile = path.join(root, 'build', 'stamp');
  const stamp = sourcesStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building …');
  const { status } = spawnSync(node, [path.join('scripts', 'build.mjs'), stamp], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentFor(node),
  });
  if (status !== 0) {
    console.error('The build failed. See above, or run: npm run build');
    process.exit(1);
  }
}

function sourcesStamp() {
  const hash = createHash('sha256');
  const add = (name) => {
    const file = path.join(root, name);
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const child of readdirSync(file).sort()) add(path.join(name, child));
    } else if (!name.includes('.test.')) {
      hash.update(name).update(readFileSync(file));
    }
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}
