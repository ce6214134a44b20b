import { statfs } from 'node:fs/promises';
import * as z from 'zod/mini';
import { privacy } from '#tenant/privacy.ts';
import { tenant } from '#tenant/tenant.ts';
import { systemClock } from '#server/adapters/clock.ts';
import { DatabaseDownError, StartError } from '#server/adapters/errors.ts';
import { inTime } from '#server/adapters/in-time.ts';
import type { QueueDepth } from '#server/adapters/queue.ts';
import type { Late } from '#server/adapters/queue-tables.ts';
import { scriptsWithoutFont } from '#server/adapters/printer/installed-scripts.ts';
import { statesOf, type Readiness } from '#server/adapters/readiness.ts';
import type { Context } from '#server/context.ts';
import { hasOwnStorage } from '#server/domain/documents/installation.ts';
import { databaseTime } from '#server/domain/upkeep/database-time.ts';
import { secondsSinceBackup } from '#server/domain/upkeep/last-backup.ts';
import { misspelledVariables, quotedVariables, type Env } from '#server/env.ts';
import { makeOuterParts } from '#server/outer-parts.ts';
import { warningsOf } from '#server/reach.ts';
import { CommandError, defineLoneCommand, joinInstallation, UsageError, type LoneParts } from '../command.ts';
import { clockVerdict, lookFromOutside, secondsApart, type Finding, type Verdict } from '../from-outside.ts';
import { flag, shown } from '../takes.ts';

/** Words in a privacy text that promise how long something is kept. */
const KEEPING = /\b(?:delet|erase|kept|keep)/i;
const TIME = /\b(?:day|week|month|year)s?\b/i;
const LATE = 'no answer in time';
const FOREIGN = 'has the id of another database; see adopt-storage';
const HOUR_SECONDS = 3600;
/** Mail servers that ask a stranger to try again (greylisting) take the mail well within this time. */
const LATE_MAIL_SECONDS = 900;
const GB = 1e9;

export const doctor = defineLoneCommand({
  name: 'doctor',
  takes: { json: flag, 'from-outside': flag, mail: z.optional(z.string().check(shown('ADDRESS'))) },
  description:
    'Prints whether each part works here and why not, what waits in the queue, the last backup, the free disk, whether the clocks agree, and for which scripts no font is installed. --from-outside looks at PUBLIC_URL as a browser does, and uploads a file; with --mail it also sends a mail there. Ends with 1 if something does not work.',
  async run(input) {
    if (input.mail !== undefined && !input['from-outside'])
      throw new UsageError('--mail goes with --from-outside.');
    const context = await joinInstallation(input).catch(async (error: unknown) => {
      if (error instanceof StartError) await examineOuterParts(input, error);
      throw error;
    });
    try {
      const [clock, queues, backup, late] = await Promise.all([
        inTime(databaseClock(context), undefined),
        inTime(context.queue.depths(), {}),
        inTime(
          secondsSinceBackup(context).then((seconds) => seconds ?? ('none' as const)),
          undefined,
        ),
        inTime(context.lateMails.all(), undefined),
      ]);
      const isForeign = !(await inTime(
        hasOwnStorage(context).catch(() => true),
        true,
      ));
      const outside = input['from-outside'] ? await allFrom(outsideOf(context, input.mail)) : [];
      const faults = await examine({
        ...input,
        ...context,
        databaseClock: clock,
        queues,
        backup,
        late,
        isForeign,
        outside,
      });
      if (faults.length > 0) throw new CommandError(`Not as it should be: ${faults.join(', ')}.`);
    } finally {
      await context.close();
    }
  },
});

type DoctorInput = LoneParts & { readonly json: boolean };

/** Reports the other parts when the server could not start. */
async function examineOuterParts(input: DoctorInput, why: StartError): Promise<void> {
  const parts = makeOuterParts(input.env, { clock: systemClock });
  const down = async () => 'down' as const;
  const isDown = why instanceof DatabaseDownError;
  // The start failed after the database had answered, so the database is up. Nobody has checked the queue.
  const inner: Readiness = isDown ? { database: down, queue: down } : { database: async () => 'ok' };
  await examine({ ...input, ...parts, readiness: { ...inner, ...parts.readiness } });
  parts.mail.close();
}

async function* outsideOf(context: Context, address: string | undefined): AsyncGenerator<Finding> {
  yield* lookFromOutside(context);
  if (address === undefined) return;
  const [subject, text] = [
    `${tenant.shortName}: a test`,
    'The server of the application form can send mails.',
  ];
  // The text is ours, with only the codes of the mail server.
  const failed = await context.mail.send({ to: address, subject, text }).then(() => undefined, String);
  const isFault = failed !== undefined;
  yield { what: 'mail', isFault, text: failed ?? `handed over to ${context.mail.destination}` };
}

