import { randomUUID } from 'node:crypto';
import type { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/** What tests of versions do, on a server of their own. */
export function versionsAt(server: () => TestServer) {
  /** An applicant whose versions begin at a number that the tests can name. */
  async function applicantAt(version: number): Promise<Visitor> {
    const username = `${randomUUID()}@example.com`;
    const applicant = await server().applicant(username);
    await setVersion(username, version);
    return applicant;
  }

  async function setVersion(username: string, answers_revision: number): Promise<void> {
    const { kysely } = server().context.database;
    const { id } = await kysely
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    await kysely.updateTable('applications').set({ answers_revision }).where('account_id', '=', id).execute();
  }

  /** A second device of the same applicant. */
  function otherDeviceOf(applicant: Visitor): Visitor {
    const other = server().visitor();
    for (const [name, value] of applicant.cookies) other.cookies.set(name, value);
    return other;
  }

  return { applicantAt, applicantAtZero: () => applicantAt(0), otherDeviceOf, setVersion };
}

export const save = (applicant: Visitor, first_name: string, ifMatch?: string) =>
  applicant.send({
    method: 'PUT',
    url: '/api/answer',
    payload: { answers: { first_name } },
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });

export const submitIf = (applicant: Visitor, ifMatch: string) =>
  applicant.post('/api/submit', undefined, { 'if-match': ifMatch });

export const versionOf = async (applicant: Visitor) => (await applicant.get('/api/profile')).headers['etag'];

export const nameOf = async (applicant: Visitor) =>
  (await applicant.get('/api/profile')).body.answer.first_name;
