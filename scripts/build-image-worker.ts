import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '..');
const BUILT = path.join(ROOT, 'build/image-worker.js');

/** Builds the reader of pictures. Vitest calls this by its name before the server's tests, which then need no whole build. */
export async function setup(): Promise<void> {
  const made = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'server/adapters/converter/image-worker.ts', write: false },
    ssr: { noExternal: true },
  });
  if (!('output' in made)) throw new Error('The reader of pictures is built once.');
  const { code } = made.output[0];
  // Another run may be reading it.
  if (existsSync(BUILT) && readFileSync(BUILT, 'utf8') === code) return;
  mkdirSync(path.dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, code);
}
