import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '#server/adapters/log.ts';
import { makeContext, type Context } from '#server/context.ts';
import { AlreadySubmittedError } from '#server/domain/errors.ts';
import { parseEnv } from '#server/env.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { postgresPid, startServer } from '#server/testing/process.ts';
import { placeSample, startSample } from '#server/testing/samples.ts';
import { Dice } from '#testing/dice.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { fetchedBy, spreadsheetsIn } from './received.ts';

const SUBMITTERS = 6;
const PAUSE_MS = 200;
const TRIES_MAX = 200;
const DATABASE_EVERY = 6;
const KEY_MS = 86_400_000;

/**
 * `runs` applicants submit at random times, several at once, while two samples fetch what is new: one by the API, one by
 * the command. Both, the server and the database are killed at random. In the end each sample has everybody, once.
 */
export async function runExport({ runs, seed, folder, say }: SuiteOptions): Promise<Report> {
  const dice = new Dice(seed);
  const dataDir = join(folder, 'data');
  const violations: string[] = [];
  let kills = 0;
  let server = startServer(dataDir, { RATE_LIMIT_FACTOR: '1000' });
  let base = await server.address();
  const context = await makeContext(parseEnv({ DATA_DIR: dataDir }), { log: silentLog, role: 'join' });
  const { token } = await context.tokens.issueKey('Suite', KEY_MS);
  const accounts = await makeAccounts(context, runs);
  let numSubmitted = 0;
  const submitAll = Promise.all(
    Array.from({ length: SUBMITTERS }, async (_, lane) => {
      for (let index = lane; index < runs; index += SUBMITTERS) {
        await submitWhateverHappens(context, accounts[index] ?? { id: '', username: '' });
        numSubmitted += 1;
        await sleep(dice.whole(0, PAUSE_MS));
      }
    }),
  );
  submitAll.catch(() => undefined);

  const samples = ['import-documents.mjs', 'new-applications.sh'].map((name) => {
    const place = join(folder, name.replace('.', '-'));
    mkdirSync(place);
    return { place, path: placeSample(name, place) };
  });
  const received = () => ({
    fetched: fetchedBy(join(folder, 'import-documents-mjs')),
    inSpreadsheets: spreadsheetsIn(join(folder, 'new-applications-sh')),
  });
  const env = () => ({ ADMISSIONS_URL: base, ADMISSIONS_KEY: token, DATA_DIR: dataDir });
  const run = async ({ place, path }: (typeof samples)[number], killAfterMs: number) => {
    const sample = startSample(path, place, env());
    const timer = setTimeout(sample.kill, killAfterMs);
    const { code, stderr } = await sample.ended;
    clearTimeout(timer);
    if (code === null) kills += 1;
    if (stderr.includes('UNIQUE')) violations.push(`${path} got a submission twice: ${stderr}`);
    return code;
  };

  for (let round = 1; numSubmitted < runs; round += 1) {
    await Promise.all(samples.map(async (sample) => run(sample, dice.whole(50, 4000))));
    if (round % DATABASE_EVERY === 0) killDatabase(dataDir);
    if (round % DATABASE_EVERY === DATABASE_EVERY / 2) {
      await server.stop('SIGKILL');
      server = startServer(dataDir, { RATE_LIMIT_FACTOR: '1000' });
      base = await server.address();
    }
    if (round % (DATABASE_EVERY / 2) === 0) kills += 1;
    const { fetched, inSpreadsheets } = received();
    say(`${numSubmitted} submitted, ${fetched.length} fetched, ${inSpreadsheets.length} in spreadsheets.`);
  }
  await submitAll;
  for (const sample of samples)
    for (let tries = 0; (await run(sample, 120_000)) !== 0 && tries < TRIES_MAX; tries += 1) await sleep(100);

  const { fetched, inSpreadsheets } = received();
  for (const [what, ids] of Object.entries({ fetched, inSpreadsheets })) {
    const missed = accounts.filter(({ id }) => !ids.includes(id)).length;
    const twice = ids.length - new Set(ids).size;
    if (missed > 0) violations.push(`${what}: ${missed} submissions were missed.`);
    if (twice > 0) violations.push(`${what}: ${twice} submissions came twice.`);
  }
  await context.close();
  await server.stop();
  const figures = {
    submissions: runs,
    fetched: fetched.length,
    inSpreadsheets: inSpreadsheets.length,
    kills,
  };
  return { figures, violations };
}

interface Owner {
  readonly id: string;
  readonly username: string;
}

async function makeAccounts({ database: { kysely }, clock }: Context, number: number): Promise<Owner[]> {
  const owners = Array.from({ length: number }, (_, index) => ({
    id: randomUUID(),
    username: `applicant-${index}@example.com`,
  }));
  const now = clock.now();
  for (const owner of owners) {
    await kysely.insertInto('accounts').values(owner).execute();
    await kysely
      .insertInto('applications')
      .values({ account_id: owner.id, created_at: now, updated_at: now })
      .execute();
  }
  return owners;
}

/** Submits, again and again while the database is away. A submission whose answer was lost is there all the same. */
async function submitWhateverHappens({ applications }: Context, owner: Owner): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await applications.saveAnswers(owner.id, completeAnswers);
      await applications.submit(owner, '::1');
      return;
    } catch (error) {
      if (error instanceof AlreadySubmittedError) return;
      if (tries === TRIES_MAX) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function killDatabase(dataDir: string): void {
  try {
    process.kill(postgresPid(dataDir), 'SIGKILL');
  } catch {
    // It is on its way up.
  }
}
