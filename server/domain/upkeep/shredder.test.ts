import { expect, onTestFinished, test } from 'vitest';
import { MailRefusedError } from '#server/adapters/mail.ts';
import { reopen } from '#server/domain/application/reopening.ts';
import { auditOf } from '#server/domain/ground/audit.ts';
import { noteRefusal } from '#server/domain/mails/mail-refusals.ts';
import { startClerk } from '#server/testing/office.ts';
import { commandRunner } from '#server/testing/run-command.ts';
import { submit } from '#server/testing/submit.ts';
import { PASSWORD, startTestServer } from '#server/testing/test-server.ts';

const DAY_MS = 86_400_000;
const LEFT = 'left@example.com';
/** For a busy machine. */
const WAIT = { timeout: 20_000 };

async function start(env: Readonly<Record<string, string>>) {
  const server = await startTestServer({ env });
  onTestFinished(() => server.close());
  const { context, mail } = server;
  const isThere = async (username = LEFT) => (await context.applicants.find(username)) !== undefined;
  const isDeletionMail = ({ subject }: { subject: string }) => subject.includes('will be deleted');
  return {
    ...server,
    isThere,
    dryRun: commandRunner(() => context),
    run: async () => context.retention.run(),
    /** The next mail that announces a deletion, once it is noted. */
    async announced(username = LEFT) {
      const announcement = await mail.next(username, isDeletionMail);
      await expect
        .poll(async () => {
          const { rows } = await context.database.pool.query(
            'SELECT deletion_mailed_at >= deletion_asked_at AS noted FROM accounts WHERE username = $1',
            [username],
          );
          return rows[0]?.noted;
        }, WAIT)
        .toBe(true);
      return announcement;
    },
    numAnnounced: () => mail.sent.filter(isDeletionMail).length,
  };
}

