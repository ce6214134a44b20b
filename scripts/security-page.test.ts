import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { limits, MAILS_PER_NETWORK } from '#server/domain/limits/limits.ts';
import { variables } from '#server/env-variables.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8').replaceAll(/\n +/g, ' ');
const [, section = ''] = /^## Promises\n(.*?)^## /ms.exec(page) ?? [];

interface NamedTest {
  readonly file: string;
  readonly titles: readonly string[];
}

/** A file in backquotes, and titles of its tests in quotation marks. */
const TEST = /`([^`]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g;

function testsIn(text: string): readonly NamedTest[] {
  return [...text.matchAll(TEST)].map(([, file = '', quoted = '']) => ({
    file,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

/** Tests of the server are named from its folder. */
const pathOf = (file: string) =>
  [root, resolve(root, 'server')].map((folder) => resolve(folder, file)).find((path) => existsSync(path));

const promises = [...section.matchAll(/^- \*\*(.+?)\.\*\* (.+)$/gm)].map(([, promise = '', text = '']) => ({
  promise,
  tests: testsIn(text),
}));

test('the page has a list of promises', () => {
  expect(promises.length).toBeGreaterThan(40);
});

test.each(promises)('“$promise” names a test', ({ tests }) => {
  expect(tests).not.toEqual([]);
});

test.each(testsIn(page))('$file is there, with the tests that are named', ({ file, titles }) => {
  const path = pathOf(file);
  expect(path, file).toBeDefined();
  const text = path === undefined ? '' : readFileSync(path, 'utf8');
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});

const [, limitsSection = ''] = /^## Limits of public calls\n(.*?)^## /ms.exec(page) ?? [];
const rows = new Map(
  [...limitsSection.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what = '', most = '']) => [what, most]),
);
const NETWORK = '192.0.2.1';

test('the limits of calls without a session are in the table', async () => {
  const modules = await Promise.all(
    globSync('src/contract/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map(
      (file) => import(resolve(root, file)),
    ),
  );
  const open = modules
    .flatMap((module) => Object.values<{ path?: string; access?: string } | null>(module))
    .flatMap((call) => (['public', 'token'].includes(call?.access ?? '') ? [call?.path ?? ''] : []));
  expect(new Set(open)).toEqual(
    new Set([...rows.keys()].flatMap((what) => [...what.matchAll(/`([^`]+)`/g)].map(([, path]) => path))),
  );
});

const office = limits.viewFromNetwork(NETWORK, '/office');
const shown = new Map([
  [
    '`/public/signup`',
    limits.signupFromNetwork(NETWORK, Number(variables.SIGNUP_LIMIT_PER_ADDRESS.fallback)),
  ],
  [
    '`/public/resend-confirm` and `/public/forgot-password`',
    limits.mailFromNetwork(NETWORK, MAILS_PER_NETWORK),
  ],
  ['`/public/confirm`', limits.confirmFromNetwork(NETWORK)],
  ['`/public/login`', limits.loginFromNetwork(NETWORK)],
  ['`/public/reset-password`', limits.resetFromNetwork(NETWORK)],
  ['`/public/client-error`', limits.clientErrorFromNetwork(NETWORK)],
  ['`/public/client-count`', limits.clientCountFromNetwork(NETWORK)],
  ['`/public/banner`', limits.bannerFromNetwork(NETWORK)],
  ['`/lookup/find`', limits.lookupFromNetwork(NETWORK)],
  ['`/public/tmp`', limits.viewFromNetwork(NETWORK, '/public/tmp')],
  ['`/service/tmp-pdf`', limits.viewFromNetwork(NETWORK, '/service/tmp-pdf')],
  ['`/service/document`', limits.viewFromNetwork(NETWORK, '/service/document')],
  ["the office's links", office],
  ['each page of the office, without a session', office],
  ['all pages of the office, with one', limits.officePages('a clerk')],
  ['calls with a key', limits.exportFromNetwork(NETWORK)],
]);

test('each row of the table is compared with the limits', () => {
  expect([...rows.keys()].filter((what) => !/^(call or page|-+)$/.test(what)).toSorted()).toEqual(
    [...shown.keys()].toSorted(),
  );
});

test.each([...shown])('the limit of %s is the one in the table', (what, { most, perSeconds }) => {
  expect(rows.get(what)).toMatch(new RegExp(`^${most} in ${perSeconds} s`));
});
