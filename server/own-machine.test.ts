import { beforeAll, expect, test } from 'vitest';
import { cookiesOf, portOf, RawClient } from '#server/testing/raw-client.ts';
import { TestMailer } from '#server/testing/test-mailer.ts';
import { PASSWORD, useTestServer } from '#server/testing/test-server.ts';
import { mailboxPath } from '#server/routes/mailbox.ts';

class KeepingMailer extends TestMailer {
  kept = async () => [];
}

const mail = new KeepingMailer();
const server = useTestServer({ overrides: { mail } });
let session: { readonly cookie: string };

beforeAll(async () => {
  const applicant = server().visitor();
  const username = 'ada@example.com';
  await applicant.post('/public/signup', { username, password: PASSWORD });
  await applicant.post('/public/confirm', { username, code: await mail.code(username) });
  await applicant.post('/public/login', { username, password: PASSWORD });
  session = cookiesOf(applicant);
});

interface Request {
  readonly version?: '1.0';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns what only this machine gets: the statuses of metrics and mailbox, and whether a device's key is sent. */
async function shownTo({ version, headers = {} }: Request) {
  const port = await portOf(server().app);
  const ask = async (path: string, more: Readonly<Record<string, string>> = {}) => {
    const client = new RawClient(port);
    const asked = { host: `127.0.0.1:${port}`, connection: 'close', ...headers, ...more };
    client.send('GET', path, asked, version);
    const status = await client.status();
    await client.closed;
    return { status, received: client.received };
  };
  const profile = await ask('/api/profile', session);
  expect(profile.status).toBe(200);
  return {
    metrics: (await ask('/metrics')).status,
    mailbox: (await ask(mailboxPath(server().context.secrets))).status,
    hasDeviceKey: /^device-key: /im.test(profile.received),
  };
}

test('a program on this machine sees what only this machine may see', async () => {
  expect(await shownTo({})).toEqual({ metrics: 200, mailbox: 200, hasDeviceKey: true });
});

test.each<Request & { readonly name: string }>([
  { name: 'nginx without settings', version: '1.0' },
  { name: 'nginx that passes the name', version: '1.0', headers: { host: 'localhost' } },
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-original-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fastly-client-ip',
    'fly-client-ip',
    'x-amzn-trace-id',
    'x-azure-clientip',
    'x-envoy-external-address',
    'x-remote-addr',
  ].map((name) => ({ name: `a proxy that sends ${name}`, headers: { [name]: 'localhost' } })),
  { name: 'a proxy that passes the name of the site', headers: { host: 'apply.example.edu' } },
  { name: 'a proxy that sends the name of its upstream', headers: { host: 'upstream' } },
])('$name on this machine sees none of it', async (request) => {
  expect(await shownTo(request)).toEqual({ metrics: 404, mailbox: 404, hasDeviceKey: false });
});
