import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openOffice } from '#server/testing/office.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { useTestServer, type TestServer } from '#server/testing/test-server.ts';
import type { Visitor } from '#server/testing/visitor.ts';
import { backUp } from './back-up.ts';
import { checkBackup } from './check-backup.ts';
import { restore } from './restore.ts';

const env = { SECRET_KEYS: 'a-secret-of-the-operator-'.repeat(2) };
const server = useTestServer({ env });
const other = useTestServer({ env, hasWorkers: false });
const folder = mkdtempSync(join(tmpdir(), 'admissions-restored-'));
const path = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true }));

const HOUR_MS = 3_600_000;
const ADA = 'ada@example.com';

/** Makes one of each key and link. */
async function issueAll({ tokens, officeLinks, applicants }: TestServer['context'], ttlMs: number) {
  const { id = '' } = (await applicants.find(ADA)) ?? {};
  return {
    key: (await tokens.issueKey('Student system', ttlMs)).token,
    office: await officeLinks.issue('Nora Clerk', ttlMs),
    service: (await tokens.issueServiceToken(id, ttlMs)).token,
    answers: (await tokens.issueAnswersToken({ city: 'Scranton' }, ttlMs)).token,
  };
}

/** Tries what was issued, and two browsers that are logged in. Returns the statuses. */
async function use(
  visitor: TestServer['visitor'],
  { key, office, service, answers }: Awaited<ReturnType<typeof issueAll>>,
  loggedIn: { readonly applicant: Visitor; readonly clerk: Visitor },
) {
  const here = (browser: Visitor) =>
    visitor({ cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  const answered = await Promise.all([
    visitor().get('/export/applications', { authorization: `Bearer ${key}` }),
    visitor().get(`/office?token=${office}`),
    visitor().get(`/service/tmp-pdf?service_token=${service}`),
    visitor().get(`/public/tmp?token=${answers}`),
    here(loggedIn.applicant).get('/api/profile'),
    here(loggedIn.clerk).get('/office'),
  ]);
  return answered.map(({ status }) => status);
}

test(
  'after a restore no key, link or session from before opens anything, and new ones do',
  { tags: 'slow' },
  async () => {
    const { context, clock, visitor } = server();
    const loggedIn = { applicant: await server().applicant(ADA), clerk: visitor() };
    await loggedIn.applicant.post('/public/forgot-password', { username: ADA });
    // The operator does not see expired links, or those that were revoked before the backup.
    await issueAll(context, 1000);
    clock.advance(2000);
    const before = await issueAll(context, HOUR_MS);
    await context.tokens.revoke({ token: before.service });
    await context.tokens.revoke({ token: before.office });
    const issued = await issueAll(context, HOUR_MS);
    await openOffice(loggedIn.clerk, issued.office);
    expect(await use(visitor, issued, loggedIn)).toEqual([200, 303, 200, 200, 200, 200]);

    await backUp({ ...context, keys: undefined }, path);
    const checked = await checkBackup(path, context.env.SECRET_KEYS);
    const { context: restored, visitor: strange } = other();
    other().clock.advance(5000);
    const { revoked } = await restore({ ...restored, log: silentLog }, checked);

    expect(revoked.map(({ kind, name }) => `${kind}: ${name}`).toSorted()).toEqual([
      'API key: Student system',
      'API key: Student system',
      'answer link: null',
      'answer link: null',
      'office link: Nora Clerk',
      'service link: ada@example.com',
    ]);
    expect(await use(strange, issued, loggedIn)).toEqual([401, 404, 404, 404, 401, 404]);
    const { rows } = await restored.database.pool.query(
      `SELECT event, count(*)::int FROM audit WHERE happened_at = $1 GROUP BY event ORDER BY event`,
      [other().clock.now()],
    );
    expect(rows).toEqual([
      { event: 'office-link-revoked', count: 1 },
      { event: 'restored', count: 1 },
      { event: 'token-revoked', count: 5 },
    ]);
    const again = await issueAll(restored, HOUR_MS);
    expect((await use(strange, again, loggedIn)).slice(0, 4)).toEqual([200, 303, 200, 200]);
  },
);
