// The product as an operator runs it: its own server, with what `npm run build` made.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;

export interface Product {
  readonly url: string;
  /** The address of the mailbox that the start prints. */
  readonly mailbox: string;
  readonly stop: () => Promise<void>;
}

export async function startProduct(port: number): Promise<Product> {
  if (!existsSync(join(ROOT, 'dist/index.html'))) throw new Error('Run "npm run build" first.');
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-client-data-'));
  const child = spawn(process.execPath, ['build/server.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      // The bundler sets it to production for this process. Mails can be read only outside of production.
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  let mailbox = '';
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    mailbox = / can be read at (http\S+)\n/.exec(printed)?.[1] ?? '';
    if (response?.ok === true && mailbox !== '') break;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The product did not start.');
    await new Promise((next) => {
      setTimeout(next, 100);
    });
  }
  return {
    url,
    mailbox,
    stop: async () => {
      const ended = new Promise((next) => {
        child.once('exit', next);
      });
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the service worker fetches to work offline, in compressed bytes. */
export async function precacheKilobytes(): Promise<number> {
  const worker = await readFile(join(ROOT, 'dist/sw.js'), 'utf8');
  const urls = new Set(
    [...worker.matchAll(/["'`]?url["'`]?:\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, url]) => url ?? []),
  );
  let bytes = 0;
  for (const url of urls) {
    const path = join(ROOT, 'dist', url);
    const compressed = await stat(`${path}.br`).catch(() => undefined);
    bytes += (compressed ?? (await stat(path))).size;
  }
  return bytes / 1024;
}
