import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../free-port.ts';
import { send } from '../http.ts';
import { startSharedPostgres } from '../postgres.ts';
import { startNginx, type Nginx } from '../proxy/nginx.ts';

export const run = promisify(execFile);
/** A first start installs the packages and builds. */
const PATIENCE_MS = 900_000;
const LOOK_EVERY_MS = 100;
const LARGE = { maxBuffer: 512 * 1024 * 1024 };

type Postgres = Awaited<ReturnType<typeof startSharedPostgres>>;

/**
 * The machine that the pages are about, in a folder: nginx, PostgreSQL, a mail server, and a unit. There is no systemd
 * here: `systemctl` does what its commands would do, with the unit that the pages copy.
 */
export class Machine {
  readonly folder: string;
  readonly nginx: Nginx;
  readonly postgres: Postgres;
  readonly #relay: SMTPServer;
  readonly #codes = new Map<string, string>();
  readonly #port: number;
  readonly #secret = randomBytes(32).toString('base64url');
  /** Of the release that was started last. */
  #env: Readonly<Record<string, string>> = {};
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number, nginx: Nginx, postgres: Postgres) {
    this.folder = folder;
    this.#port = port;
    this.nginx = nginx;
    this.postgres = postgres;
    this.#relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          const code = /\b\d{6}\b/.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0];
          for (const { address } of session.envelope.rcptTo) if (code) this.#codes.set(address, code);
          done();
        });
      },
    });
  }

  static async begin(folder: string): Promise<Machine> {
    for (const part of ['opt', 'etc', 'backups', 'trial']) mkdirSync(join(folder, part), { recursive: true });
    const port = await freePort();
    const nginx = await startNginx(join(folder, 'nginx'), [port]);
    const postgres = await startSharedPostgres(join(folder, 'postgres'));
    const machine = new Machine(folder, port, nginx, postgres);
    await once(machine.#relay.listen(0, '127.0.0.1'), 'listening');
    return machine;
  }

  /** The page's places, in the folder of this walk. */
  here(text: string): string {
    return text
      .replaceAll('/opt/', `${this.folder}/opt/`)
      .replaceAll('/etc/systemd/system/', `${this.folder}/etc/`)
      .replaceAll('/backups/admissions-2026-11-21', `${this.folder}/backups/one`)
      .replaceAll('/tmp/trial', `${this.folder}/trial/data`)
      .replaceAll(/\bFILE$/g, `${this.folder}/backups/one`);
  }

  get current(): string {
    return join(this.folder, 'opt/graduate-admissions');
  }

  /** Reads the shipped environment file, with the addresses of this machine. */
  #readEnv(): Readonly<Record<string, string>> {
    const file = parseEnv(readFileSync(join(this.current, 'deploy/graduate-admissions.env'), 'utf8'));
    const relay = this.#relay.server.address();
    return {
      ...(file as Record<string, string>),
      PUBLIC_URL: this.nginx.url,
      PORT: String(this.#port),
      DATA_DIR: join(this.folder, 'data'),
      SMTP_URL: `smtp://127.0.0.1:${typeof relay === 'object' ? relay?.port : ''}`,
      DATABASE_URL: this.postgres.url.replace(/\/\/\w+@localhost\/\w+/, '//walked@localhost/walked'),
      SECRET_KEYS: this.#secret,
      LOG_LEVEL: 'warn',
    };
  }

  bash(line: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
    const settings = { ...this.#env, ...env, PATH: process.env['PATH'], HOME: process.env['HOME'] };
    // What the previous release has fetched is not fetched again.
    // Only the server runs in production: npm would leave out what the build needs.
    return run('bash', ['-c', line], {
      cwd,
      env: { ...settings, NODE_ENV: undefined, npm_config_prefer_offline: 'true' },
      ...LARGE,
    });
  }

  /** Does what systemd would do with the unit that was copied. */
  async systemctl(act: string): Promise<void> {
    if (act === 'daemon-reload') return;
    if (act === 'stop') {
      if (this.#server === undefined || this.#server.exitCode !== null) return;
      const ended = once(this.#server, 'exit');
      this.#server.kill('SIGTERM');
      await ended;
      return;
    }
    const unit = this.here(readFileSync(join(this.folder, 'etc/graduate-admissions.service'), 'utf8'));
    const [, needed] = /^AssertPathExists=(.+)$/m.exec(unit) ?? [];
    if (needed !== undefined && !existsSync(needed)) throw new Error(`The unit needs ${needed}.`);
    const [, program = '', words = ''] = /^ExecStart=(\S+) (.+)$/m.exec(unit) ?? [];
    this.#env = this.#readEnv();
    this.#server = spawn(program, words.split(' '), {
      cwd: this.current,
      env: { ...this.#env, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = this.#server;
    const base = `http://127.0.0.1:${this.#port}`;
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`The unit ended with ${server.exitCode}.`);
      return (await send(base, 'GET', '/readyz').catch(() => undefined))?.status === 200;
    }, program);
  }

  /** Returns the code that was mailed to an address. */
  async code(address: string): Promise<string> {
    return until(() => this.#codes.get(address), 'a mail with a code');
  }

  async end(): Promise<void> {
    await this.systemctl('stop');
    await new Promise<void>((done) => this.#relay.close(() => done()));
    await this.nginx.stop();
    await this.postgres.stop();
  }
}

/** Waits until something is there. */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`There was no answer in time: ${what}.`);
}
