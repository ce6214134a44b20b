import { readFile } from 'node:fs/promises';
import { CsvError } from '#server/domain/csv.ts';
import { lookupCategories } from '#server/domain/lookup.ts';
import { CommandError, type Command } from '../command.ts';

const importLookup: Command = {
  name: 'import-lookup',
  usage: `${lookupCategories.join('|')} FILE.csv`,
  description:
    'Replaces the suggestions of one kind by a CSV with the columns name, address_line_1, city, state, zip, country, ceeb.',
  async run({ context, words, print }) {
    const [name, path] = words;
    const category = lookupCategories.find((known) => known === name);
    if (category === undefined) throw new CommandError(`Which kind? One of ${lookupCategories.join(', ')}.`);
    if (path === undefined) throw new CommandError('Which file? Give the path of a CSV file.');
    const csv = await readFile(path, 'utf8').catch(() => {
      throw new CommandError(`${path} cannot be read.`);
    });
    try {
      print(`${await context.lookup.replace(category, csv)} records of ${category}.`);
    } catch (error) {
      if (error instanceof CsvError) throw new CommandError(`${path}: ${error.message}`);
      throw error;
    }
  },
};

const requeue: Command = {
  name: 'requeue',
  usage: '[KIND]',
  description: 'Tries failed jobs again: mails, conversions, PDF copies, webhooks; all kinds, or one.',
  async run({ context, words, print }) {
    const [kind] = words;
    const depths = await context.queue.depths();
    if (kind !== undefined && depths[kind] === undefined) {
      throw new CommandError(`Which kind? One of ${Object.keys(depths).join(', ')}.`);
    }
    for (const name of kind === undefined ? Object.keys(depths) : [kind]) {
      print(`${name}: ${await context.queue.retryFailed(name)}`);
    }
  },
};

const doctor: Command = {
  name: 'doctor',
  usage: '',
  description: 'Says of each part whether it works here, and what waits in the queue.',
  async run({ context, print }) {
    const states = Object.entries(context.readiness).map(
      async ([part, check]) => `${part}: ${await check()}`,
    );
    for (const line of await Promise.all(states)) print(line);
    for (const [kind, { waiting, retry, active, failed }] of Object.entries(await context.queue.depths()))
      print(`queue ${kind}: ${waiting + retry} waiting, ${active} running, ${failed} failed`);
    print(`mails: ${context.mail.destination}`);
    print(`data: ${context.env.DATA_DIR}`);
  },
};

const retention: Command = {
  name: 'retention',
  usage: '',
  description: 'Deletes what is too old right now; the server does so by itself every hour.',
  async run({ context, print }) {
    for (const [table, count] of Object.entries(await context.retention.run())) print(`${table}: ${count}`);
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

export const upkeepCommands: readonly Command[] = [importLookup, requeue, doctor, retention, reseal, migrate];
