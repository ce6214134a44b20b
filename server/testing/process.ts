import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Memory settings of `npm start` and of the files in `deploy/`. */
export const LEAN = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8',
} as const;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server or command, started as an operator starts it. */
export class TestProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  #stderr = '';

  /** @param before a program that starts this one, and its words */
  constructor(
    script: string,
    words: readonly string[],
    env: Readonly<Record<string, string>>,
    before: readonly string[] = [],
  ) {
    const [program = '', ...rest] = [...before, process.execPath, resolve(ROOT, script), ...words];
    this.child = spawn(program, rest, {
      // Does not pass on the test run's environment, so that defaults apply. `npm start` sets the compile cache, too.
      env: {
        PATH: '/usr/bin:/bin',
        LOG_LEVEL: 'silent',
        NODE_COMPILE_CACHE: join(ROOT, 'build/node-cache'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.ended = new Promise((done) =>
      this.child.once('close', (code) => done({ code, stdout: this.stdout, stderr: this.#stderr })),
    );
  }

  /** Returns the server's address once it was printed. Fails when the process ends before. */
  async address(): Promise<string> {
    const [, address = ''] = await this.says(/is at (http\S+)/);
    return address;
  }

  /** Returns the address of the developer's mailbox once it was printed. */
  async mailbox(): Promise<string> {
    const [, address = ''] = await this.says(/ can be read at (http\S+)\n/);
    return address;
  }

  /** Returns the match once the output matches. Fails when the process ends before. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const printed = new Promise<RegExpExecArray>((done) => {
      const look = () => {
        const found = pattern.exec(this.stdout);
        if (found !== null) done(found);
      };
      this.child.stdout?.on('data', look);
      look();
    });
    const failed = this.ended.then(({ code, stderr }) => {
      throw new Error(`It ended with ${code ?? this.child.signalCode} too early: ${stderr}`);
    });
    return Promise.race([printed, failed]);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** The server of `npm run build`, which operators run. */
export const BUILT_SERVER = 'build/server.js';

/** Starts what TEST_SERVER names: `npm test` the built server, in half of the time. Without it, the source, which needs no build. */
export function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  script = process.env['TEST_SERVER'] ?? 'server/main.ts',
): TestProcess {
  return new TestProcess(script, [], { DATA_DIR: dataDir, PORT: '0', ...env });
}

/** The operator's command, built or not as the server is. */
export const ADMIN = process.env['TEST_SERVER'] === BUILT_SERVER ? 'build/admin.js' : 'server/cli/admin.ts';

export async function runAdmin(dataDir: string, ...words: readonly string[]): Promise<Ended> {
  return new TestProcess(ADMIN, words, {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:3100',
  }).ended;
}

/** Runs one of our programs as a user with this number and no name. */
export async function runNameless(uid: number, script: string, ...words: readonly string[]): Promise<Ended> {
  return new TestProcess(script, words, { DATA_DIR: '/no/such' }, ['unshare', '--user', `--map-user=${uid}`])
    .ended;
}

/** Returns the process id of a data folder's private PostgreSQL. */
export function postgresPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}
