import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { silentLog } from '#server/testing/silent-log.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Page } from './pages.ts';
import { warnOfUnknownProxy } from './unknown-proxy.ts';

/** Collects warnings. */
function collecting() {
  const warnings: string[] = [];
  return { warnings, log: { ...silentLog, warn: (line: unknown) => void warnings.push(String(line)) } };
}

interface Case {
  readonly name: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
  readonly says?: RegExp;
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' };

test.each<Case>([
  { name: 'this machine' },
  { name: 'another machine', remoteAddress: '203.0.113.7' },
  { name: 'a private network', remoteAddress: '10.0.0.1', says: /TRUST_PROXY is off.+private network/ },
  { name: 'a private IPv6 network', remoteAddress: 'fd00::1', says: /private network/ },
  { name: 'a check of health', url: '/healthz', remoteAddress: '10.0.0.1' },
  { name: 'a scrape', url: '/metrics', remoteAddress: '10.0.0.1' },
  { name: 'a proxy on this machine', headers: forwarded, says: /TRUST_PROXY is off.+signs of a proxy/ },
  { name: 'a proxy elsewhere', headers: { via: '1.1 x' }, remoteAddress: '203.0.113.7', says: /signs/ },
])(
  'of requests from $name, the log warns once if at all',
  async ({ url = '/about', headers = {}, remoteAddress = '127.0.0.1', says }) => {
    const { log, warnings } = collecting();
    const app = Fastify();
    warnOfUnknownProxy(app, log);
    app.get('/about', async () => 'Here.');
    const config = { page: { isForOperators: true } as Page };
    for (const path of ['/healthz', '/metrics']) app.get(path, { config }, async () => 'Here.');
    for (let count = 0; count < 3; count += 1) await app.inject({ url, headers, remoteAddress });
    expect(warnings).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
    expect(warnings.join()).not.toMatch(/203|10\.0\.0\.1/);
  },
);

const [trustingNone, trusting] = [collecting(), collecting()];
const servers = [
  useTestServer({ hasWorkers: false, log: trustingNone.log }),
  useTestServer({ hasWorkers: false, log: trusting.log, env: { TRUST_PROXY: '10.0.0.0/8' } }),
];

test('a server warns unless it trusts proxies', async () => {
  for (const server of servers)
    await server().app.inject({ url: '/public/banner', headers: forwarded, remoteAddress: '10.0.0.1' });
  expect(trustingNone.warnings).toEqual([expect.stringContaining('TRUST_PROXY is off')]);
  expect(trusting.warnings).toEqual([]);
});
