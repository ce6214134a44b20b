import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAdmin, startServer } from '#server/testing/process.ts';
import { freePort } from '../free-port.ts';
import { Browser, send, type Reply } from '../http.ts';
import type { Report, SuiteOptions } from '../report.ts';
import {
  APACHE_MODULES,
  apacheStart,
  missingSentence,
  startProxy,
  type CompressingProxy,
} from './compressing-proxies.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../deploy/apache-sign-in.conf');
const MODULE = join(APACHE_MODULES, 'mod_auth_openidc.so');
/** Only this suite fetches it, so that nobody else has to install it. */
const PROVIDER = 'oauth2-mock-server@9.3.0';
/** Whom the provider names. */
const PERSON = 'johndoe';
const SIGN_IN_SESSION = 'mod_auth_openidc_session';
const SECRET = 'a-secret-that-only-the-proxy-and-we-have';
const PATIENCE_MS = 60_000;
const HOPS_MAX = 8;
/** Headers that a visitor may send to pose as somebody else. */
const FORGED = { 'x-office-user': 'somebody.else@example.edu', 'office-user-secret': SECRET };
const PAGE = { accept: 'text/html' };

/** Signs in to the office through the shipped file, with an OpenID provider, and sends forged headers. */
export async function judgeSignIn({ folder, say }: Pick<SuiteOptions, 'folder' | 'say'>): Promise<Report> {
  const skipped = missingSentence({ ...apache('', ''), name: 'Apache' });
  if (skipped !== undefined) return { figures: {}, violations: [], skipped: [skipped] };
  if (!existsSync(MODULE)) {
    const sentence = 'There is no mod_auth_openidc; "apt-get install libapache2-mod-auth-openidc" brings it.';
    return { figures: {}, violations: [], skipped: [sentence] };
  }
  const providerPort = await freePort();
  const provider = spawn('npx', ['--yes', PROVIDER, '-a', '127.0.0.1', '-p', String(providerPort)], {
    stdio: 'ignore',
    detached: true,
  });
  const dataDir = join(folder, 'sign-in');
  const server = startServer(dataDir, {
    TRUST_PROXY: '127.0.0.1',
    OFFICE_USER_HEADER: 'X-Office-User',
    OFFICE_USER_SECRET: SECRET,
  });
  try {
    const discovery = `http://127.0.0.1:${providerPort}`;
    if (!(await isThere(discovery)))
      return { figures: {}, violations: [], skipped: [`npm did not bring ${PROVIDER}.`] };
    const { host } = new URL(await server.address());
    const violations: string[] = [];
    for (const { member, judge } of [
      { member: PERSON, judge: judgeMember },
      { member: 'somebody-else', judge: judgeOutsider },
    ]) {
      const running = await startProxy(apache(discovery, member), host, folder);
      try {
        violations.push(...(await judge(running.url, dataDir)));
        say(`Apache ${running.version} with mod_auth_openidc: ${PERSON} has tried to sign in for ${member}.`);
      } finally {
        await running.stop();
      }
    }
    return { figures: { signIns: 2 }, violations };
  } finally {
    await server.stop('SIGTERM');
    // npx starts a program of its own.
    if (provider.pid !== undefined) process.kill(-provider.pid, 'SIGTERM');
  }
}

async function judgeMember(url: string, dataDir: string): Promise<string[]> {
  const violations: string[] = [];
  const expectThat = (isTrue: boolean, sentence: string) => {
    if (!isTrue) violations.push(sentence);
  };
  const stranger = () => new Browser(() => url, { ...PAGE, ...FORGED });

  const form = await stranger().get('/');
  expectThat(
    form.status === 200 && !form.text.includes(FORGED['x-office-user']),
    `Forged to /: ${form.status}.`,
  );
  const asked = await stranger().get('/office');
  expectThat(
    asked.status === 302,
    `A stranger with forged headers got ${asked.status} at /office, not the sign-in.`,
  );
  const dead = await stranger().get('/office?token=wrong');
  expectThat(
    dead.status === 303 && dead.headers.location === '/office',
    `A wrong link with forged headers got ${dead.status}, not the way to the sign-in.`,
  );

  const person = stranger();
  const list = await follow(person, url, '/office?q=a');
  expectThat(
    list.status === 200 && list.text.includes(`<span>${PERSON}</span>`),
    `After the sign-in, /office answered ${list.status} without the person's name.`,
  );
  const csv = await person.get('/office/applications.csv');
  expectThat(csv.status === 200, `The list as CSV got ${csv.status} after the sign-in.`);

  const { stdout } = await runAdmin(dataDir, 'office-link', '--for', 'Nora Clerk');
  const clerk = stranger();
  await clerk.get(`/office${new URL(stdout.trim()).search}`);
  const opened = await clerk.post('/office/enter');
  const read = await clerk.get('/office');
  expectThat(
    opened.status === 303 && read.text.includes('<span>Nora Clerk</span>'),
    `A link got ${opened.status} and then ${read.status}.`,
  );

  const audit = await runAdmin(dataDir, 'audit', '--by', FORGED['x-office-user']);
  expectThat(audit.stdout.trim() === '', 'The audit has the name of a forged header.');
  const own = await runAdmin(dataDir, 'audit', '--by', PERSON);
  expectThat(own.stdout.includes('office-list-saved'), 'The audit lacks what the person has done.');
  return violations;
}

