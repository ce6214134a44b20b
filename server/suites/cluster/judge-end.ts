import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mailbox } from '../mailbox.ts';
import type { SharedPostgres } from '../postgres.ts';
import type { VirtualApplicant } from '../virtual-applicant.ts';

interface End {
  readonly applicants: readonly VirtualApplicant[];
  readonly mailbox: Mailbox;
  readonly postgres: SharedPostgres;
  readonly dataDir: string;
}

/** Compares what was acknowledged with what is there, once everything is quiet. */
export async function judgeEnd({ applicants, mailbox, postgres, dataDir }: End): Promise<string[]> {
  const violations = applicants.flatMap(({ surprises }) => surprises);
  for (const applicant of applicants) {
    violations.push(...(await judgeConversions(applicant)));
    const { body } = await applicant.profile();
    violations.push(...applicant.ledger.violations(body.answer));
    violations.push(...(await judgeSubmission(applicant, body.answer, postgres)));
  }
  violations.push(...(await judgeMails(applicants, mailbox)));
  violations.push(...(await judgeFiles(postgres, dataDir)));
  return violations;
}

async function judgeConversions(applicant: VirtualApplicant): Promise<string[]> {
  const keys = new Set(applicant.accepted.map(({ key }) => key));
  const ends = await Promise.all(
    [...keys].map(async (key) => ({ key, status: await applicant.conversion(key) })),
  );
  return ends
    .filter(({ status }) => status !== 'COMPLETED')
    .map(({ key, status }) => `${applicant.username}: the conversion of ${key} ended as ${status}.`);
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

/** A mail that a killed worker had already put down may be there twice, under one id: mailboxes show it once. */
async function judgeMails(applicants: readonly VirtualApplicant[], mailbox: Mailbox): Promise<string[]> {
  const received = (await mailbox.all()).filter(({ subject }) => subject.includes('received'));
  return applicants.flatMap(({ username }) => {
    const ids = new Set(received.filter(({ to }) => to === username).map(({ id }) => id));
    return ids.size === 1 ? [] : [`${username} got ${ids.size} mails about the submission.`];
  });
}

/** Every PDF that the database names is there, and whole. */
async function judgeFiles({ pool }: SharedPostgres, dataDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ pdf_key: string }>(
    'SELECT pdf_key FROM documents WHERE pdf_key IS NOT NULL',
  );
  const stored = new Set(
    readdirSync(join(dataDir, 'storage/documents'), { recursive: true, encoding: 'utf8' }),
  );
  return rows.flatMap(({ pdf_key }) => {
    const name = pdf_key.slice('documents/'.length);
    if (!stored.has(name)) return [`The file ${pdf_key} is missing.`];
    const content = readFileSync(join(dataDir, 'storage', pdf_key), 'latin1');
    const isWhole = content.startsWith('%PDF-') && content.trimEnd().endsWith('%%EOF');
    return isWhole ? [] : [`The file ${pdf_key} is not whole.`];
  });
}