type Examined = Pick<Context, 'env' | 'mail' | 'readiness' | 'storage'> &
  Pick<DoctorInput, 'json' | 'print'> & {
    readonly databaseClock?: Verdict | undefined;
    readonly queues?: Readonly<Record<string, QueueDepth>>;
    /** `undefined` if nobody could tell. */
    readonly backup?: number | 'none' | undefined;
    readonly late?: Late | undefined;
    readonly isForeign?: boolean;
    readonly outside?: readonly Finding[];
  };

/** @returns what does not work */
async function examine(examined: Examined): Promise<readonly string[]> {
  const {
    readiness,
    mail,
    storage,
    env,
    databaseClock: clock,
    queues = {},
    backup,
    late,
    isForeign,
    outside = [],
    json,
    print,
  } = examined;
  const isLate = late !== undefined && late.seconds > LATE_MAIL_SECONDS;
  const mailFault = (await inTime(mail.fault(), LATE)) ?? (isLate ? lateText(late) : undefined);
  const parts = {
    ...(await statesOf(readiness)),
    ...(isForeign && { storage: 'down' }),
    mail: mailFault === undefined ? 'ok' : 'down',
    ...(clock && { clock: clock.isFault ? 'down' : 'ok' }),
  };
  const reasons: Record<string, string | undefined> = {
    mail: mailFault,
    clock: clock?.isFault === true ? `that of the database is ${clock.text}` : undefined,
    storage: isForeign ? FOREIGN : parts.storage === 'down' ? await inTime(storage.fault(), LATE) : undefined,
  };
  const withoutFont = await scriptsWithoutFont();
  const warnings = [
    ...misspelledVariables(),
    ...quotedVariables(),
    ...warningsOf(env),
    ...brokenPromises(env, privacy),
  ];
  const { bavail, blocks, bsize } = await statfs(env.DATA_DIR);
  const disk = { free: bavail * bsize, of: blocks * bsize };
  const found = outside.filter(({ isFault }) => isFault).map(({ what }) => `${what} from outside`);
  const faults = [...Object.keys(parts).filter((part) => Reflect.get(parts, part) === 'down'), ...found];
  if (json) {
    const [mails, data, scripts] = [mail.destination, env.DATA_DIR, withoutFont ?? null];
    const report = { parts, reasons, queues, mails, late, data, disk, backup, outside, warnings };
    print(JSON.stringify({ ...report, scriptsWithoutFont: scripts }));
    return faults;
  }
  for (const [part, state] of Object.entries(parts))
    print(reasons[part] === undefined ? `${part}: ${state}` : `${part}: ${state} (${reasons[part]})`);
  for (const [kind, { waiting, retry, active, failed }] of Object.entries(queues))
    print(`queue ${kind}: ${waiting + retry} waiting, ${active} running, ${failed} failed`);
  print(fontsLine(withoutFont));
  print(`mails: ${mail.destination}${late === undefined ? '' : `; ${lateText(late)}`}`);
  print(`data: ${env.DATA_DIR}, ${(disk.free / GB).toFixed(1)} of ${(disk.of / GB).toFixed(1)} GB free`);
  print(`backup: ${backupText(backup)}`);
  for (const { what, isFault, text } of outside) print(`outside ${what}: ${isFault ? 'FAULT, ' : ''}${text}`);
  for (const warning of warnings) print(`warning: ${warning}`);
  return faults;
}

/** Returns what the operator has promised but the environment does not keep. */
export function brokenPromises(
  { DELETE_SUBMITTED_DAYS: days }: Pick<Env, 'DELETE_SUBMITTED_DAYS'>,
  privacyText: readonly string[],
): readonly string[] {
  const promise = privacyText
    .flatMap((text) => text.split(/(?<=\.) /))
    .find((text) => KEEPING.test(text) && TIME.test(text));
  return promise === undefined || days > 0
    ? []
    : [`the privacy text says “${promise}”, but DELETE_SUBMITTED_DAYS is 0, so nothing is deleted`];
}

function backupText(backup: Examined['backup']): string {
  if (backup === undefined) return 'unknown';
  return backup === 'none' ? 'none in a month' : `${Math.round(backup / HOUR_SECONDS)} hours ago`;
}

function lateText({ count, since, reason }: Late): string {
  return `${count} waiting since ${since.toISOString()}: ${reason}`;
}

function fontsLine(withoutFont: readonly string[] | undefined): string {
  if (withoutFont === undefined) return 'fonts: unknown, because fc-list does not run here';
  if (withoutFont.length === 0) return 'fonts: for all scripts';
  return `fonts: none for ${withoutFont.join(', ')} (PDFs show boxes instead of these letters)`;
}

/** Processes share times by the database, such as the end of a code. */
export async function databaseClock({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<Verdict> {
  const before = clock.now();
  return clockVerdict(secondsApart(await databaseTime({ database }), before, clock.now()));
}

async function allFrom<T>(findings: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const finding of findings) all.push(finding);
  return all;
}
