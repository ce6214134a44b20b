import { describe, expect, test } from 'vitest';
import { missingText } from '#form/progress.ts';
import { tenant } from '#tenant/tenant.ts';
import { Secrets } from '#server/adapters/secrets.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { makeReminders } from '#server/domain/accounts/reminders.ts';
import { completeAnswers } from '#server/testing/complete-answers.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

const DAY_MS = 86_400_000;
const server = useTestServer({ env: { REMINDER_DAYS: '7', PUBLIC_URL: 'https://apply.example.edu' } });

async function draft(username: string, answers: Record<string, string> = { first_name: 'Ada' }) {
  const account = await server().account(username);
  await server().context.applications.saveAnswers(account.id, answers);
  return account;
}

/** Advances the clock by days. Returns how many reminders are then queued. */
async function afterDays(days: number): Promise<number> {
  server().clock.advance(days * DAY_MS);
  return server().context.reminders.run();
}

/** Returns the path of the opt-out link in the newest reminder. */
async function optOutPath(username: string): Promise<string> {
  const { text } = await server().mail.next(username, ({ subject }) => subject.includes('not finished'));
  const url = new URL(/https:\S+unsubscribe\S+/.exec(text)?.[0] ?? '');
  expect(url.origin).toBe('https://apply.example.edu');
  return url.pathname + url.search;
}

const oneClick = (url: string) =>
  server().app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

describe('reminders', () => {
  test('are sent for drafts that nobody changed for the period, once per period, four times at most', async () => {
    const { mail } = server();
    await draft('idle@example.com');
    expect(await afterDays(6)).toBe(0);
    expect(await afterDays(1)).toBe(1);
    expect(await afterDays(0)).toBe(0);
    const reminder = await mail.next('idle@example.com');
    expect(reminder.subject).toBe(`${tenant.shortName}: your application is not finished yet`);
    expect(reminder.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/apply\.example\.edu\/public\/unsubscribe\?.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(await afterDays(6)).toBe(0);
    expect(await afterDays(1)).toBe(1);
    expect(await afterDays(7)).toBe(1);
    expect(await afterDays(7)).toBe(0);
  });

  test('are never sent for submitted, unconfirmed, empty or recently changed applications', async () => {
    const { context, visitor } = server();
    const submitted = await draft('submitted@example.com', { ...completeAnswers });
    await context.applications.submit(submitted, '127.0.0.1');
    await visitor().post('/public/signup', { username: 'unconfirmed@example.com', password: PASSWORD });
    await server().account('empty@example.com');
    await draft('cleared@example.com', { first_name: '' });
    const busy = await draft('busy@example.com');
    server().clock.advance(7 * DAY_MS);
    await context.applications.saveAnswers(busy.id, { first_name: 'Grace' });
    expect(await context.reminders.run()).toBe(0);
  });

  test('only one of two runs at once sends each applicant a mail', async () => {
    await draft('raced@example.com');
    server().clock.advance(7 * DAY_MS);
    const counts = await Promise.all([1, 2, 3].map(() => server().context.reminders.run()));
    // The applicant who was active above is due by now, too.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test('are not sent to somebody who submits while they are queued', async () => {
    const { context } = server();
    const account = await draft('late@example.com', { ...completeAnswers });
    expect(await context.reminders.stillWanted('late@example.com')).toMatchObject({
      accountId: account.id,
      missing: '',
    });
    await context.applications.submit(account, '127.0.0.1');
    expect(await context.reminders.stillWanted('late@example.com')).toBeUndefined();
  });
});

describe('the link in a reminder', () => {
  test('asks first, and ends reminders by its button or by one click in the mail program', async () => {
    const username = 'leave-me@example.com';
    await draft(username);
    await afterDays(7);
    const path = await optOutPath(username);
    expect(path).not.toContain('leave-me');
    const page = await server().visitor().get(path);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain('<button');
    expect(page.text).not.toContain(username);
    expect(await server().context.reminders.stillWanted(username)).toMatchObject({
      missing: missingText({ first_name: 'Ada' }),
    });

    const done = await oneClick(path);
    expect(done.statusCode).toBe(200);
    expect(done.body).toContain('You will get no more reminders.');
    expect((await oneClick(path)).statusCode).toBe(200);
    expect(await server().context.reminders.stillWanted(username)).toBeUndefined();
    const { rows } = await server().context.database.pool.query(
      "SELECT count(*)::int AS n FROM audit WHERE event = 'reminders-off'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.each([
    ['encoded once more', (path: string) => path.replace('.', '%252E')],
    ['with its "&" as in HTML', (path: string) => path.replace('&', '&amp;')],
    ['wrapped, with a full stop behind it', (path: string) => `${path.replace(/.{9}$/, '%0D%0A$&')}.`],
  ])('works %s', async (name, change) => {
    const username = `works-${name.replaceAll(/\W/g, '-')}@example.com`;
    const account = await draft(username);
    const path = change(server().context.reminders.optOutPath(account.id));
    expect((await server().visitor().get(path)).status).toBe(200);
    expect((await oneClick(path)).statusCode).toBe(200);
    expect(await server().context.reminders.stillWanted(username)).toBeUndefined();
  });

  test.each([
    ['of another account', (path: string, other: string) => path.replace(/[\da-f-]{36}/, other)],
    [
      'with another signature',
      (path: string) => path.replace(/(?<=signature=)./, (letter) => (letter === 'A' ? 'B' : 'A')),
    ],
    ['of an unknown secret', (path: string) => path.replace(/id=\w+/, 'id=abcdef')],
    ['without a signature', (path: string) => path.replace(/&.*/, '')],
    ['with more than it needs', (path: string) => `${path}&more=1`],
  ])('%s does nothing', async (name, change) => {
    const username = `${name.replaceAll(' ', '-')}@example.com`;
    const account = await draft(username);
    const other = await draft(`other-${username}`);
    const path = change(server().context.reminders.optOutPath(account.id), other.id);
    expect((await server().visitor().get(path)).status).toBe(404);
    expect((await oneClick(path)).statusCode).toBe(404);
    for (const each of [username, `other-${username}`])
      expect(await server().context.reminders.stillWanted(each)).toBeDefined();
  });

  test('works after a change of the secrets, as long as the old one still decrypts', async () => {
    const { database, clock, queue } = server().context;
    const withSecrets = (...secrets: string[]) =>
      makeReminders({ database, clock, queue, secrets: new Secrets(secrets), reminderDays: 7 });
    const [old, present] = ['o'.repeat(32), 'p'.repeat(32)] as const;
    const query = new URLSearchParams(withSecrets(old).optOutPath('an-account').split('?')[1]);
    const link = { id: query.get('id') ?? '', signature: query.get('signature') ?? '' };
    expect(withSecrets(present, old).check(link)).toBe('an-account');
    expect(() => withSecrets(present).check(link)).toThrow(NotFoundError);
  });
});
