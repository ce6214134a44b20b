import { existsSync } from 'node:fs';
import { expect, test as base } from 'playwright/test';
import type { ScriptedPage } from '../faults/storage-faults.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Driver } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { fetchOldChromium, type OldVersion, startOldChromium } from './drivers/old-chromium.ts';
import { startWebKit } from './drivers/webkit.ts';
import { Network } from './network.ts';
import { Person } from './person.ts';

const FETCHED_WITHIN_MS = 300_000;

interface Engine {
  readonly start: () => Promise<Driver>;
  /** Says in a sentence what is missing, if anything is. */
  readonly lacks: () => Promise<string | undefined>;
  /** A script to put before each script of the site. */
  readonly beginning?: () => Promise<string>;
  /** It is fetched over the network, which not everybody has. */
  readonly isFetched?: boolean;
}

const webkit = {
  start: startWebKit,
  lacks: installed('webkit2gtk-driver xvfb', 'WebKitWebDriver', 'Xvfb'),
};
const engines = {
  firefox: { start: startFirefox, lacks: installed('firefox-esr', 'firefox-esr') },
  webkit,
  // The data takes a moment to read.
  'safari-15.4': { ...webkit, beginning: async () => (await import('./older-safari.ts')).asOldestSafari },
  'chromium-92': oldChromium('92.0.0'),
  'chromium-103': oldChromium('103.0.0'),
  'chromium-109': oldChromium('109.0.6'),
} satisfies Record<string, Engine>;

function installed(packages: string, ...programs: readonly string[]): Engine['lacks'] {
  const isMissing = () => programs.some((name) => !existsSync(`/usr/bin/${name}`));
  return async () => (isMissing() ? `"apt-get install ${packages}" brings it.` : undefined);
}

function oldChromium(version: OldVersion): Engine {
  return {
    start: () => startOldChromium(version),
    lacks: () => fetchOldChromium(version).then(() => undefined, String),
    isFetched: true,
  };
}
export interface EngineOptions {
  readonly engine: keyof typeof engines;
}

let counter = 0;

interface Fixtures {
  readonly network: Network;
  readonly driver: Driver;
  readonly person: Person;
  /** The same person's page, for faults that must start before its own scripts. */
  readonly faulty: ScriptedPage;
  /** The same person at another tab, or in front of another site. */
  readonly atNewTab: (url?: string) => Promise<Person>;
}

/** Tests with a person in a browser that Playwright cannot drive. The project says in which. */
export const test = base.extend<Fixtures, EngineOptions & { lack: string | undefined; server: TestServer }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  lack: [
    async ({ engine }, use) => use(await engines[engine].lacks()),
    { scope: 'worker', timeout: FETCHED_WITHIN_MS },
  ],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ RATE_LIMIT_FACTOR: '10' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  network: async ({ server, engine }, use) => {
    const network = new Network(server.url);
    const { beginning }: Engine = engines[engine];
    if (beginning !== undefined) network.beginsScripts(await beginning());
    await network.opens();
    await use(network);
    await network.isCut();
  },
  driver: async ({ engine, lack }, use, info) => {
    const { start, isFetched = false }: Engine = engines[engine];
    const sentence = `There is no ${engine} here. ${lack}`;
    if (lack !== undefined && process.env['ENGINES'] === 'all' && !isFetched) throw new Error(sentence);
    info.skip(lack !== undefined, sentence);
    const driver = await start();
    info.annotations.push({ type: 'engine', description: driver.name });
    await use(driver);
    await driver.quit();
  },
  atNewTab: async ({ driver, server, network }, use) => {
    const email = `person.${process.pid}.${(counter += 1)}@example.org`;
    await use(async (url) => new Person(await driver.newTab(), server, url ?? network.url, email));
  },
  faulty: async ({ network, person }, use) => {
    const page = {
      addInitScript: (script: unknown, argument: unknown) =>
        network.bringsScript(`(${String(script)})(${JSON.stringify(argument)})`),
      evaluate: person.evaluate.bind(person),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of all that Playwright accepts, functions alone
    await use(page as unknown as ScriptedPage);
  },
  person: async ({ atNewTab, engine }, use) => {
    const person = await atNewTab();
    await use(person);
    if (engine !== 'safari-15.4') return;
    expect(await person.evaluate(() => 'toSorted' in Array.prototype || 'canParse' in URL)).toBe(false);
  },
});
