import * as z from 'zod/mini';
import type { WebStatus } from '#contract/web-status-values.ts';
import { answerKeys, descKey } from '#form/keys.ts';
import { questionFor } from '#form/form.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import type { Context } from '#server/context.ts';
import type { Applicant } from '#server/domain/application/applicants.ts';
import type { ReadApplication } from '#server/domain/application/applications.ts';
import { csvHead, csvLine } from '#server/domain/ground/csv.ts';
import { keysInUse } from '#server/domain/documents/documents.ts';
import { InvalidError } from '#server/domain/ground/errors.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';
import { CommandError, defineCommand, UsageError, WHERE_LOST_ARE } from '../command.ts';
import { folderSink, zipSink, type FileSink } from '../exported-files.ts';
import { DASH } from '../standard-streams.ts';
import { flag, shown } from '../takes.ts';
import { status, summaryOf } from './applications.ts';

const AT_ONCE = 100;

/** Every column of an export, in the order of the form, each label after its value. */
const storedKeys = answerKeys.flatMap((key) =>
  [key, descKey(key)].filter((stored) => maxCharsOf(stored) !== undefined),
);

/** One application of an export. `cursor` is there with --since. */
interface Exported extends ReadApplication {
  readonly applicant: Applicant;
  readonly cursor?: string;
}

export const exportCommand = defineCommand({
  name: 'export',
  takes: {
    csv: flag,
    status,
    since: z.optional(z.string().check(shown('CURSOR'))),
    documents: z.optional(z.string().check(z.minLength(1, '--documents takes a folder.'), shown('DIR'))),
    zip: z.optional(z.string().check(z.minLength(1, '--zip takes a file.'), shown('FILE.zip'))),
    pdf: flag,
  },
  description:
    'Prints all applications, complete: JSON lines, or CSV with --csv. --since prints those that were submitted after the one with this cursor, in order; the first cursor is `start`. --documents writes their PDFs into a folder per applicant. --zip writes them into one file, with the answers and an index, and prints only the next cursor. --pdf adds the PDF of each application. Not together: --since and --status, --documents and --zip, --csv and --zip.',
  async run({ context, print, ...options }) {
    refuseMixtures(options);
    const { since: start, csv: isCsv, pdf: hasPdf } = options;
    const exported = start === undefined ? all(context, options.status) : await since(context, start);
    const sink = await sinkOf(options);
    const isZip = sink?.addAnswers !== undefined;
    let cursor = start;
    if (isCsv) print(csvHead(headingsOf(start)).trimEnd());
    const incomplete: Incomplete[] = [];
    for await (const one of exported) {
      const missing = sink === undefined ? NONE_MISSING : await addFiles(context, sink, one, hasPdf);
      if (missing.lost + missing.replaced > 0)
        incomplete.push({ username: one.applicant.username, ...missing });
      // After its files, so that a printed line means a complete application, even if the export is killed.
      if (!isZip) print(isCsv ? csvLine(cellsOf(one)).trimEnd() : JSON.stringify(recordOf(one)));
      await context.applicants.noteExport(one.applicant.id);
      cursor = one.cursor;
    }
    await sink?.end();
    if (isZip && cursor !== undefined) {
      if (options.zip === DASH) context.log.warn(cursor);
      else print(cursor);
    }
    if (incomplete.length > 0) throw new CommandError(whyIncomplete(incomplete).join('\n'));
  },
});

interface ExportOptions {
  readonly csv: boolean;
  readonly pdf: boolean;
  readonly status?: WebStatus | undefined;
  readonly since?: string | undefined;
  readonly documents?: string | undefined;
  readonly zip?: string | undefined;
}

function refuseMixtures(options: ExportOptions): void {
  for (const [one, other] of [
    ['since', 'status'],
    ['documents', 'zip'],
    ['csv', 'zip'],
  ] as const) {
    if (isGiven(options[one]) && isGiven(options[other]))
      throw new UsageError(`--${one} and --${other} do not go together.`);
  }
  if (options.pdf && options.documents === undefined && options.zip === undefined)
    throw new UsageError('--pdf takes --documents or --zip: where the PDFs go.');
}

function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

async function sinkOf({ documents, zip }: ExportOptions): Promise<FileSink | undefined> {
  if (zip !== undefined) return zipSink(zip);
  return documents === undefined ? undefined : folderSink(documents);
}

async function* all(
  { applicants, applications }: Context,
  wanted: WebStatus | undefined,
): AsyncGenerator<Exported> {
  for await (const applicant of applicants.all())
    if (wanted === undefined || applicant.webStatus === wanted)
      yield { applicant, ...(await applications.read(applicant.id)) };
}

