import { readFile } from 'node:fs/promises';
import { CsvError } from '#server/domain/csv.ts';
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

const requeue: Command = {
  name: 'requeue',
  usage: '[KIND] [--json]',
  description: 'Tries failed jobs again: mails, conversions, PDF copies, webhooks; all kinds, or one.',
  async run({ context, words, options, print }) {
    const [kind] = words;
    const depths = await context.queue.depths();
    if (kind !== undefined && depths[kind] === undefined) {
      throw new CommandError(`Which kind? One of ${Object.keys(depths).join(', ')}.`);
    }
    const counts: Record<string, number> = {};
    for (const name of kind === undefined ? Object.keys(depths) : [kind])
      counts[name] = await context.queue.retryFailed(name);
    for (const line of countLines(counts, options)) print(line);
  },
};

const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  description: 'Says of each part whether it works here, and what waits in the queue.',
  async run({ context, options, print }) {
    const { readiness, mail, env } = context;
    const checks = Object.entries(readiness).map(async ([part, check]) => [part, await check()] as const);
    const parts = await Promise.all(checks);
    const queues = await context.queue.depths();
    const [mails, folder] = [mail.destination, env.DATA_DIR];
    if (options['json'] === true)
      return print(JSON.stringify({ parts: Object.fromEntries(parts), queues, mails, data: folder }));
    for (const [part, state] of parts) print(`${part}: ${state}`);
    for (const [kind, { waiting, retry, active, failed }] of Object.entries(queues))
      print(`queue ${kind}: ${waiting + retry} waiting, ${active} running, ${failed} failed`);
    print(`mails: ${mails}`);
    print(`data: ${folder}`);
  },
};

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

/** @throws {CsvError} rather than put a sign of replacement into a name */
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
