import { expect, onTestFinished, test } from 'vitest';
import { keepingIn, startMailServer } from '#server/testing/mail-server.ts';
import { smtpMailer } from '#server/adapters/mail.ts';
import { startClerk } from '#server/testing/office.ts';
import { PASSWORD, startTestServer } from '#server/testing/test-server.ts';

const DAY_MS = 86_400_000;

interface Refusal {
  readonly message: string;
  readonly responseCode: number;
}

/** Starts a server whose relay answers to each recipient what `refusalOf` says. */
async function startWithRelay(refusalOf: (address: string) => Refusal | undefined) {
  const received: string[] = [];
  const relay = await startMailServer({
    onRcptTo({ address: to }, _session, done) {
      const refusal = refusalOf(to);
      done(refusal && Object.assign(new Error(refusal.message), refusal));
    },
    onData: keepingIn(received),
  });
  const mail = smtpMailer(`smtp://${relay}`, 'admissions@example.edu', 'if offered');
  const server = await startTestServer({ overrides: { mail } });
  onTestFinished(() => server.close());
  const metric = async () => (await server.visitor().get('/metrics')).text;
  return { server, received, metric };
}

test(
  'a relay that has had enough for today delays a code by a day, tells the office, and loses nothing',
  { tags: 'slow' },
  async () => {
    let refusal: Refusal | undefined;
    const { server, received, metric } = await startWithRelay(() => refusal);
    const { clock, context, visitor } = server;
    const ada = await server.account('ada@example.com');
    const clerk = await startClerk(server);

    expect((await clerk.get('/office')).text).not.toContain('is waiting since');
    expect(await metric()).toMatch(/^admissions_late_mail_seconds 0$/m);

    refusal = { responseCode: 550, message: '5.4.5 Daily user sending quota exceeded.' };
    const bob = visitor();
    const username = 'bob@example.com';
    await bob.post('/public/signup', { username, password: PASSWORD });
    await bob.post('/public/forgot-password', { username: ada.username });
    await expect
      .poll(() => context.lateMails.all(), { timeout: 20_000 })
      .toMatchObject({
        count: 2,
        reason: expect.stringContaining('(at RCPT TO), which waits: EENVELOPE 550 5.4.5.'),
      });

    const list = (await clerk.get('/office')).text;
    expect(list).toMatch(
      /Mail is waiting since [A-Z][^<]+:<\/strong> the mail server has not taken 2 mails\./,
    );
    expect(list).toMatch(/ada@example\.com<\/span> <strong>mail is waiting since /);
    expect((await clerk.get(`/office/applications/${ada.id}`)).text).toContain('mail is waiting since ');
    expect(list).not.toContain('mail refused');
    expect((await context.applicants.find(ada.username))?.mailRefusal).toBe('');
    await context.database.pool.query("UPDATE pgboss.job SET created_on = created_on - interval '1 hour'");
    expect(await metric()).toMatch(/^admissions_late_mail_seconds 36\d\d/m);

    // A day later the relay relays again. Meanwhile a stranger has used up the tries at the code.
    clock.advance(DAY_MS);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await visitor().post('/public/confirm', { username, code: 'abcdef' });
    refusal = undefined;
    await context.queue.retryNow('send-mail');
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
    const code = /code is (\d{6})/.exec(received.join('\n'))?.[1];
    expect((await bob.post('/public/confirm', { username, code })).status).toBe(200);
    await expect.poll(() => context.lateMails.all(), { timeout: 20_000 }).toBeUndefined();
    expect((await clerk.get('/office')).text).not.toContain('is waiting since');
  },
);

test(
  'a mail whose address alone makes it wait is told at the applicant, and hides no other reason',
  { tags: 'slow' },
  async () => {
    const full: Refusal = { responseCode: 452, message: '4.2.2 The mailbox is full.' };
    const refusals = new Map([['full@example.com', full]]);
    const { server, metric } = await startWithRelay((to) => refusals.get(to));
    const { context, visitor } = server;
    const [owner, ada] = [await server.account('full@example.com'), await server.account('ada@example.com')];
    const clerk = await startClerk(server);
    await visitor().post('/public/forgot-password', { username: owner.username });
    const lateSince = () => context.lateMails.since([owner.username]);
    await expect.poll(async () => (await lateSince()).size, { timeout: 20_000 }).toBe(1);
    const list = (await clerk.get('/office')).text;
    expect(list).toMatch(/full@example\.com<\/span> <strong>mail is waiting since /);
    expect(list).not.toContain('the mail server has not taken');
    expect(await metric()).toMatch(/^admissions_late_mail_seconds 0$/m);

    refusals.set(ada.username, { responseCode: 554, message: '5.7.1 Relay access denied.' });
    await visitor().post('/public/forgot-password', { username: ada.username });
    await expect
      .poll(() => context.lateMails.all(), { timeout: 20_000 })
      .toMatchObject({ count: 1, reason: expect.stringContaining('554 5.7.1') });
  },
);
