import { expect } from 'vitest';
import { DAY_MS } from '#server/adapters/clock.ts';
import type { Rights } from '#server/domain/office/rights.ts';
import type { TestServer } from './test-server.ts';
import type { Answer, Visitor } from './visitor.ts';

export const OFFICE_COOKIE = 'admissions-office';

/** Returns a browser that has opened a new link of the office. */
export async function startClerk(
  { context, visitor }: Pick<TestServer, 'context' | 'visitor'>,
  name = 'Nora Clerk',
  linkMs = 30 * DAY_MS,
  rights?: Rights,
): Promise<Visitor> {
  const clerk = visitor();
  await openOffice(clerk, await context.officeLinks.issue(name, linkMs, rights));
  return clerk;
}

/** Opens a link, and presses its button. Returns the answer to that. */
export async function openOffice(clerk: Visitor, token: string): Promise<Answer> {
  expect((await clerk.get(`/office?token=${token}`)).status).toBe(303);
  const opened = await clerk.post('/office/enter');
  expect(opened.status).toBe(303);
  return opened;
}

/** Returns the audit's entries under a name: the act, and the id of the application if there is one. */
export async function auditedActs(
  { context }: Pick<TestServer, 'context'>,
  actor: string,
): Promise<string[]> {
  const { rows } = await context.database.pool.query(
    'SELECT event, account_id FROM audit WHERE actor = $1 ORDER BY id',
    [actor],
  );
  return rows.map((row) => `${row.event}${row.account_id === null ? '' : ` ${row.account_id}`}`);
}

/** The pages of the office that show or save something of one application, and the list. */
export const officeAddresses = (id: string): readonly string[] => [
  '/office',
  '/office/applications.csv',
  '/office/answers.csv',
  '/office/help',
  '/office/applications.xlsx',
  '/office/answers.xlsx',
  '/office/applications.zip',
  `/office/applications/${id}`,
  `/office/applications/${id}/application.pdf`,
  `/office/applications/${id}/documents/college_transcript.pdf`,
];
