import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../free-port.ts';
import { Browser, send } from '../http.ts';
import { isMissing, startNginx, type Nginx } from '../proxy/nginx.ts';
import { startSharedPostgres } from '../postgres.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { fetchReleaseBefore } from '../upgrade/release.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { blocksOf, firstCommands, whyLeftOut, type Block } from './pages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** A first start installs the packages and builds. */
const PATIENCE_MS = 900_000;
const LOOK_EVERY_MS = 100;
const LARGE = { maxBuffer: 512 * 1024 * 1024 };

/**
 * Installs the previous release, upgrades it to this one, goes back and up again, and restores elsewhere, all by the
 * commands of the pages. Somebody has an answer saved all the time. There is no systemd here: the suite does what its
 * commands would do, with the unit that the pages copy.
 */
export async function runWalk({ folder, say }: SuiteOptions): Promise<Report> {
  if (isMissing)
    return {
      figures: {},
      violations: [],
      skipped: ['There is no nginx; "apt-get install nginx" brings it.'],
    };
  const walk = await Walk.begin(folder, say);
  try {
    const skipped = await walk.install();
    if (skipped !== undefined) return { figures: {}, violations: [], skipped: [skipped] };
    await walk.upgrade();
    await walk.firstSteps();
  } finally {
    await walk.end();
  }
  return walk.report();
}

class Walk {
  readonly #folder: string;
  readonly #say: (line: string) => void;
  readonly #nginx: Nginx;
  readonly #postgres: Awaited<ReturnType<typeof startSharedPostgres>>;
  readonly #relay: SMTPServer;
  readonly #codes = new Map<string, string>();
  readonly #port: number;
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #violations: string[] = [];
  readonly #skipped: string[] = [];
  /** Of the release that was started last. */
  #env: Readonly<Record<string, string>> = {};
  #applicant: VirtualApplicant | undefined;
  #server: ChildProcess | undefined;
  #numLines = 0;

