import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { Browser, send, type Reply } from '#server/suites/http.ts';
import { startSharedPostgres } from '#server/suites/postgres.ts';
import { ADMIN, BUILT_SERVER, LEAN, startServer, TestProcess } from '#server/testing/process.ts';
import type { FloodOrder } from './flood-worker.ts';
import { jsonRequest, type Load } from './load.ts';
import { addPeople, sessionOf, usernameOf } from './people.ts';

/** Times of honest saves beside one flood. */
export interface FloodTimes {
  readonly flood: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Saves that were not acknowledged. */
  readonly lost: number;
  /** Visits of a clerk and of a service view, on the same network as the flood. */
  readonly visits: Visits;
  /** The median and the 95th percentile, as multiples of those without a flood. */
  readonly ratio50: number;
  readonly ratio95: number;
  /** The answers to the flood; absent without one. */
  readonly load?: Load;
}

interface Flood {
  readonly flood: string;
  readonly method: string;
  readonly path: string;
  /** The applicant who sends it, with a session. */
  readonly by?: number;
  readonly body?: (n: number) => unknown;
  /** True if a limit refuses it. The limit is filled before the measurement begins. */
  readonly isLimited?: boolean;
}

/** Applicants who save, each with a pause between an answer and the next save. */
export const SAVERS = 10;
const PAUSE_MS = 50;
const CONNECTIONS = 20;
const REQUESTS = 100;
const FILL_MAX = 200;
const FLOODER = SAVERS + 1;

const unknownFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n.toString(36)}`, 1]));

const floods: readonly Flood[] = [
  {
    flood: '24,000 unknown fields, by an applicant',
    ...{ method: 'PUT', path: '/api/answer', by: FLOODER, body: () => unknownFields(24_000) },
  },
  {
    flood: '800 unknown fields, without an account',
    ...{ method: 'POST', path: '/public/forgot-password', body: () => unknownFields(800) },
  },
  {
    flood: 'refused logins to one account',
    ...{ method: 'POST', path: '/public/login', isLimited: true },
    body: () => ({ username: 'nobody@applicant.example', password: 'Not-The-Password-1' }),
  },
  {
    flood: 'refused requests for password links',
    ...{ method: 'POST', path: '/public/forgot-password', isLimited: true },
    body: (n) => ({ username: `person-${n}@applicant.example` }),
  },
  {
    flood: 'refused sign-ups',
    ...{ method: 'POST', path: '/public/signup', isLimited: true },
    body: (n) => ({ username: `new-${n}@applicant.example`, password: 'Not-The-Password-1' }),
  },
  {
    flood: 'refused codes',
    ...{ method: 'POST', path: '/public/confirm', isLimited: true },
    body: (n) => ({ username: `person-${n}@applicant.example`, code: '123456' }),
  },
  {
    flood: 'refused requests for codes',
    ...{ method: 'POST', path: '/public/resend-confirm', isLimited: true },
    body: (n) => ({ username: `person-${n}@applicant.example` }),
  },
  {
    flood: 'refused new passwords',
    ...{ method: 'POST', path: '/public/reset-password', isLimited: true },
    body: (n) => {
      const password = 'Not-The-Password-1';
      return { username: `person-${n}@applicant.example`, password, confirm_password: password, id: 'x' };
    },
  },
  {
    flood: 'refused reports of failures',
    ...{ method: 'POST', path: '/public/client-error', isLimited: true },
    body: () => ({ kind: 'thrown', release: '1', route: '/about' }),
  },
  {
    flood: 'refused counts of pages',
    ...{ method: 'POST', path: '/public/client-count', isLimited: true },
    body: () => ({ kind: 'updated' }),
  },
  {
    flood: 'last-page of one account',
    ...{ method: 'PUT', path: '/api/last-page', by: FLOODER, body: () => ({ last_page: '/education' }) },
  },
  { flood: 'the banner', method: 'GET', path: '/public/banner' },
  { flood: 'look-ups', method: 'GET', path: '/lookup/find?text=yale&category=college_ceeb' },
  { flood: 'temporary answers', method: 'GET', path: '/public/tmp?token=none' },
  { flood: 'attached documents', method: 'GET', path: '/service/document?service_token=none' },
  { flood: 'the office, without a session', method: 'GET', path: '/office' },
  { flood: 'links of the office', method: 'GET', path: '/office?token=none' },
  // The last one: for a minute, its network can open no service view.
  { flood: 'service views', method: 'GET', path: '/service/tmp-pdf?service_token=none' },
];

interface FloodOptions {
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** Starts a server with the limits of production, and measures the saves beside each flood. */
export async function benchFloods(folder: string, options: FloodOptions): Promise<readonly FloodTimes[]> {
  const postgres = await startSharedPostgres(folder);
  const env = {
    DATA_DIR: join(folder, 'web'),
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    SECRET_KEYS: 'a-secret-for-the-benchmark-only-'.repeat(2),
    ...LEAN,
  };
  const server = startServer(env.DATA_DIR, env, BUILT_SERVER);
  try {
    const base = await server.address();
    await addPeople(postgres.pool, FLOODER);
    const command = async (...words: readonly string[]) => {
      const { stdout } = await new TestProcess(ADMIN, words, { ...env, PUBLIC_URL: base }).ended;
      return new URL(/https?:\S+/.exec(stdout)?.[0] ?? '');
    };
    const clerk = new Browser(() => base);
    const link = await command('office-link', '--for', 'Bench');
    await clerk.get(link.pathname + link.search);
    await clerk.post('/office/enter');
    const view = await command('service-link', usernameOf(1));
    const token = view.searchParams.get('service_token') ?? '';
    const visit = () => [clerk.get('/office'), send(base, 'GET', `/service/tmp-pdf?service_token=${token}`)];
    return await runFloods(base, visit, options);
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

/**
 * Measures how long honest saves take beside each flood, and without one before and after each. Other work on the
 * machine then changes both.
 */
async function runFloods(
  base: string,
  visit: Visit,
  { seconds, say }: FloodOptions,
): Promise<readonly FloodTimes[]> {
  await saveFor(base, 2);
  const calmVisits = await visitFor(visit, seconds);
  const quiet: Saves[] = [];
  const found: { flood: string; saves: Saves; load: Load; calm: Saves; visits: Visits }[] = [];
  for (const flood of floods) {
    const before = await saveFor(base, seconds);
    if (flood.isLimited === true) await fill(base, flood);
    const requests = Array.from({ length: REQUESTS }, (_, n) => requestOf(flood, n));
    const port = Number(new URL(base).port);
    const flooding = inWorker({ port, connections: CONNECTIONS, seconds: seconds + 2, requests });
    await sleep(1000);
    const [saves, visits] = await Promise.all([saveFor(base, seconds), visitFor(visit, seconds)]);
    const load = await flooding;
    const after = await saveFor(base, seconds);
    quiet.push(before, after);
    found.push({ flood: flood.flood, saves, load, calm: together([before, after]), visits });
    say(`Saves during ${flood.flood} are measured.`);
  }
  const calm = together(quiet);
  return [
    { ...timesOf('none', calm, calm), visits: calmVisits },
    ...found.map(({ flood, saves, load, calm: near, visits }) => ({
      ...timesOf(flood, saves, near),
      ...{ load, visits },
    })),
  ];
}

type Visit = () => readonly Promise<Reply>[];

interface Visits {
  readonly p50Ms: number;
  readonly refused: number;
}

async function visitFor(visit: Visit, seconds: number): Promise<Visits> {
  const replies: Reply[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(4 * PAUSE_MS))
    replies.push(...(await Promise.all(visit())));
  const refused = replies.filter(({ status }) => status !== 200).length;
  return {
    p50Ms: at(
      replies.map(({ ms }) => ms),
      0.5,
    ),
    refused,
  };
}

export interface Saves {
  readonly times: readonly number[];
  readonly lost: number;
}

/** Saves as honest applicants do. */
export async function saveFor(base: string, seconds: number): Promise<Saves> {
  const until = performance.now() + seconds * 1000;
  return saveWhile(base, () => performance.now() < until);
}

export async function saveWhile(base: string, goesOn: () => boolean): Promise<Saves> {
  const times: number[] = [];
  let lost = 0;
  await Promise.all(
    Array.from({ length: SAVERS }, async (_, index) => {
      const headers = { cookie: `admissions-session=${sessionOf(index + 1)}` };
      for (let n = 0; goesOn(); n += 1) {
        const json = { answers: { first_name: String(performance.now()), city: 'Scranton' } };
        const { status, ms } = await send(base, 'PUT', '/api/answer', { json, headers });
        if (status === 200) times.push(ms);
        else lost += 1;
        await sleep(PAUSE_MS);
      }
    }),
  );
  return { times, lost };
}

/** Sends a flood's requests one by one until its limit refuses them. */
async function fill(base: string, { method, path, body }: Flood): Promise<void> {
  for (let n = 0; n < FILL_MAX; n += 1)
    if ((await send(base, method, path, { json: body?.(n) })).status === 429) return;
  throw new Error(`${path} has no limit.`);
}

function requestOf({ method, path, by, body }: Flood, n: number): Buffer {
  const cookie = by === undefined ? '' : `admissions-session=${sessionOf(by)}`;
  if (body !== undefined) return jsonRequest(method, path, cookie, body(n));
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
}

/** The flood runs in another thread: it must not delay what measures the saves. */
function inWorker(order: FloodOrder): Promise<Load> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: order });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

export function together(all: readonly Saves[]): Saves {
  return { times: all.flatMap(({ times }) => times), lost: all.reduce((sum, { lost }) => sum + lost, 0) };
}

function timesOf(flood: string, { times, lost }: Saves, calm: Saves): Omit<FloodTimes, 'visits'> {
  const [p50Ms, p95Ms] = [at(times, 0.5), at(times, 0.95)];
  return {
    ...{ flood, p50Ms, p95Ms, lost },
    ...{ ratio50: p50Ms / at(calm.times, 0.5), ratio95: p95Ms / at(calm.times, 0.95) },
  };
}

export function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
