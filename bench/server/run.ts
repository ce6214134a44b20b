// The server's own cost, and a night before the deadline: npm run bench:server -- [--quick] [--no-report] [--seed S]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePicture } from '#server/adapters/converter/corpus.ts';
import { startSharedPostgres } from '#server/suites/postgres.ts';
import { startServer } from '#server/testing/process.ts';
import { runNight } from './deadline.ts';
import { jsonRequest, runLoad } from './load.ts';
import { addPeople, sessionOf } from './people.ts';
import { printReport, writeReport, type Figures } from './report.ts';
import { runSameSql } from './same-sql.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, 'no-report': { type: 'boolean' }, seed: { type: 'string' } },
});
const isQuick = options.quick === true;
const seconds = isQuick ? 4 : 20;
const ROUNDS = isQuick ? 1 : 3;
const PEOPLE = 4000;
/** Connections of the server to the database, and of pgbench: the same concurrency for both. */
const POOL = 10;

const folder = mkdtempSync(join(tmpdir(), 'admissions-bench-'));
const postgres = await startSharedPostgres(folder);
const server = startServer(join(folder, 'web'), {
  DATABASE_URL: postgres.url,
  DATABASE_POOL_SIZE: String(POOL),
  NODE_ENV: 'production',
  SECRET_KEYS: 'a-secret-for-the-benchmark-only-'.repeat(2),
  RATE_LIMIT_FACTOR: '1000000',
});
try {
  const base = await server.address();
  const port = Number(new URL(base).port);
  await addPeople(postgres.pool, PEOPLE);
  const connection = socketOf(postgres.url);
  // The first half of the people saves; the other half comes on the night, fresh.
  const savers = PEOPLE / 2;
  const save = () => {
    const n = 1 + Math.floor(Math.random() * savers);
    const answers = { first_name: String(Math.floor(Math.random() * 1_000_000)), city: 'Scranton' };
    return jsonRequest('PUT', '/api/answer', `admissions-session=${sessionOf(n)}`, { answers });
  };
  const load = async (connections: number) => {
    const before = cpuMs(server.child.pid);
    const found = await runLoad({ port, connections, seconds, next: save });
    const total = Object.values(found.statuses).reduce((sum, count) => sum + count, 0);
    return { ...found, cpuMs: (cpuMs(server.child.pid) - before) / total };
  };
  const sameSql = () => runSameSql(connection, { clients: POOL, seconds, people: savers, folder });

  await runLoad({ port, connections: 50, seconds: 2, next: save });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ sql: await sameSql(), few: await load(100), many: await load(1000) });
    console.error(`Round ${round + 1} of ${ROUNDS} is done.`);
  }
  const night = await runNight({
    base,
    stepSeconds: isQuick ? 6 : 60,
    thinkSeconds: isQuick ? 0.5 : 5,
    firstArrivals: isQuick ? 8 : 16,
    people: PEOPLE,
    file: await makePicture({ type: 'png', width: 300, height: 400 }),
    seed: Number(options.seed ?? 1),
  });
  const figures: Figures = {
    isQuick,
    seconds,
    cores: availableParallelism(),
    pool: POOL,
    rounds,
    night,
  };
  console.log(printReport(figures));
  if (options['no-report'] !== true) await writeReport(figures);
} finally {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Time that a process has had on a core, in ms: unlike time on the clock, it does not grow with what else runs. */
function cpuMs(pid = 0): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

function socketOf(url: string) {
  const { username, pathname, searchParams } = new URL(url);
  return { host: searchParams.get('host') ?? '', user: username, database: pathname.slice(1) };
}
