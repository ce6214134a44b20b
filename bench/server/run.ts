// What the server costs, and a night before the deadline: npm run bench:server -- [floods|rush|saves|office] [--quick] [--no-report] [--seed S]
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePicture } from '#server/testing/files/corpus.ts';
import { connect } from '#server/adapters/database/database.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { makeLookup } from '#server/domain/lookup/lookup.ts';
import { startSharedPostgres } from '#server/suites/postgres.ts';
import { ADMIN, BUILT_SERVER, postgresPid, startServer, TestProcess } from '#server/testing/process.ts';
import {
  cpuMs,
  endedCpuMs,
  familyCpuMs,
  familyMegabytes,
  machineCpuMs,
  megabytes,
  watchMost,
} from './cores.ts';
import { runNight } from './deadline.ts';
import { floodSection, printFloods, writeSection } from './flood-report.ts';
import { benchFloods } from './floods.ts';
import { jsonRequest, runLoad } from './load.ts';
import { csvOf, madeUpSchools, runLookups } from './lookups.ts';
import { addNamed, runSearches } from './office.ts';
import { addPeople, sessionOf } from './people.ts';
import {
  printReport,
  printSaves,
  printSearches,
  roundOf,
  savesSection,
  searchSection,
  writeReport,
  type Figures,
} from './report.ts';
import { benchRush, printRush, rushSection, type Rush } from './rush.ts';
import { runSameSql } from './same-sql.ts';
import { runStarts } from './starts.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    'no-report': { type: 'boolean' },
    seed: { type: 'string' },
  },
});
const isQuick = options.quick === true;
const seconds = isQuick ? 4 : 8;
/** Before, beside and after each flood. */
const floodSeconds = isQuick ? 4 : 6;
const lookups = isQuick ? 200 : 1000;
const seed = Number(options.seed ?? 1);
/** In turn, so that a fifth one shows whether the median has settled. */
const ROUNDS = 5;
const STARTS = isQuick ? 1 : 3;
const DOCUMENTS_AT_ONCE = isQuick ? 60 : 300;
const PEOPLE = 4000;
/** Made in advance: enough that hardly any save repeats what is stored already. */
const REQUESTS = 20_000;
/** Connections of the server to the database, and of pgbench: the same concurrency for both. */
const POOL = 10;
const SCHOOLS = 130_000;
const NAMED = 10_000;

const say = (line: string) => console.error(line);

const folder = mkdtempSync(join(tmpdir(), 'admissions-bench-'));
const [only] = positionals;
const isAll = only === undefined;
const floods =
  isAll || only === 'floods' ? await benchFloods(join(folder, 'floods'), { seconds: floodSeconds, say }) : [];
const rushes: Rush[] = [];
for (const isApart of isAll || only === 'rush' ? [false, true] : []) {
  const rush = { numDocuments: DOCUMENTS_AT_ONCE, seconds, isApart };
  rushes.push(await benchRush(join(folder, `rush-${String(isApart)}`), rush));
  say('Many documents at once are done.');
}
if (only === 'floods' || only === 'rush') {
  rmSync(folder, { recursive: true, force: true });
  const isFloods = only === 'floods';
  console.log(isFloods ? printFloods(floods) : rushes.map(printRush).join('\n'));
  if (options['no-report'] !== true)
    await writeSection(isFloods ? floodSection(floods) : rushSection(rushes));
  process.exit(0);
}
const starts = [];
for (let round = 0; isAll && round < STARTS; round += 1)
  starts.push(await runStarts(join(folder, `start-${round}`)));
if (isAll) say('Starts are done.');

