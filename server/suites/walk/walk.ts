import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Browser, send } from '../http.ts';
import { isMissing } from '../proxy/nginx.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { fetchReleaseBefore } from '../upgrade/release.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { Machine, run, until } from './machine.ts';
import { blocksOf, firstCommands, whyLeftOut, type Block } from './pages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Installs the previous release, upgrades it to this one, goes back and up again, and restores elsewhere, all by the
 * commands of the pages. Somebody has an answer saved all the time.
 */
export async function runWalk({ folder, say }: SuiteOptions): Promise<Report> {
  if (isMissing)
    return {
      figures: {},
      violations: [],
      skipped: ['There is no nginx; "apt-get install nginx" brings it.'],
    };
  const machine = await Machine.begin(folder);
  const walk = new Walk(machine, say);
  try {
    const skipped = await walk.install();
    if (skipped !== undefined) return { figures: {}, violations: [], skipped: [skipped] };
    await walk.upgrade();
    await walk.firstSteps();
  } finally {
    await machine.end();
  }
  return walk.report();
}

class Walk {
  readonly #machine: Machine;
  readonly #say: (line: string) => void;
  readonly #violations: string[] = [];
  readonly #skipped: string[] = [];
  #applicant: VirtualApplicant | undefined;
  #numLines = 0;

  constructor(machine: Machine, say: (line: string) => void) {
    this.#machine = machine;
    this.#say = say;
  }

  async install(): Promise<string | undefined> {
    for (const { lines } of blocksOf('docs/deploy.md', 'sql'))
      for (const line of lines) {
        await this.#machine.postgres.pool.query(line.replaceAll(/\badmissions\b/g, 'walked'));
        this.#numLines += 1;
      }
    const before = await fetchReleaseBefore(this.#machine.current);
    if (typeof before === 'string') return before;
    await run('cp', [
      join(this.#machine.current, 'deploy/graduate-admissions.service'),
      join(this.#machine.folder, 'etc'),
    ]);
    await this.#machine.systemctl('start');
    this.#applicant = new VirtualApplicant('walker@example.com', new Browser(() => this.#machine.nginx.url));
    await this.#applicant.signUp({ code: (address) => this.#machine.code(address) });
    await this.#seesAnswers('the previous release');
    return undefined;
  }

  async upgrade(): Promise<void> {
    const next = join(this.#machine.folder, 'opt/graduate-admissions-new');
    mkdirSync(next);
    const archive = join(this.#machine.folder, 'next.tar');
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
      if (![build, up, back, backUp, restore, trial].includes(block))
        await this.#lines(block, this.#machine.current);

    await this.#lines(build, this.#machine.current);
    await this.#lines(up, this.#machine.folder);
    await this.#seesAnswers('this release');
    await this.#lines(backUp, this.#machine.current);
    await this.#lines(back, this.#machine.folder);
    await this.#seesAnswers('the previous release, again');
    await this.#lines(up, this.#machine.folder);
    await this.#seesAnswers('this release, again');
    await this.#lines(trial, this.#machine.current);
    const elsewhere = { DATA_DIR: join(this.#machine.folder, 'elsewhere'), DATABASE_URL: '' };
    await this.#lines(restore, this.#machine.current, elsewhere);
    const { stdout } = await this.#machine.bash(
      'npm run -s admin -- show walker@example.com',
      this.#machine.current,
      elsewhere,
    );
    if (!stdout.includes('walker@example.com'))
      this.#violations.push('The restored copy lacks the applicant.');
  }

  /** The first commands of each page, each in a clone in which nothing is installed or built. */
  async firstSteps(): Promise<void> {
    for (const command of firstCommands()) {
      if (this.#isLeftOut(command)) continue;
      const clone = join(this.#machine.folder, command.replaceAll(/\W+/g, '-'));
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

  async #lines({ lines }: Block, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
    let place = cwd;
    for (const line of lines) {
      if (this.#isLeftOut(line)) continue;
      const [, act, to] = /^(?:systemctl (\S+)|cd (.+)$)/.exec(this.#machine.here(line)) ?? [];
      if (to !== undefined) place = to;
      else if (act !== undefined) await this.#machine.systemctl(act);
      else await this.#machine.bash(this.#machine.here(line), place, env);
      this.#numLines += 1;
      this.#say(line);
    }
  }

  #isLeftOut(line: string): boolean {
    const why = whyLeftOut(line);
    if (why !== undefined) this.#skipped.push(`${line}: ${why}`);
    return why !== undefined;
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