/** Somebody who can sign in, and is not in the office's group, adds what opens the office without a sign-in. */
async function judgeOutsider(url: string): Promise<string[]> {
  const violations: string[] = [];
  const ways = [
    { path: '/office', link: undefined },
    { path: '/office?token=made-up', link: undefined },
    { path: '/office/answers.csv?token=made-up', link: undefined },
    { path: '/office', link: 'made-up' },
    { path: '/office/applications.csv', link: 'made-up' },
  ];
  for (const { path, link } of ways) {
    const outsider = new Browser(() => url, PAGE);
    await follow(outsider, url, '/office');
    const hasSignedIn = [...outsider.cookies.keys()].some((name) => name.startsWith(SIGN_IN_SESSION));
    if (!hasSignedIn) violations.push('Somebody outside of the group could not sign in.');
    if (link !== undefined) outsider.cookies.set('admissions-office', link);
    const { status } = await follow(outsider, url, path);
    if (![401, 403, 404].includes(status))
      violations.push(`Somebody outside of the group got ${status} at ${path}, with the cookie ${link}.`);
  }
  return violations;
}

/** Follows the redirects of a sign-in, as a browser does, to the provider and back. */
async function follow(browser: Browser, url: string, path: string): Promise<Reply> {
  let address = new URL(path, url);
  for (let hop = 0; ; hop += 1) {
    const where = `${address.pathname}${address.search}`;
    const reply =
      address.origin === url
        ? await browser.get(where)
        : await send(address.origin, 'GET', where, { headers: PAGE });
    const { location } = reply.headers;
    if (location === undefined || hop === HOPS_MAX) return reply;
    address = new URL(location, address);
  }
}

async function isThere(provider: string): Promise<boolean> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(200)) {
    const reply = await send(provider, 'GET', '/.well-known/openid-configuration').catch(() => undefined);
    if (reply?.status === 200) return true;
  }
  return false;
}

/** The shipped file. Only addresses, secrets and what the provider names people by are this suite's. */
function recipe(provider: string, port: number, member: string): string {
  const changes: readonly (readonly [string, string])[] = [
    ['https://login.example.edu', provider],
    ['https://apply.example.edu', `http://127.0.0.1:${port}`],
    ['OIDCRemoteUserClaim email', 'OIDCRemoteUserClaim sub'],
    // This provider names no groups.
    ['Require claim groups:admissions-office', `Require claim sub:${member}`],
    ['THE-OFFICE-USER-SECRET', SECRET],
  ];
  return changes.reduce(
    (changed, [there, here]) => {
      if (!changed.includes(there)) throw new Error(`deploy/apache-sign-in.conf has no ${there}.`);
      return changed.replaceAll(there, here);
    },
    readFileSync(SHIPPED, 'utf8'),
  );
}

function apache(provider: string, member: string): CompressingProxy {
  const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'headers'];
  return {
    name: 'Apache with mod_auth_openidc',
    program: '/usr/sbin/apache2',
    packages: 'apache2 libapache2-mod-auth-openidc',
    version: ['-v'],
    args: (file) => ['-D', 'FOREGROUND', '-f', file],
    config: ({ port, server, folder }) => `${apacheStart({ port, folder }, [...modules, 'auth_openidc'])}
ProxyPreserveHost On
ProxyPass / http://${server}/
${recipe(provider, port, member)}
`,
  };
}
