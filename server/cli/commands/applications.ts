import { normalizeUsername } from '#contract/normalize-username.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import type { Applicant } from '#server/domain/application/applicants.ts';
import { earlierSubmissions } from '#server/domain/application/reopening.ts';
import {
  applicantOf,
  CommandError,
  UsageError,
  WHICH_APPLICANT,
  type Command,
  type CommandInput,
} from '../command.ts';

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
export function statusIn({ status }: CommandInput['options']): (applicant: Applicant) => boolean {
  if (status === undefined) return () => true;
  const wanted = webStatuses.find((known) => known === status);
  if (wanted === undefined) throw new UsageError(`--status takes one of ${webStatuses.join(', ')}.`);
  return ({ webStatus }) => webStatus === wanted;
}

export function summaryOf(applicant: Applicant) {
  return {
    id: applicant.id,
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

export const applicationCommands: readonly Command[] = [list, show, remove];
