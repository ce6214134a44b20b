import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { makePicture } from '#server/testing/files/corpus.ts';
import { Browser, send } from '../http.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { blocksOf } from '../walk/pages.ts';

/** The first one that is installed is used. */
const PROGRAMS = [['docker', 'compose'], ['podman', 'compose'], ['podman-compose']] as const;
const SETTINGS = 'deploy/compose.env';
const FORM = 'http://127.0.0.1:3000';
const MAILS = 'http://127.0.0.1:8025';
const START_PATIENCE_MS = 300_000;
const PATIENCE_MS = 120_000;
const POLL_MS = 1000;

/**
 * Builds the image, starts `deploy/compose.yaml` as it is, and acts as an applicant from the sign-up to the PDF copy of
 * a submitted application, once for each run. Then runs the commands that docs/deploy.md has for containers. Ends the containers and deletes their volumes.
 */
export async function runCompose({ runs, say }: SuiteOptions): Promise<Report> {
  const program = PROGRAMS.find(([command, ...words]) => {
    const { status } = spawnSync(command, [...words, 'version'], { stdio: 'ignore' });
    return status === 0;
  });
  if (program === undefined) {
    const skipped = [
      'There is neither docker compose nor podman compose; "apt-get install podman-compose" brings one.',
    ];
    return { figures: {}, violations: [], skipped };
  }
  const isOwn = !existsSync(SETTINGS);
  if (isOwn) writeFileSync(SETTINGS, settings(), { mode: 0o600 });
  const [command, ...words] = program;
  // In the environment, because Debian 12's podman-compose has no --env-file.
  const env = { ...process.env, ...parseEnv(readFileSync(SETTINGS, 'utf8')) };
  const compose = (...more: readonly string[]) =>
    spawnSync(command, [...words, '-f', 'deploy/compose.yaml', ...more], { env, stdio: 'inherit' });
  try {
    say(`${program.join(' ')} builds and starts the containers`);
    if (compose('up', '--build', '--detach').status !== 0)
      return { figures: { starts: 1 }, violations: ['The containers did not start (see above).'] };
    await until(START_PATIENCE_MS, async () => (await send(FORM, 'GET', '/readyz')).status === 200);
    const violations: string[] = [];
    for (let number = 1; number <= runs; number += 1) violations.push(...(await goTheRoad(number, say)));
    const commands = commandsOfPage();
    for (const line of commands) {
      say(`exec ${line}`);
      if (compose('exec', '-T', ...line.split(' ')).status !== 0) violations.push(`It failed: ${line}`);
    }
    return { figures: { starts: 1, applicants: runs, commands: commands.length }, violations };
  } finally {
    compose('down', '--volumes');
    if (isOwn) rmSync(SETTINGS);
  }
}

function settings(): string {
  const secret = () => randomBytes(32).toString('hex');
  return `POSTGRES_PASSWORD=${secret()}\nSECRET_KEYS=${secret()}\n`;
}

/** What docs/deploy.md runs in a container of a running installation. */
function commandsOfPage(): readonly string[] {
  return blocksOf('docs/deploy.md', 'sh')
    .flatMap(({ lines }) => lines)
    .flatMap((line) => /^docker compose .* exec (.+)$/.exec(line)?.slice(1) ?? []);
}

async function goTheRoad(number: number, say: SuiteOptions['say']): Promise<readonly string[]> {
  const username = `compose-${number}@applicant.example`;
  const applicant = new VirtualApplicant(username, new Browser(() => FORM));
  await applicant.signUp({ code: codeFor });
  say(`${username} has signed up`);
  await applicant.save();
  await applicant.upload(
    'employ_resume',
    await makePicture({ type: 'png', width: 300, height: 400 }),
    'resume.png',
  );
  const status = await applicant.conversion('employ_resume');
  await applicant.submit();
  let copy = '';
  await until(PATIENCE_MS, async () => {
    copy = (await applicant.insist('GET', '/api/pdf')).body.url ?? '';
    return copy !== '';
  });
  const { pathname, search } = new URL(copy, FORM);
  const pdf = await applicant.browser.get(pathname + search);
  return [
    ...applicant.surprises,
    ...(status === 'COMPLETED' ? [] : [`The picture of ${username} is ${status}.`]),
    ...(pdf.raw.subarray(0, 5).toString() === '%PDF-' ? [] : [`${username} got no PDF copy: ${pdf.status}.`]),
  ];
}

/** Reads the newest code from the program that catches all mail. */
async function codeFor(username: string): Promise<string> {
  let code: string | undefined;
  await until(PATIENCE_MS, async () => {
    const found = await send(MAILS, 'GET', `/api/v1/search?query=${encodeURIComponent(`to:${username}`)}`);
    const id: unknown = found.body?.messages?.[0]?.ID;
    if (typeof id !== 'string') return false;
    code = /\b\d{6}\b/.exec((await send(MAILS, 'GET', `/api/v1/message/${id}`)).body.Text)?.[0];
    return code !== undefined;
  });
  return code ?? '';
}

async function until(patienceMs: number, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(POLL_MS))
    if (await isDone().catch(() => false)) return;
  throw new Error('The containers did not do it in time.');
}
