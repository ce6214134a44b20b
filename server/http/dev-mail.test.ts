import { describe, expect, test } from 'vitest';
import type { KeptMail } from '#server/adapters/mail.ts';
import { silentLog } from '#server/adapters/log.ts';
import { TestMailer } from '#server/testing/test-mailer.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';

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

describe('the mailbox at /dev/mail', () => {
  const mail = new KeepingMailer();
  const server = useTestServer({ overrides: { mail }, env: { TRUST_PROXY: '127.0.0.1' } });
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server()
      .visitor()
      .send({ method: 'GET', url, headers: { host: 'localhost:3000', ...headers }, remoteAddress });

  test('the mailbox lists mails and shows them as text', async () => {
    await mail.send({
      to: 'ada@example.com',
      subject: '<b>Code</b>',
      text: 'See https://x.example/?a=1&b=<script>',
    });
    expect((await get('/dev/mail.json')).body).toMatchObject([
      { to: 'ada@example.com', subject: '<b>Code</b>' },
    ]);
    expect((await get('/dev/mail')).text).toContain('&#60;b&#62;Code');
    const page = await get('/dev/mail/0');
    expect(page.text).toContain('Attached: Application.pdf, 12 bytes');
    expect(page.text).toContain('href="https://x.example/?a=1&#38;b=');
    expect(page.text).not.toContain('<script>');
    expect((await get('/dev/mail/9')).status).toBe(404);
  });

  test.each([
    { name: 'a name that points here (DNS rebinding)', headers: { host: 'evil.example' } },
    { name: 'a name that begins like ours', headers: { host: 'localhost.evil.example' } },
    { name: 'a proxy', headers: { 'x-forwarded-for': '127.0.0.1' } },
    { name: 'a proxy that says Forwarded', headers: { forwarded: 'for=127.0.0.1' } },
    { name: 'another machine', headers: {}, remoteAddress: '192.0.2.4' },
    {
      name: 'another machine that says it is this one',
      headers: { 'x-forwarded-for': '127.0.0.1' },
      remoteAddress: '192.0.2.4',
    },
  ])('is not there for $name', async ({ headers, remoteAddress }) => {
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/0']) {
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
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/0']) {
      const answer = await server().visitor().get(url, { host: 'localhost:3000' });
      expect(answer).toMatchObject({ status: 404, body: { message: 'This does not exist.' } });
    }
    expect(lines.join()).not.toContain(username);
  });
});
