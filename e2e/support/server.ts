import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
/** The last line that a start prints. */
const STARTED = /^Mails go to .*\n/m;
const MAILBOX = / can be read at (http\S+)\n/;

/** A real server on a free port with its own data folder, as an operator would start it. */
export interface TestServer {
  readonly url: string;
  /** The address of the mailbox that the start prints. */
  readonly mailbox: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stop: () => Promise<void>;
}

/** Starts the product as `npm start` does after set-up. Resolves once it is ready. */
export async function startServer(extra: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'e2e-'));
  const port = await freePort();
  const env = {
    // `npm start` sets it, too.
    NODE_COMPILE_CACHE: path.join(ROOT, 'build/node-cache'),
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SIGNUP_LIMIT_PER_ADDRESS: '1000',
    LOG_LEVEL: 'warn',
    ...extra,
  };
  const child = spawn(process.execPath, ['--enable-source-maps', 'build/server.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  const [, mailbox = ''] = MAILBOX.exec(output.join('')) ?? [];
  return { url, mailbox, dataDir, env, stop };
}

async function untilReady(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output.join('')}`);
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok === true && STARTED.test(output.join(''))) return;
    if (Date.now() > deadline) {
      throw new Error(
        `The server was not ready in time:\n${(await response?.text()) ?? ''}\n${output.join('')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Runs the operator's command line with the server's settings, and returns its output. */
export async function admin(server: TestServer, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['build/admin.js', ...args], { cwd: ROOT, env: server.env });
  const chunks: string[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${String(code)}: ${errors.join('')}`);
  return chunks.join('').trim();
}