test('a draft is deleted that many days after its last use, and a mail announces it two weeks before', async () => {
  const server = await start({ DELETE_DRAFTS_DAYS: '60', PUBLIC_URL: 'https://apply.example.edu' });
  const { applicant, clock, run, isThere } = server;
  await applicant(LEFT);
  clock.advance(45 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
  clock.advance(DAY_MS);
  expect(await run()).toMatchObject({ announcements: 1, applications: 0 });
  expect((await server.announced()).text).toContain(
    'since September 1, 2026. We do not keep unfinished applications forever: on October 31, 2026 we will delete it',
  );
  clock.advance(13 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
  clock.advance(DAY_MS);
  expect(await run()).toMatchObject({ applications: 1 });
  expect(await isThere()).toBe(false);
  expect(server.numAnnounced()).toBe(1);
});

test.each([
  { use: 'a log-in', at: 46 },
  { use: 'a save', at: 46 },
  { use: 'a log-in on the last day', at: 59 },
])('$use after the mail keeps the draft, and later it is announced again', async ({ use, at }) => {
  const server = await start({ DELETE_DRAFTS_DAYS: '60' });
  const { applicant, account, clock, context, run, isThere, visitor } = server;
  if (use === 'a save') await account(LEFT);
  else await applicant(LEFT);
  clock.advance(46 * DAY_MS);
  await run();
  await server.announced();
  clock.advance((at - 46) * DAY_MS + 1000);
  if (use === 'a save') {
    const { id = '' } = (await context.applicants.find(LEFT)) ?? {};
    await context.applications.saveAnswers(id, { city: 'Scranton' });
  } else await visitor().post('/public/login', { username: LEFT, password: PASSWORD });
  clock.advance(45 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
  clock.advance(DAY_MS);
  expect(await run()).toMatchObject({ announcements: 1, applications: 0 });
  await server.announced();
  clock.advance(14 * DAY_MS);
  expect(await run()).toMatchObject({ applications: 1 });
  expect(await isThere()).toBe(false);
});

test('without the mail, the draft stays: it is tried again after a week, and the date is later', async () => {
  const server = await start({ DELETE_DRAFTS_DAYS: '60' });
  const { applicant, clock, context, dryRun, mail, run, isThere } = server;
  await applicant(LEFT);
  mail.failures.push(new MailRefusedError('The mailbox is full.'));
  clock.advance(46 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 1 });
  await expect.poll(() => mail.failures, WAIT).toEqual([]);
  clock.advance(4 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0 });
  clock.advance(11 * DAY_MS);
  expect(await dryRun('retention', [], { 'dry-run': true })).toContain(
    `${LEFT}\tdraft\t2026-09-01T15:00:00.000Z\tstays: not announced`,
  );
  expect(await run()).toMatchObject({ announcements: 1, applications: 0 });
  expect((await server.announced()).text).toContain('on November 15, 2026 we will delete it');
  clock.advance(13 * DAY_MS);
  expect(await run()).toMatchObject({ applications: 0 });
  clock.advance(DAY_MS);
  expect(await dryRun('retention', [], { 'dry-run': true, json: true })).toContain(
    JSON.stringify({ username: LEFT, kind: 'draft', since: '2026-09-01T15:00:00.000Z', kept_because: null }),
  );
  expect(await isThere()).toBe(true);
  expect(await run()).toMatchObject({ applications: 1 });
  expect(await context.shredder.announcement(LEFT)).toBeUndefined();
});

test('a mail that the relay accepts and reports as refused later keeps the draft, and is tried again', async () => {
  const server = await start({ DELETE_DRAFTS_DAYS: '60' });
  const { applicant, clock, context, run, isThere } = server;
  await applicant(LEFT);
  clock.advance(46 * DAY_MS);
  await run();
  await server.announced();
  clock.advance(DAY_MS);
  await noteRefusal(context.database.kysely, LEFT, { codes: '550 5.1.1', at: clock.now() });
  clock.advance(13 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 1, applications: 0 });
  await server.announced();
  clock.advance(13 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
  expect(await isThere()).toBe(true);
  clock.advance(DAY_MS);
  expect(await run()).toMatchObject({ applications: 1 });
});

test(
  'a submission is deleted once somebody has fetched it, and until then it is listed',
  { tags: 'slow' },
  async () => {
    const server = await start({ DELETE_SUBMITTED_DAYS: '30' });
    const { applicant, clock, context, dryRun, run, isThere } = server;
    const fetchers = {
      'by-key@example.com': (id: string) => context.exports.one(id),
      'by-office@example.com': async (id: string) =>
        (await startClerk(server)).get(`/office/applications/${id}`),
      'by-command@example.com': (id: string) => context.applicants.noteExport(id),
      'by-nobody@example.com': async () => (await startClerk(server)).get('/office'),
    };
    for (const [username, fetch] of Object.entries(fetchers)) {
      await submit(await applicant(username));
      await fetch((await context.applicants.find(username))?.id ?? '');
    }
    clock.advance(30 * DAY_MS - 1);
    expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
    clock.advance(1);
    const listed = await dryRun('retention', [], { 'dry-run': true });
    expect(listed.filter((line) => line.endsWith('\tgoes'))).toHaveLength(3);
    expect(listed).toContain(
      `by-nobody@example.com\tsubmitted\t2026-09-01T15:00:00.000Z\tstays: never fetched`,
    );
    expect(await run()).toMatchObject({ applications: 3 });
    expect(await isThere('by-nobody@example.com')).toBe(true);
    clock.advance(1000 * DAY_MS);
    expect(await run()).toMatchObject({ applications: 0 });
  },
);

test(
  'DELETE_UNFETCHED=on deletes also what nobody has fetched, in batches, each one audited',
  { tags: 'slow' },
  async () => {
    const server = await start({ DELETE_SUBMITTED_DAYS: '30', DELETE_UNFETCHED: 'on' });
    const { account, clock, context, run } = server;
    const ids: string[] = [];
    for (let index = 0; index < 105; index += 1) ids.push((await account()).id);
    const { pool, kysely } = context.database;
    await pool.query(
      "INSERT INTO submissions (account_id, submitted_at, frozen) SELECT account_id, $1, '{}' FROM applications",
      [clock.now()],
    );
    await pool.query('UPDATE applications SET submitted_at = $1', [clock.now()]);
    clock.advance(31 * DAY_MS);
    expect(await context.retention.run(AbortSignal.abort())).toMatchObject({ applications: 0 });
    expect(await run()).toMatchObject({ applications: 105 });
    expect(await auditOf(kysely, { accountId: ids[0] ?? '' })).toMatchObject([{ event: 'deleted' }]);
  },
);

test('what was reopened stays, and so does everything without a rule', { tags: 'slow' }, async () => {
  const { applicant, clock, context, run, isThere } = await start({ DELETE_DRAFTS_DAYS: '60' });
  await submit(await applicant(LEFT));
  await submit(await applicant('submitted@example.com'));
  await reopen(context, (await context.applicants.find(LEFT))!);
  clock.advance(3650 * DAY_MS);
  expect(await run()).toMatchObject({ announcements: 0, applications: 0 });
  expect(await isThere()).toBe(true);

  const without = await start({});
  await without.applicant(LEFT);
  await submit(await without.applicant('submitted@example.com'));
  without.clock.advance(3650 * DAY_MS);
  expect(await without.run()).toMatchObject({ announcements: 0, applications: 0 });
  expect(await without.isThere()).toBe(true);
});

test('a draft that is saved while it is being deleted stays', async () => {
  const server = await start({ DELETE_DRAFTS_DAYS: '60' });
  const { account, clock, context, run, isThere } = server;
  const { id } = await account(LEFT);
  clock.advance(46 * DAY_MS);
  await run();
  await server.announced();
  clock.advance(14 * DAY_MS);
  const { database, erasure } = context;
  const erased = await erasure.erase(LEFT, async () => {
    expect(await isThere()).toBe(true);
    return false;
  });
  expect(erased).toBeUndefined();
  await database
    .transaction(async (transaction) => {
      await transaction
        .updateTable('applications')
        .set({ updated_at: clock.now() })
        .where('account_id', '=', id)
        .execute();
      // The deletion waits for this lock, and then finds a draft in use.
      const running = run();
      await expect
        .poll(async () => {
          const { rows } = await database.pool.query(
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return rows[0].n;
        }, WAIT)
        .toBe(1);
      return { running };
    })
    .then(async ({ running }) => expect(await running).toMatchObject({ applications: 0 }));
  expect(await isThere()).toBe(true);
});
