import * as z from 'zod/mini';
import { CsvError } from '#server/domain/ground/csv.ts';
import { conversionJob } from '#server/domain/documents/convert-document.ts';
import { pdfJob } from '#server/domain/documents/make-pdf.ts';
import { adoptStorage } from '#server/domain/documents/installation.ts';
import { resealAll } from '#server/domain/upkeep/reseal.ts';
import { lookupCategories } from '#form/lookup-categories.ts';
import { CommandError, defineCommand, UsageError } from '../command.ts';
import { readGiven } from '../standard-streams.ts';
import { flag, text, word } from '../takes.ts';

export const importLookup = defineCommand({
  name: 'import-lookup',
  takes: {
    category: z
      .enum(lookupCategories, { error: `Which kind? One of ${lookupCategories.join(', ')}.` })
      .check(word(lookupCategories.join('|'))),
    path: text('FILE.csv', 'Which file? Give the path of a CSV file.'),
  },
  description:
    'Replaces the suggestions of one kind with those of a CSV in UTF-8 with the columns name, address_line_1, city, state, zip, country, ceeb. Each line needs a name (an address: an address_line_1). States are two-letter codes, countries three-letter codes.',
  needs: 'place',
  async run({ context, print, category, path }) {
    const bytes = await readGiven(path);
    try {
      print(`${await context.lookup.replace(category, textOf(bytes))} records of ${category}.`);
    } catch (error) {
      if (error instanceof CsvError) throw new CommandError(`${path}: ${error.message}`);
      throw error;
    }
  },
});

/** Their failures are final: the applicant was told, and a conversion's upload is deleted. */
const OVER_ONCE_FAILED: ReadonlySet<string> = new Set([conversionJob.name, pdfJob.name]);

export const requeue = defineCommand({
  name: 'requeue',
  takes: { kind: z.optional(z.string().check(word('KIND'))), now: flag, json: flag },
  description:
    'Queues failed jobs again, such as mails and webhooks: all kinds, or one. With --now, those that wait to be tried again are tried now, too. A failed conversion or PDF copy starts again when the applicant uploads or asks again.',
  async run({ context, row, kind, now }) {
    const kinds = Object.keys(await context.queue.depths()).filter((name) => !OVER_ONCE_FAILED.has(name));
    if (kind !== undefined && !kinds.includes(kind)) {
      throw new UsageError(`Which kind? One of ${kinds.join(', ')}.`);
    }
    const counts: Record<string, number> = {};
    for (const name of kind === undefined ? kinds : [kind])
      counts[name] = (await context.queue.retryFailed(name)) + (now ? await context.queue.retryNow(name) : 0);
    row(counts, [countLines(counts)]);
  },
});

export const retention = defineCommand({
  name: 'retention',
  takes: { 'dry-run': flag, json: flag },
  description:
    'Deletes now what is too old. The server does so every hour. With --dry-run, lists the applications and counts the rows that would go, and deletes nothing.',
  async run({ context: { retention: work, shredder }, row, 'dry-run': isDry }) {
    if (isDry)
      for await (const { username, kind, since: date, keptBecause } of shredder.old()) {
        const since = date.toISOString();
        const fate = keptBecause === null ? 'goes' : `stays: ${keptBecause}`;
        row({ username, kind, since, kept_because: keptBecause }, [username, kind, since, fate]);
      }
    const counts = await (isDry ? work.count() : work.run());
    row(counts, [countLines(counts)]);
  },
});

export const reseal = defineCommand({
  name: 'reseal',
  takes: {},
  description:
    'Encrypts with the first of SECRET_KEYS what the others encrypted. Then you can remove the others.',
  async run({ context, print }) {
    print(`${await resealAll(context)} values.`);
  },
});

export const migrate = defineCommand({
  name: 'migrate',
  takes: {},
  description: 'Brings the database up to date, as every start does.',
  needs: 'place',
  async run({ print }) {
    print('The database is up to date.'); // `joinInstallation` has applied the migrations.
  },
});

export const adopt = defineCommand({
  name: 'adopt-storage',
  takes: { yes: flag },
  description:
    'Declares that the storage belongs to this database, if a start has warned that it may not. The server then deletes files from it that no application refers to. Needs --yes.',
  async run({ context, print, yes }) {
    if (!yes) {
      throw new CommandError(
        'The server then deletes every file of the storage that this database does not refer to; add --yes to do it.',
      );
    }
    await adoptStorage(context);
    print('The storage belongs to this database.');
  },
});

/**
 * Decodes UTF-8, without the byte order mark that spreadsheets add.
 *
 * @throws {CsvError} for other bytes, instead of putting a replacement character into a name
 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvError('The file is not in UTF-8; save it as "CSV UTF-8".');
  }
}

function countLines(counts: Readonly<Record<string, number>>): string {
  const lines = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  return lines.join('\n');
}