const postgres = await startSharedPostgres(folder);
const settings = {
  DATABASE_URL: postgres.url,
  DATABASE_POOL_SIZE: String(POOL),
  NODE_ENV: 'production',
  SECRET_KEYS: 'a-secret-for-the-benchmark-only-'.repeat(2),
  RATE_LIMIT_FACTOR: '1000000',
  // As `npm start` sets them.
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8',
};
const server = startServer(join(folder, 'web'), settings, BUILT_SERVER);
try {
  const base = await server.address();
  const port = Number(new URL(base).port);
  const [serverPid, databasePid] = [server.child.pid ?? 0, postgresPid(join(folder, 'postgres'))];
  await addPeople(postgres.pool, PEOPLE);
  const connection = socketOf(postgres.url);
  // Half of the applicants: as many rows as a busy hour changes.
  const savers = PEOPLE / 2;
  const requests = Array.from({ length: REQUESTS }, () => {
    const n = 1 + Math.floor(Math.random() * savers);
    const answers = { first_name: String(Math.floor(Math.random() * 1_000_000)), city: 'Scranton' };
    return jsonRequest('PUT', '/api/answer', `admissions-session=${sessionOf(n)}`, { answers });
  });
  // Otherwise one turn pays for what another has written: its dead rows, and whole pages in the log after a checkpoint.
  await postgres.pool.query('ALTER SYSTEM SET autovacuum = off');
  await postgres.pool.query('SELECT pg_reload_conf()');
  const tidy = async () => {
    await postgres.pool.query('VACUUM ANALYZE');
    await postgres.pool.query('CHECKPOINT');
  };
  const load = async (connections: number) => {
    await tidy();
    const clocks = () => [cpuMs(serverPid), familyCpuMs(databasePid), cpuMs(process.pid)];
    const before = clocks();
    const found = await runLoad({ port, connections, seconds, requests });
    const total = Object.values(found.statuses).reduce((sum, count) => sum + count, 0);
    const [server = 0, database = 0, load = 0] = clocks().map((ms, at) => (ms - (before[at] ?? 0)) / total);
    return { ...found, coreMs: { server, database, load } };
  };
  const sameSql = async () => {
    await tidy();
    const clocks = () => [familyCpuMs(databasePid), endedCpuMs(process.pid)];
    const before = clocks();
    const found = await runSameSql(connection, { clients: POOL, seconds, people: savers, folder });
    const total = found.perSecond * seconds;
    // Until PostgreSQL has counted the time of the connections that have just ended.
    await sleep(300);
    const [database = 0, load = 0] = clocks().map((ms, at) => (ms - (before[at] ?? 0)) / total);
    return { ...found, coreMs: { server: 0, database, load } };
  };

  // The compilers of Node and the caches of the database need some thousand saves until they are at rest.
  if (only !== 'office') {
    await runLoad({ port, connections: 100, seconds: 8, requests });
    await runSameSql(connection, { clients: POOL, seconds: 2, people: savers, folder });
  }
  const rounds = [];
  const mostMegabytes = watchMost(() => megabytes(serverPid) + familyMegabytes(databasePid));
  for (let round = 0; only !== 'office' && round < ROUNDS; round += 1) {
    const found = { sql: await sameSql(), few: await load(100), many: await load(1000) };
    rounds.push(found);
    say(`Round ${round + 1} of ${ROUNDS}: ${roundOf(found)}`);
  }
  const memoryMegabytes = mostMegabytes();
  await postgres.pool.query('ALTER SYSTEM RESET autovacuum');
  await postgres.pool.query('SELECT pg_reload_conf()');
  if (only === 'saves') {
    console.log(printSaves(rounds));
    if (options['no-report'] !== true) await writeSection(savesSection({ rounds, seconds, pool: POOL }));
  } else if (only === 'office') {
    const searches = await searchOffice(base);
    console.log(printSearches(searches));
    if (options['no-report'] !== true) await writeSection(searchSection({ searches, numNamed: NAMED }));
  } else {
    const schools = madeUpSchools(SCHOOLS, seed);
    const database = connect(connection, 2, silentLog);
    await makeLookup({ database }).replace('hs_ceeb', csvOf(schools));
    await database.close();
    const names = schools.map(({ name }) => name);
    const lookupTimes = await runLookups({ base, names, count: lookups, seed });
    console.error('Look-ups are done.');

    const searches = await searchOffice(base);
    console.error('Searches are done.');

    const night = await runNight({
      base,
      stepSeconds: isQuick ? 6 : 60,
      thinkSeconds: isQuick ? 0.5 : 5,
      firstArrivals: isQuick ? 8 : 64,
      people: PEOPLE,
      file: await makePicture({ type: 'png', width: 300, height: 400 }),
      seed,
      clocks: () => ({
        server: cpuMs(serverPid),
        database: familyCpuMs(databasePid),
        load: cpuMs(process.pid),
        machine: machineCpuMs(),
      }),
    });
    const figures: Figures = {
      isQuick,
      seconds,
      cores: availableParallelism(),
      pool: POOL,
      rounds,
      starts,
      memoryMegabytes,
      lookups: lookupTimes,
      numSchools: SCHOOLS,
      searches,
      numNamed: NAMED,
      floods,
      rushes,
      night,
    };
    console.log(printReport(figures));
    if (options['no-report'] !== true) await writeReport(figures);
  }
} finally {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function searchOffice(base: string) {
  const people = await addNamed(postgres.pool, NAMED);
  const { stdout: link } = await new TestProcess(ADMIN, ['office-link', '--for', 'Bench'], {
    ...settings,
    DATA_DIR: join(folder, 'web'),
  }).ended;
  return runSearches({ base, link, people, count: lookups / 2, seed });
}

function socketOf(url: string) {
  const { username, pathname, searchParams } = new URL(url);
  return { host: searchParams.get('host') ?? '', user: username, database: pathname.slice(1) };
}
