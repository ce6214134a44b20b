import { readFile } from 'node:fs/promises';
import { systemClock } from '#server/adapters/clock.ts';
import type { QueueDepth } from '#server/adapters/queue.ts';
import { makeOuterParts, type Context } from '#server/context.ts';
import { CsvError } from '#server/domain/csv.ts';
import { convertDocument, makePdf } from '#server/domain/document-jobs.ts';
import { lookupCategories } from '#server/domain/lookup.ts';
import { CommandError, type Command, type CommandInput } from '../command.ts';

const importLookup: Command = {
  name: 'import-lookup',
  usage: `${lookupCategories.join('|')} FILE.csv`,
  description:
    'Replaces the suggestions of one kind by a CSV with the columns name, address_line_1, city, state, zip, country, ceeb, in UTF-8. Each line has a name (an address: an address_line_1).',
  async run({ context, words, print }) {
    const [name, path] = words;
    const category = lookupCategories.find((known) => known === name);
    if (category === undefined) throw new CommandError(`Which kind? One of ${lookupCategories.join(', ')}.`);
    if (path === undefined) throw new CommandError('Which file? Give the path of a CSV file.');
    const bytes = await readFile(path).catch(() => {
      throw new CommandError(`${path} cannot be read.`);
    });
    try {
      print(`${await context.lookup.replace(category, textOf(bytes))} records of ${category}.`);
    } catch (error) {
      if (error instanceof CsvError) throw new CommandError(`${path}: ${error.message}`);
      throw error;
    }
  },
};

/** The applicant was told so, and a conversion's upload is deleted: another try would find nothing to do. */
const OVER_ONCE_FAILED: ReadonlySet<string> = new Set([convertDocument.name, makePdf.name]);

const requeue: Command = {
  name: 'requeue',
  usage: '[KIND] [--json]',
  description:
    'Tries failed jobs again: mails, webhooks …; all kinds, or one. A conversion or PDF copy that failed begins when the applicant uploads or asks again.',
  async run({ context, words, options, print }) {
    const [kind] = words;
    const kinds = Object.keys(await context.queue.depths()).filter((name) => !OVER_ONCE_FAILED.has(name));
    if (kind !== undefined && !kinds.includes(kind)) {
      throw new CommandError(`Which kind? One of ${kinds.join(', ')}.`);
    }
    const counts: Record<string, number> = {};
    for (const name of kind === undefined ? kinds : [kind])
      counts[name] = await context.queue.retryFailed(name);
    for (const line of countLines(counts, options)) print(line);
  },
};

const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  description: 'Says of each part whether it works here, and what waits in the queue.',
  async run({ context, ...input }) {
    await examine({ ...input, ...context, queues: await context.queue.depths() });
  },
  async runWithoutDatabase(input) {
    const parts = makeOuterParts(input.env, { clock: systemClock });
    const down = async () => 'down' as const;
    const readiness = { database: down, queue: down, ...parts.readiness };
    await examine({ ...input, ...parts, readiness, queues: {} });
    parts.mail.close();
  },
};

type Examined = Pick<Context, 'readiness' | 'mail' | 'env'> &
  Pick<CommandInput, 'options' | 'print'> & { readonly queues: Readonly<Record<string, QueueDepth>> };

async function examine({ readiness, mail, env, queues, options, print }: Examined): Promise<void> {
  const mailState = async () => ((await mail.isReady()) ? 'ok' : 'down');
  const checks = Object.entries({ ...readiness, mail: mailState }).map(
    async ([part, check]) => [part, await check()] as const,
  );
  const parts = await Promise.all(checks);
  const [mails, folder] = [mail.destination, env.DATA_DIR];
  if (options['json'] === true)
    return print(JSON.stringify({ parts: Object.fromEntries(parts), queues, mails, data: folder }));
  for (const [part, state] of parts) print(`${part}: ${state}`);
  for (const [kind, { waiting, retry, active, failed }] of Object.entries(queues))
    print(`queue ${kind}: ${waiting + retry} waiting, ${active} running, ${failed} failed`);
  print(`mails: ${mails}`);
  print(`data: ${folder}`);
}

const retention: Command = {
  name: 'retention',
  usage: '[--json]',
  description: 'Deletes what is too old right now; the server does so by itself every hour.',
  async run({ context, options, print }) {
    for (const line of countLines(await context.retention.run(), options)) print(line);
  },
};

const reseal: Command = {
  name: 'reseal',
  usage: '',
  description:
    'Encrypts again with the first of SECRET_KEYS what the others encrypted; those can be dropped then.',
  async run({ context, print }) {
    print(`${await context.applicants.resealAll()} values.`);
  },
};

const migrate: Command = {
  name: 'migrate',
  usage: '',
  description: 'Brings the database up to date, as every start does.',
  async run({ print }) {
    print('The database is up to date.'); // Connecting has done it.
  },
};

/**
 * Without the byte order mark that spreadsheets put first.
 *
 * @throws {CsvError} rather than put a sign of replacement into a name
 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvError('The file is not in UTF-8; save it as "CSV UTF-8".');
  }
}

/** One line for each, or one of JSON. */
function countLines(
  counts: Readonly<Record<string, number>>,
  options: CommandInput['options'],
): readonly string[] {
  if (options['json'] === true) return [JSON.stringify(counts)];
  return Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
}

export const upkeepCommands: readonly Command[] = [importLookup, requeue, doctor, retention, reseal, migrate];