/** @throws {CommandError} for an unknown cursor, before anything is written */
async function since({ exports }: Context, first: string): Promise<AsyncIterable<Exported>> {
  const after = async (cursor: string) =>
    exports.after(cursor, AT_ONCE).catch((error: unknown) => {
      throw error instanceof InvalidError ? new CommandError(error.message) : error;
    });
  let entries = await after(first);
  return (async function* read() {
    for (;;) {
      for (const { id, cursor } of entries) {
        // An application that was reopened or deleted since then is exported later, or never.
        const found = await exports.read(id, cursor);
        if (found !== undefined) yield { ...found, cursor };
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < AT_ONCE) return;
      entries = await after(last.cursor);
    }
  })();
}

function recordOf({ applicant, cursor, release, view, document }: Exported) {
  return { ...(cursor !== undefined && { cursor }), ...summaryOf(applicant), release, ...view, document };
}

function headingsOf(cursor: string | undefined): readonly string[] {
  const fixed = ['id', 'number', 'username', 'web_status', 'created_at', 'submitted_at'];
  return [...(cursor === undefined ? [] : ['cursor']), ...fixed, ...storedKeys];
}

function cellsOf({ applicant, cursor, view }: Exported): readonly string[] {
  const { id, number, username, web_status, created_at, submitted_at } = summaryOf(applicant);
  const fixed = [id, number, username, web_status ?? '', created_at, submitted_at ?? ''];
  const values = storedKeys.map((key) => view.answer[key] ?? '');
  return [...(cursor === undefined ? [] : [cursor]), ...fixed, ...values];
}

/** How many documents of an applicant are missing from an export, and why. */
interface Missing {
  readonly lost: number;
  /** Replaced or deleted by the applicant while the export ran. */
  readonly replaced: number;
}
type Incomplete = Missing & { readonly username: string };

const NONE_MISSING: Missing = { lost: 0, replaced: 0 };

/** Adds the files of one applicant, in a folder of their own, with one PDF per question. */
async function addFiles(
  context: Context,
  sink: FileSink,
  exported: Exported,
  hasPdf: boolean,
): Promise<Missing> {
  const { applicant } = exported;
  const folder = folderOf(applicant.username);
  const missing: string[] = [];
  await sink.addAnswers?.(`${folder}/application.json`, recordOf(exported));
  if (hasPdf) {
    const content = await printApplication(context, applicant.id, new AbortController().signal);
    const about = aboutFile(exported, { kind: 'application', label: 'Application', fileName: '' });
    await sink.add({ path: `${folder}/application.pdf`, content, about });
  }
  for (const document of await context.documents.attached(applicant.id)) {
    const content = await context.documents.read(document);
    const { answer_key: kind, file_name: fileName } = document;
    const about = aboutFile(exported, { kind, label: questionFor(kind)?.label ?? kind, fileName });
    if (content === undefined) missing.push(document.pdfKey);
    else await sink.add({ path: `${folder}/${kind}.pdf`, content, about });
  }
  const lost = (await keysInUse(missing, context.database.kysely)).length;
  return { lost, replaced: missing.length - lost };
}

/**
 * Returns the escaped address. A leading hyphen is escaped, too: a spreadsheet would take the path for a formula, and a
 * command for an option.
 */
function folderOf(username: string): string {
  return encodeURIComponent(username).replace(/^-/, '%2D');
}

interface FileKind {
  readonly kind: string;
  readonly label: string;
  readonly fileName: string;
}

function aboutFile({ applicant, cursor = '', view }: Exported, { kind, label, fileName }: FileKind) {
  const { id, username, submitted_at } = summaryOf(applicant);
  const { first_name = '', last_name = '', birth_date = '' } = view.answer;
  const who = { id, username, first_name, last_name, birth_date, submitted_at: submitted_at ?? '' };
  return { cursor, ...who, kind, label, file_name: fileName };
}

function whyIncomplete(incomplete: readonly Incomplete[]): string[] {
  const whose = (why: 'lost' | 'replaced') =>
    incomplete.filter((one) => one[why] > 0).map(({ username }) => username);
  const [losses, changes] = [whose('lost'), whose('replaced')];
  const numLost = incomplete.reduce((sum, { lost }) => sum + lost, 0);
  return [
    ...(changes.length > 0
      ? [
          `Documents were deleted or replaced while they were exported; export again to have them: ${changes.join(', ')}.`,
        ]
      : []),
    ...(losses.length > 0
      ? [`${numLost} documents are missing from the storage, of ${losses.join(', ')}. ${WHERE_LOST_ARE}`]
      : []),
  ];
}