  private constructor(
    folder: string,
    say: (line: string) => void,
    port: number,
    parts: { readonly nginx: Nginx; readonly postgres: Awaited<ReturnType<typeof startSharedPostgres>> },
  ) {
    this.#folder = folder;
    this.#say = say;
    this.#port = port;
    this.#nginx = parts.nginx;
    this.#postgres = parts.postgres;
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

  static async begin(folder: string, say: (line: string) => void): Promise<Walk> {
    for (const part of ['opt', 'etc', 'backups', 'trial']) mkdirSync(join(folder, part), { recursive: true });
    const port = await freePort();
    const nginx = await startNginx(join(folder, 'nginx'), [port]);
    const postgres = await startSharedPostgres(join(folder, 'postgres'));
    const walk = new Walk(folder, say, port, { nginx, postgres });
    await new Promise<void>((ready) => walk.#relay.listen(0, '127.0.0.1', ready));
    return walk;
  }

  /** The page's places, in the folder of this walk. */
  #here(text: string): string {
    return text
      .replaceAll('/opt/', `${this.#folder}/opt/`)
      .replaceAll('/etc/systemd/system/', `${this.#folder}/etc/`)
      .replaceAll('/backups/admissions-2026-11-21', `${this.#folder}/backups/one`)
      .replaceAll('/tmp/trial', `${this.#folder}/trial/data`)
      .replaceAll(/\bFILE$/g, `${this.#folder}/backups/one`);
  }

  get #current(): string {
    return join(this.#folder, 'opt/graduate-admissions');
  }

  /** Reads the shipped environment file, with the addresses of this machine. */
  #readEnv(): Readonly<Record<string, string>> {
    const file = parseEnv(readFileSync(join(this.#current, 'deploy/graduate-admissions.env'), 'utf8'));
    const relay = this.#relay.server.address();
    return {
      ...(file as Record<string, string>),
      PUBLIC_URL: this.#nginx.url,
      PORT: String(this.#port),
      DATA_DIR: join(this.#folder, 'data'),
      SMTP_URL: `smtp://127.0.0.1:${typeof relay === 'object' ? relay?.port : ''}`,
      DATABASE_URL: this.#postgres.url.replace(/\/\/\w+@localhost\/\w+/, '//walked@localhost/walked'),
      SECRET_KEYS: this.#secret,
      LOG_LEVEL: 'warn',
    };
  }

  async install(): Promise<string | undefined> {
    for (const { lines } of blocksOf('docs/deploy.md', 'sql'))
      for (const line of lines) {
        await this.#postgres.pool.query(line.replaceAll(/\badmissions\b/g, 'walked'));
        this.#numLines += 1;
      }
    const before = await fetchReleaseBefore(this.#current);
    if (typeof before === 'string') return before;
    await run('cp', [join(this.#current, 'deploy/graduate-admissions.service'), join(this.#folder, 'etc')]);
    await this.#systemctl('start');
    this.#applicant = new VirtualApplicant('walker@example.com', new Browser(() => this.#nginx.url));
    await this.#applicant.signUp({ code: (address) => this.#code(address) });
    await this.#seesAnswers('the previous release');
    return undefined;
  }

  async upgrade(): Promise<void> {
    const next = join(this.#folder, 'opt/graduate-admissions-new');
    mkdirSync(next);
    const archive = join(this.#folder, 'next.tar');
    await run('git', ['archive', '-o', archive, 'HEAD'], { cwd: ROOT });
    await run('tar', ['-xf', archive], { cwd: next });
    const pages = [...blocksOf('docs/deploy.md', 'sh'), ...blocksOf('docs/upgrade.md', 'sh')];
    const holding = (words: string): Block => {
      const found = pages.filter(({ lines }) => lines.some((line) => line.includes(words)));
      if (found[0] === undefined || found.length > 1)
        throw new Error(`The pages have ${found.length} blocks with "${words}".`);
      return found[0];
    };
    const [build, up, back] = [
      holding('cp -a ../graduate-admissions/dist'),
      holding('/opt/graduate-admissions /opt/graduate-admissions-old'),
      holding('/opt/graduate-admissions-old /opt/graduate-admissions'),
    ];
    const [backUp, restore, trial] = [
      holding('-- backup /'),
      holding('-- restore /'),
      holding('-- restore FILE'),
    ];
    for (const block of pages)
      if (![build, up, back, backUp, restore, trial].includes(block)) await this.#lines(block, this.#current);

    await this.#lines(build, this.#current);
    await this.#lines(up, this.#folder);
    await this.#seesAnswers('this release');
    await this.#lines(backUp, this.#current);
    await this.#lines(back, this.#folder);
    await this.#seesAnswers('the previous release, again');
    await this.#lines(up, this.#folder);
    await this.#seesAnswers('this release, again');
    await this.#lines(trial, this.#current);
    const elsewhere = { DATA_DIR: join(this.#folder, 'elsewhere'), DATABASE_URL: '' };
    await this.#lines(restore, this.#current, elsewhere);
    const { stdout } = await this.#bash(
      'npm run -s admin -- show walker@example.com',
      this.#current,
      elsewhere,
    );
    if (!stdout.includes('walker@example.com'))
      this.#violations.push('The restored copy lacks the applicant.');
  }

  /** The first commands of each page, each in a clone in which nothing is installed or built. */
  async firstSteps(): Promise<void> {
    for (const command of firstCommands()) {
      if (this.#isLeftOut(command)) continue;
      const clone = join(this.#folder, command.replaceAll(/\W+/g, '-'));
      await run('git', ['clone', '--quiet', ROOT, clone]);
      const started = spawn('bash', ['-c', command], {
        cwd: clone,
        detached: true,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          SYSTEM_PACKAGES: 'off',
          npm_config_prefer_offline: 'true',
        },
      });
      let printed = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => (printed += String(chunk)));
      const answers = async (url: string, path: string) =>
        (await send(url, 'GET', path).catch(() => undefined))?.status === 200;
      try {
        const url = await until(() => /http:\/\/localhost:\d+/.exec(printed)?.[0], command);
        // The page, and a call that the server behind it answers.
        await until(async () => (await answers(url, '/about')) && answers(url, '/public/banner'), command);
        this.#numLines += 1;
        this.#say(command);
      } catch (error) {
        this.#violations.push(`${String(error)} It printed: ${printed.slice(-500)}`);
      } finally {
        if (started.pid !== undefined && started.exitCode === null) {
          process.kill(-started.pid, 'SIGTERM');
          await once(started, 'exit');
        }
        rmSync(clone, { recursive: true, force: true });
      }
    }
  }

  report(): Report {
    const figures = { lines: this.#numLines, leftOut: this.#skipped.length };
    return { figures, violations: this.#violations, skipped: this.#skipped };
  }

  async end(): Promise<void> {
    await this.#systemctl('stop');
    await new Promise<void>((done) => this.#relay.close(() => done()));
    await this.#nginx.stop();
    await this.#postgres.stop();
  }

  async #lines({ lines }: Block, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    let place = cwd;
    for (const line of lines) {
      if (this.#isLeftOut(line)) continue;
      const [, act, to] = /^(?:systemctl (\S+)|cd (.+)$)/.exec(this.#here(line)) ?? [];
      if (to !== undefined) place = to;
      else if (act !== undefined) await this.#systemctl(act);
      else await this.#bash(this.#here(line), place, env);
      this.#numLines += 1;
      this.#say(line);
    }
  }

  #isLeftOut(line: string): boolean {
    const why = whyLeftOut(line);
    if (why !== undefined) this.#skipped.push(`${line}: ${why}`);
    return why !== undefined;
  }

  #bash(line: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
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
  async #systemctl(act: string): Promise<void> {
    if (act === 'daemon-reload') return;
    if (act === 'stop') {
      if (this.#server === undefined || this.#server.exitCode !== null) return;
      const ended = once(this.#server, 'exit');
      this.#server.kill('SIGTERM');
      await ended;
      return;
    }
    const unit = this.#here(readFileSync(join(this.#folder, 'etc/graduate-admissions.service'), 'utf8'));
    const [, needed] = /^AssertPathExists=(.+)$/m.exec(unit) ?? [];
    if (needed !== undefined && !existsSync(needed)) throw new Error(`The unit needs ${needed}.`);
    const [, program = '', words = ''] = /^ExecStart=(\S+) (.+)$/m.exec(unit) ?? [];
    this.#env = this.#readEnv();
    this.#server = spawn(program, words.split(' '), {
      cwd: this.#current,
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

  async #code(address: string): Promise<string> {
    return until(() => this.#codes.get(address), 'a mail with a code');
  }

  /** Saves an answer through nginx, and checks that all earlier ones are there. */
  async #seesAnswers(release: string): Promise<void> {
    const applicant = this.#applicant;
    if (applicant === undefined) return;
    await applicant.save();
    const { body } = await applicant.profile();
    const found = [...applicant.surprises, ...applicant.ledger.violations(body.answer)];
    this.#violations.push(...found.map((sentence) => `${release}: ${sentence}`));
    this.#say(`${release} has all answers.`);
  }
}

/** Waits until something is there. */
async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`There was no answer in time: ${what}.`);
}
