import { setTimeout as sleep } from 'node:timers/promises';
import { judgeConversions, judgeFiles } from '../judge-documents.ts';
import type { Mailbox, WrittenMail } from '../mailbox.ts';
import type { SharedPostgres } from '../postgres.ts';
import type { VirtualApplicant } from '../virtual-applicant.ts';

const MAILS_PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 500;

interface End {
  readonly applicants: readonly VirtualApplicant[];
  readonly mailbox: Mailbox;
  readonly postgres: SharedPostgres;
  readonly dataDir: string;
}

/** After all work has ended, compares what was acknowledged with what is stored. */
export async function judgeEnd({ applicants, mailbox, postgres, dataDir }: End): Promise<string[]> {
  const violations = applicants.flatMap(({ surprises }) => surprises);
  for (const applicant of applicants) {
    violations.push(...(await judgeConversions(applicant)));
    const { body } = await applicant.profile();
    violations.push(...applicant.ledger.violations(body.answer));
    violations.push(...(await judgeSubmission(applicant, body.answer, postgres)));
  }
  violations.push(...(await judgeMails(applicants, mailbox)));
  violations.push(...(await judgeFiles(postgres.pool, dataDir)));
  return violations;
}

async function judgeSubmission(
  { username, isSubmitted, submissions }: VirtualApplicant,
  answers: Readonly<Record<string, string>>,
  { pool }: SharedPostgres,
): Promise<string[]> {
  if (!isSubmitted) return [`${username} could not submit.`];
  const { rows } = await pool.query(
    'SELECT s.frozen FROM submissions s JOIN accounts a ON a.id = s.account_id WHERE a.username = $1',
    [username],
  );
  const frozen: Readonly<Record<string, string>> = rows[0]?.frozen.answer ?? {};
  const differing = Object.keys(answers).filter((key) => key !== 'ssn' && frozen[key] !== answers[key]);
  return [
    ...(rows.length === 1 ? [] : [`${username} has ${rows.length} frozen copies.`]),
    ...(submissions <= 1 ? [] : [`${username}: ${submissions} submissions were acknowledged.`]),
    ...(differing.length === 0 ? [] : [`${username}: the frozen copy differs in ${differing.join(', ')}.`]),
  ];
}

/** Each mail waits for its PDF copy, and for retries of jobs whose worker was killed. */
async function receivedMails(mailbox: Mailbox, expected: number): Promise<readonly WrittenMail[]> {
  const until = performance.now() + MAILS_PATIENCE_MS;
  for (;;) {
    const received = (await mailbox.all()).filter(({ subject }) => subject.includes('received'));
    const isLate = performance.now() > until;
    if (isLate || new Set(received.map(({ to }) => to)).size >= expected) return received;
    await sleep(LOOK_EVERY_MS);
  }
}

/** A killed worker may have stored a mail that is then sent again with the same id. Mailboxes show it once. */
async function judgeMails(applicants: readonly VirtualApplicant[], mailbox: Mailbox): Promise<string[]> {
  const received = await receivedMails(mailbox, applicants.length);
  return applicants.flatMap(({ username }) => {
    const ids = new Set(received.filter(({ to }) => to === username).map(({ id }) => id));
    return ids.size === 1 ? [] : [`${username} got ${ids.size} mails about the submission.`];
  });
}
