import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '#server/testing/silent-log.ts';
import { DAY_MS } from '#server/adapters/clock.ts';
import { makeContext } from '#server/context.ts';
import { parseEnv } from '#server/env.ts';
import { postgresPid, startServer } from '#server/testing/process.ts';
import { placeSample, startSample } from '#server/testing/samples.ts';
import { Dice } from '#testing/dice.ts';
import { freePort } from '../free-port.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { fetchedBy, spreadsheetsIn, toldTo } from './received.ts';
import { makeAccounts, submitAll } from './submitters.ts';

const TRIES_MAX = 200;
const DATABASE_EVERY = 6;
/** A post that was being sent when the server was killed is tried again after half a minute. */
const TOLD_WITHIN_MS = 300_000;

/**
 * `runs` applicants submit at random times, several at once. The three samples of docs/integrate.md fetch what is new:
 * one by the API, one by the command, one by the webhook. The samples, the server and the database are killed at
 * random. At the end, each sample has every submission exactly once.
 */
export async function runExport({ runs, seed, folder, say }: SuiteOptions): Promise<Report> {
  const dice = new Dice(seed);
  const dataDir = join(folder, 'data');
  const violations: string[] = [];
  let kills = 0;
  const [port, hookPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const settings = {
    PUBLIC_URL: base,
    WEBHOOK_URL: `http://127.0.0.1:${hookPort}/`,
    WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  const start = async () => {
    const started = startServer(dataDir, { ...settings, PORT: String(port), RATE_LIMIT_FACTOR: '1000' });
    await started.address();
    return started;
  };
  let server = await start();
  const context = await makeContext(parseEnv({ DATA_DIR: dataDir, ...settings }), {
    log: silentLog,
    role: 'join',
  });
  const { token } = await context.tokens.issueKey('Suite', DAY_MS);
  const accounts = await makeAccounts(context, runs);
  let numSubmitted = 0;
  const submitting = submitAll(context, accounts, dice, () => (numSubmitted += 1));
  submitting.catch(() => undefined);

  const place = (name: string) => {
    const own = join(folder, name.replace('.', '-'));
    mkdirSync(own);
    return { place: own, path: placeSample(name, own) };
  };
  const samples = ['import-documents.mjs', 'new-applications.sh'].map(place);
  const receiving = place('receiver.mjs');
  const received = () => ({
    fetched: fetchedBy(join(folder, 'import-documents-mjs')),
    inSpreadsheets: spreadsheetsIn(join(folder, 'new-applications-sh')),
    told: toldTo(receiving.place),
  });
  const env = { ADMISSIONS_URL: base, ADMISSIONS_KEY: token, DATA_DIR: dataDir };
  const run = async ({ place: own, path }: (typeof samples)[number], killAfterMs: number) => {
    const sample = startSample(path, own, env);
    const timer = setTimeout(sample.kill, killAfterMs);
    const { code, stderr } = await sample.ended;
    clearTimeout(timer);
    if (code === null) kills += 1;
    if (stderr.includes('UNIQUE')) violations.push(`${path} got a submission twice: ${stderr}`);
    return code;
  };
  const receive = () =>
    startSample(receiving.path, receiving.place, {
      ADMISSIONS_KEY: token,
      WEBHOOK_SECRET: settings.WEBHOOK_SECRET,
      PORT: String(hookPort),
    });
  let receiver = receive();

  for (let round = 1; numSubmitted < runs; round += 1) {
    await Promise.all(samples.map(async (sample) => run(sample, dice.whole(50, 4000))));
    receiver.kill();
    await receiver.ended;
    receiver = receive();
    kills += 1;
    if (round % DATABASE_EVERY === 0) killDatabase(dataDir);
    if (round % DATABASE_EVERY === DATABASE_EVERY / 2) {
      await server.stop('SIGKILL');
      server = await start();
    }
    if (round % (DATABASE_EVERY / 2) === 0) kills += 1;
    const { fetched, inSpreadsheets, told } = received();
    say(
      `${numSubmitted} submitted, ${fetched.length} fetched, ${inSpreadsheets.length} in spreadsheets, ${told.length} told.`,
    );
  }
  await submitting;
  for (const sample of samples)
    for (let tries = 0; (await run(sample, 120_000)) !== 0 && tries < TRIES_MAX; tries += 1) await sleep(100);
  const deadline = performance.now() + TOLD_WITHIN_MS;
  while (received().told.length < runs && performance.now() < deadline) await sleep(500);
  receiver.kill();

  const lists = received();
  for (const [what, ids] of Object.entries(lists)) {
    const missed = accounts.filter(({ id }) => !ids.includes(id)).length;
    const twice = ids.length - new Set(ids).size;
    if (missed > 0) violations.push(`${what}: ${missed} submissions were missed.`);
    if (twice > 0) violations.push(`${what}: ${twice} submissions came twice.`);
  }
  await context.close();
  await server.stop();
  const counts = Object.fromEntries(Object.entries(lists).map(([what, ids]) => [what, ids.length]));
  return { figures: { submissions: runs, ...counts, kills }, violations };
}

function killDatabase(dataDir: string): void {
  try {
    process.kill(postgresPid(dataDir), 'SIGKILL');
  } catch {
    // It is still starting.
  }
}
