import { describe, expect, test } from 'vitest';
import type { KeptMail } from '#server/adapters/mail.ts';
import { silentLog } from '#server/testing/silent-log.ts';
import { TestMailer } from '#server/testing/test-mailer.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { mailboxPath } from './mailbox.ts';

class KeepingMailer extends TestMailer {
  kept = async (): Promise<KeptMail[]> =>
    this.sent.map((mail, index) => ({
      ...mail,
      id: String(index),
      at: '2026-09-01T15:00:00.000Z',
      attachments: [{ filename: 'Application.pdf', bytes: 12 }],
      headers: {},
    }));
}

/** Addresses of a mailbox that is closed, and those with a wrong key. */
const withoutKey = [
  '/dev/mail',
  '/dev/mail/',
  '/dev/mail.json',
  '/dev/mail/0',
  '/dev/mail/key/0',
  '/dev/mail/key.json',
];

describe('the mailbox', () => {
  const mail = new KeepingMailer();
  const server = useTestServer({ overrides: { mail }, env: { TRUST_PROXY: '127.0.0.1' } });
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server()
      .visitor()
      .send({ method: 'GET', url, headers: { host: 'localhost:3000', ...headers }, remoteAddress });

  const path = () => mailboxPath(server().context.secrets);

  test('the mailbox lists mails and shows them as text', async () => {
    await mail.send({
      to: 'ada@example.com',
      subject: '<b>Code</b>',
      text: 'See https://x.example/?a=1&b=<script>',
    });
    expect(path()).toMatch(/^\/dev\/mail\/[\w-]{43}$/);
    expect((await get(`${path()}.json`)).body).toMatchObject([
      { to: 'ada@example.com', subject: '<b>Code</b>' },
    ]);
    const list = await get(path());
    expect(list.text).toContain('&#60;b&#62;Code');
    expect(list.headers['cache-control']).toBe('no-store');
    expect(list.text).toContain(`href="${path()}/0"`);
    const page = await get(`${path()}/0`);
    expect(page.text).toContain('Attached: Application.pdf, 12 bytes');
    expect(page.text).toContain('href="https://x.example/?a=1&#38;b=');
    expect(page.text).not.toContain('<script>');
    expect((await get(`${path()}/9`)).status).toBe(404);
  });

  test('is not there for requests without its key', async () => {
    for (const url of [...withoutKey, `${path()}x`, `${path().slice(0, -1)}`, `${path().slice(0, -1)}/0`]) {
      const answer = await get(url);
      expect({ url, ...answer }).toMatchObject({
        url,
        status: 404,
        body: { message: 'This does not exist.' },
      });
    }
  });

  test.each([
    { name: 'a name that points here (DNS rebinding)', headers: { host: 'evil.example' } },
    { name: 'a name that begins like ours', headers: { host: 'localhost.evil.example' } },
    { name: 'a proxy', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { name: 'a proxy that says Forwarded', headers: { forwarded: 'for=127.0.0.1' } },
    { name: 'a proxy that says for whom', headers: { 'cf-connecting-ip': '203.0.113.7' } },
    { name: 'another machine', headers: {}, remoteAddress: '192.0.2.4' },
    {
      name: 'another machine that says it is this one',
      headers: { 'x-forwarded-for': '127.0.0.1' },
      remoteAddress: '192.0.2.4',
    },
  ])('is not there for $name', async ({ headers, remoteAddress }) => {
    for (const url of [path(), `${path()}.json`, `${path()}/0`]) {
      const answer = await get(url, headers, remoteAddress);
      expect(answer).toMatchObject({ status: 404, body: { message: 'This does not exist.' } });
    }
  });
});

describe.each([
  { NODE_ENV: 'production' },
  { PUBLIC_URL: 'https://apply.example.edu' },
  { PUBLIC_URL: 'http://apply.example.edu' },
  { HOST: '0.0.0.0' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
  { HOST: '192.0.2.1' },
])('with the settings %j', (env) => {
  const lines: string[] = [];
  const log = { ...silentLog, info: (line: unknown) => void lines.push(String(line)) };
  const mail = new KeepingMailer();
  const server = useTestServer({ overrides: { mail }, env, log });

  test('nobody finds a mailbox, and the log has no code', async () => {
    const username = 'ada@example.com';
    await server().visitor().post('/public/signup', { username, password: PASSWORD });
    await mail.code(username);
    const path = mailboxPath(server().context.secrets);
    for (const url of [...withoutKey, path, `${path}.json`, `${path}/0`]) {
      const answer = await server().visitor().get(url, { host: 'localhost:3000' });
      expect(answer).toMatchObject({ status: 404, body: { message: 'This does not exist.' } });
    }
    expect(lines.join()).not.toContain(username);
  });
});
