import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { answerKeys, descKey } from '#form/keys.ts';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import type { Applicant } from '#server/domain/applicants.ts';
import { earlierSubmissions } from '#server/domain/reopening.ts';
import { csvLine } from '#server/domain/csv.ts';
import { lostFiles } from '#server/domain/documents.ts';
import {
  applicantOf,
  CommandError,
  UsageError,
  WHERE_LOST_ARE,
  WHICH_APPLICANT,
  type Command,
  type CommandInput,
} from '../command.ts';

/** Every column of an export, in the order of the form, each label after its value. */
const storedKeys = answerKeys.flatMap((key) =>
  [key, descKey(key)].filter((stored) => maxCharsOf(stored) !== undefined),
);

const list: Command = {
  name: 'list',
  usage: '[--status started|validating|submitted] [--json]',
  maxWords: 0,
  description: 'Lists all applications: address, status, last change, submission.',
  async run({ context, options, print }) {
    const isWanted = statusIn(options);
    for await (const applicant of context.applicants.all()) {
      if (!isWanted(applicant)) continue;
      print(options['json'] === true ? JSON.stringify(summaryOf(applicant)) : lineOf(applicant));
    }
  },
};

const show: Command = {
  name: 'show',
  usage: 'E-MAIL',
  maxWords: 1,
  description:
    'Prints one application as JSON, and what was submitted before it was reopened, with the last four digits alone of the social-security number.',
  async run(input) {
    const applicant = await applicantOf(input);
    const { view, document, release } = await input.context.applications.read(applicant.id);
    const answer = withMaskedSsns(view.answer);
    const earlier = await earlierSubmissions(input.context, applicant.id);
    input.print(
      JSON.stringify({ ...summaryOf(applicant), release, ...view, answer, document, earlier }, null, 2),
    );
  },
};

const exportAll: Command = {
  name: 'export',
  usage: '[--csv] [--status started|validating|submitted] [--documents DIR]',
  maxWords: 0,
  description:
    'Prints all applications, complete: JSON lines, or CSV with --csv. With --documents, their PDFs go into a folder per applicant.',
  async run(input) {
    const { context, options, print } = input;
    const isWanted = statusIn(options);
    if (options['documents'] === '') throw new UsageError('--documents takes a folder.');
    if (typeof options['documents'] === 'string') await makeFolder(options['documents']);
    const isCsv = options['csv'] === true;
    if (isCsv)
      input.print(csvLine(['username', 'web_status', 'created_at', 'submitted_at', ...storedKeys]).trimEnd());
    const incomplete: Incomplete[] = [];
    for await (const applicant of context.applicants.all()) {
      if (!isWanted(applicant)) continue;
      const { view, document, release } = await context.applications.read(applicant.id);
      const { username, web_status, created_at, submitted_at } = summaryOf(applicant);
      if (isCsv) {
        const values = storedKeys.map((key) => view.answer[key] ?? '');
        print(csvLine([username, web_status ?? '', created_at, submitted_at ?? '', ...values]).trimEnd());
      } else {
        print(JSON.stringify({ ...summaryOf(applicant), release, ...view, document }));
      }
      const { lost, replaced } = await exportDocuments(input, applicant);
      if (lost + replaced > 0) incomplete.push({ username, lost, replaced });
      await context.applicants.noteExport(applicant.id);
    }
    if (incomplete.length > 0) throw new CommandError(whyIncomplete(incomplete).join('\n'));
  },
};

const remove: Command = {
  name: 'delete',
  usage: 'E-MAIL --yes',
  maxWords: 1,
  description:
    'Deletes an applicant, or somebody who has only signed up, and everything that belongs to them, for good.',
  async run({ context, words, options, print }) {
    const [address] = words;
    if (address === undefined) throw new UsageError(WHICH_APPLICANT);
    if (!(await context.erasure.isKnown(address)))
      throw new CommandError(`There is no applicant and no sign-up with the address ${address}.`);
    if (options['yes'] !== true) {
      throw new CommandError(`This deletes ${address} and all answers and documents; add --yes to do it.`);
    }
    const { numFilesLeft } = await context.erasure.erase(address);
    print(`Deleted ${normalizeUsername(address)}.${whatIsLeft(numFilesLeft)}`);
  },
};

function whatIsLeft(numFiles: number): string {
  if (numFiles === 0) return '';
  const files = numFiles === 1 ? '1 file' : `${numFiles} files`;
  return ` ${files} could not be deleted yet; a running server tries again until all is gone.`;
}

/** Returns a filter for the wanted status. Without one it accepts every applicant. */
function statusIn({ status }: CommandInput['options']): (applicant: Applicant) => boolean {
  if (status === undefined) return () => true;
  const wanted = webStatuses.find((known) => known === status);
  if (wanted === undefined) throw new UsageError(`--status takes one of ${webStatuses.join(', ')}.`);
  return ({ webStatus }) => webStatus === wanted;
}

/** How many documents of an applicant are missing from an export, and why. */
interface Incomplete {
  readonly username: string;
  readonly lost: number;
  /** Replaced or deleted by the applicant while the export ran. */
  readonly replaced: number;
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

/** Writes one folder per applicant, named by the escaped address, with one PDF per question. */
async function exportDocuments(
  { context, options }: CommandInput,
  applicant: Applicant,
): Promise<Omit<Incomplete, 'username'>> {
  if (typeof options['documents'] !== 'string') return { lost: 0, replaced: 0 };
  const missing: string[] = [];
  const folder = join(options['documents'], encodeURIComponent(applicant.username));
  for (const document of await context.documents.attached(applicant.id)) {
    const content = await context.documents.read(document);
    if (content === undefined) {
      missing.push(document.pdfKey);
      continue;
    }
    await makeFolder(folder);
    const path = join(folder, `${document.answer_key}.pdf`);
    await writeFile(path, content, { mode: 0o600 }).catch(refuseToWrite(path));
  }
  const lost = (await lostFiles(missing, context.database.kysely)).length;
  return { lost, replaced: missing.length - lost };
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(refuseToWrite(path));
}

function refuseToWrite(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new CommandError(`${path} is not a folder.`);
    throw new CommandError(`${path} cannot be written (${code}).`);
  };
}

function summaryOf(applicant: Applicant) {
  return {
    username: applicant.username,
    web_status: applicant.webStatus,
    last_page: applicant.lastPage,
    created_at: applicant.createdAt.toISOString(),
    updated_at: applicant.updatedAt.toISOString(),
    submitted_at: applicant.submittedAt?.toISOString() ?? null,
  };
}

function lineOf({ username, webStatus, updatedAt, submittedAt }: Applicant): string {
  return [username, webStatus ?? 'new', updatedAt.toISOString(), submittedAt?.toISOString() ?? '-'].join(
    '\t',
  );
}

export const applicationCommands: readonly Command[] = [list, show, exportAll, remove];
