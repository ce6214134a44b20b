import { join } from 'node:path';
import { runAdmin, startServer } from '#server/testing/process.ts';
import { Dice } from '#testing/dice.ts';
import { Browser } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { attack, type Role } from './attack.ts';
import { judgeBothSides } from './both-sides.ts';
import { judgeHeaders } from './judge-headers.ts';
import { judgeFiles } from './judge-files.ts';
import { operationsOf, type Operation } from './operations.ts';
import { judgeStrangers } from './judge-strangers.ts';
import { judgePrinted } from './printed.ts';
import { judgeRefusals } from './refusals.ts';
import { judgeRoundTrip } from './round-trip.ts';

/** Addresses that are not calls of the contract. */
const besides: readonly Operation[] = [
  { method: 'POST', path: '/storage/documents', body: undefined, query: [] },
  {
    method: 'GET',
    path: '/api/pdf/copy/{generation}',
    body: undefined,
    query: [{ name: 'expires' }, { name: 'signature' }],
  },
  { method: 'GET', path: '/dev/mail/{key}/{id}', body: undefined, query: [] },
  { method: 'GET', path: '/assets/{name}', body: undefined, query: [] },
  { method: 'GET', path: '/{anything}', body: undefined, query: [{ name: 'token' }] },
];

const CANARY = 'Canary-of-somebody-else';

interface FuzzOptions extends SuiteOptions {
  /** How many random answer maps both sides judge. */
  readonly maps: number;
  /** Rounds of naughty strings. As many rounds as there are strings put each string into every key. */
  readonly rounds: number;
  /** How many hostile pictures and PDFs are uploaded. */
  readonly files: number;
  /** How many hostile Word documents are converted, each followed by a stranger's. */
  readonly pairs: number;
  /** Whether the processor time of refusals is judged. */
  readonly isTimed: boolean;
}

/**
 * Sends hostile requests to every call in every role, sends naughty answers through all outputs, compares both
 * validations, uploads hostile files, converts those of strangers one after the other, and judges
 * what refusals cost.
 */
export async function runFuzz(options: FuzzOptions): Promise<Report> {
  const { runs, seed, folder, say, maps, rounds, files, pairs, isTimed } = options;
  const dice = new Dice(seed);
  const dataDir = join(folder, 'fuzz');
  const server = startServer(dataDir, {
    RATE_LIMIT_FACTOR: '1000000',
    SIGNUP_LIMIT_PER_ADDRESS: '1000000',
  });
  try {
    const base = await server.address();
    const mailbox = new Mailbox(dataDir);
    let numPeople = 0;
    const next = async () => {
      numPeople += 1;
      const applicant = new VirtualApplicant(`person-${numPeople}@example.com`, new Browser(() => base));
      await applicant.signUp(mailbox);
      return applicant;
    };
    const [naughty, victim, other] = [await next(), await next(), await next()];

    const token = await serviceToken(dataDir, naughty.username);
    const roundTrip = await judgeRoundTrip(naughty, token, base, dataDir, rounds);
    say(`Naughty strings went round: ${roundTrip.length} violations.`);
    const printed = await judgePrinted(naughty, folder);
    say(`And were printed: ${printed.violations.length} violations.`);
    const sides = await judgeBothSides(next, { maps, dice });
    say(`${maps} random answer maps (${sides.numValid} of them valid) judged on both sides.`);

    const hostile = await judgeFiles({ folder, files, dice });
    say(`${files} hostile files: ${hostile.violations.length} violations.`);
    const strangers = await judgeStrangers({ pairs, dice });
    say(`${pairs} pairs of Word documents: ${strangers.violations.length} violations.`);

    await victim.insist('PUT', '/api/answer', { answers: { last_name: CANARY } });
    const roles = makeRoles(base, victim, other, await serviceToken(dataDir, other.username));
    const operations = [...(await operationsOf(base)), ...besides];
    const refused = await judgeRefusals(base, operations, victim.browser, { isTimed });
    say(`Refusals: ${refused.violations.length} violations.`);
    const headers = await judgeHeaders({ folder, isTimed });
    say(`Headers: ${headers.violations.length} violations.`);
    const attacked = await attack(base, operations, roles, { runs, dice });
    say(`${runs} hostile requests: ${attacked.violations.length} violations.`);
    return {
      figures: {
        ...Object.fromEntries(
          [...attacked.statuses].sort().map(([status, count]) => [`answers ${status}`, count]),
        ),
        slowestMs: Math.round(attacked.slowestMs),
        largestRefusalBytes: refused.largestBytes,
        ...(isTimed && { slowestRefusalMs: Math.round(refused.slowestMs) }),
        ...Object.fromEntries(
          [...headers.slowest].map(([name, ms]) => [`slowest ${name}, ms`, Number(ms.toFixed(1))]),
        ),
        answerMaps: maps,
        validMaps: sides.numValid,
        ...hostile.figures,
        ...strangers.figures,
      },
      violations: [
        ...roundTrip,
        ...printed.violations,
        ...sides.violations,
        ...hostile.violations,
        ...strangers.violations,
        ...refused.violations,
        ...headers.violations,
        ...attacked.violations,
      ],
      skipped: printed.skipped ?? [],
    };
  } finally {
    await server.stop('SIGKILL');
  }
}

function makeRoles(base: string, victim: VirtualApplicant, other: VirtualApplicant, token: string): Role[] {
  const others = [CANARY, victim.username];
  const nobody = new Browser(() => base);
  const service = new Browser(() => base, { referer: `${base}/about?service_token=${token}` });
  const nothing = async () => undefined;
  return [
    { name: 'nobody', browser: nobody, canaries: [...others, other.username], restore: nothing },
    { name: 'service user', browser: service, canaries: [...others, other.username], restore: nothing },
    { name: 'applicant', browser: victim.browser, canaries: [other.username], restore: () => victim.logIn() },
    { name: 'other applicant', browser: other.browser, canaries: others, restore: () => other.logIn() },
  ];
}

async function serviceToken(dataDir: string, username: string): Promise<string> {
  const { stdout } = await runAdmin(dataDir, 'service-link', username);
  return new URL(stdout.trim()).searchParams.get('service_token') ?? '';
}
