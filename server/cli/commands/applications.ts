import * as z from 'zod/mini';
import { normalizeUsername } from '#contract/normalize-username.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { withMaskedSsns } from '#form/masked-ssn.ts';
import { refusalText } from '#server/adapters/mail-reply.ts';
import type { Applicant } from '#server/domain/application/applicants.ts';
import { earlierSubmissions } from '#server/domain/application/reopening.ts';
import { applicantOf, CommandError, defineCommand } from '../command.ts';
import { email, flag } from '../takes.ts';

/** --status: only the applications of one. */
export const status = z.optional(
  z.enum(webStatuses, { error: `--status takes one of ${webStatuses.join(', ')}.` }),
);

export const list = defineCommand({
  name: 'list',
  takes: { status, json: flag },
  description:
    'Lists all applications: address, status, last change, submission, and that mails are refused.',
  async run({ context, row, status: wanted }) {
    for await (const applicant of context.applicants.all()) {
      if (wanted !== undefined && applicant.webStatus !== wanted) continue;
      row(withRefusal(applicant), cellsOf(applicant));
    }
  },
});

export const show = defineCommand({
  name: 'show',
  takes: { email },
  description:
    'Prints one application as JSON, and earlier submissions if it was reopened. Of the Social Security number, only the last four digits are shown.',
  async run({ context, print, email: username }) {
    const applicant = await applicantOf(context, username);
    const { view, document, release } = await context.applications.read(applicant.id);
    const answer = withMaskedSsns(view.answer);
    const earlier = await earlierSubmissions(context, applicant.id);
    print(
      JSON.stringify({ ...withRefusal(applicant), release, ...view, answer, document, earlier }, null, 2),
    );
  },
});

export const remove = defineCommand({
  name: 'delete',
  takes: { email, yes: flag },
  description:
    'Deletes an applicant, or somebody who has only signed up, with everything that belongs to them. Needs --yes; nothing brings it back.',
  async run({ context, print, email: address, yes }) {
    if (!(await context.erasure.isKnown(address)))
      throw new CommandError(`There is no applicant and no sign-up with the address ${address}.`);
    if (!yes) {
      throw new CommandError(`This deletes ${address} and all answers and documents; add --yes to do it.`);
    }
    const erased = await context.erasure.erase(address);
    print(`Deleted ${normalizeUsername(address)}.${whatIsLeft(erased?.numFilesLeft ?? 0)}`);
  },
});

function whatIsLeft(numFiles: number): string {
  if (numFiles === 0) return '';
  const files = numFiles === 1 ? '1 file' : `${numFiles} files`;
  return ` ${files} could not be deleted yet; a running server tries again until all is gone.`;
}

export function summaryOf(applicant: Applicant) {
  return {
    id: applicant.id,
    number: applicant.number,
    username: applicant.username,
    web_status: applicant.webStatus,
    last_page: applicant.lastPage,
    created_at: applicant.createdAt.toISOString(),
    updated_at: applicant.updatedAt.toISOString(),
    submitted_at: applicant.submittedAt?.toISOString() ?? null,
  };
}

function withRefusal(applicant: Applicant) {
  return { ...summaryOf(applicant), mail_refusal: applicant.mailRefusal || null };
}

function cellsOf({ username, webStatus, updatedAt, submittedAt, mailRefusal }: Applicant) {
  const refused = mailRefusal === '' ? [] : [refusalText(mailRefusal)];
  return [username, webStatus ?? 'new', updatedAt.toISOString(), submittedAt?.toISOString(), ...refused];
}
