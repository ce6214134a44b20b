import { existsSync } from 'node:fs';
import { test as base } from 'playwright/test';
import { isFull } from '#testing/extent.node.ts';
import type { ScriptedPage } from '../faults/storage-faults.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Driver } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebKit } from './drivers/webkit.ts';
import { Network } from './network.ts';
import { Person } from './person.ts';

const engines = {
  firefox: { start: startFirefox, programs: ['firefox-esr'], packages: 'firefox-esr' },
  webkit: { start: startWebKit, programs: ['WebKitWebDriver', 'Xvfb'], packages: 'webkit2gtk-driver xvfb' },
};
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
export const test = base.extend<Fixtures, EngineOptions & { server: TestServer }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ RATE_LIMIT_FACTOR: '10' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  network: async ({ server }, use) => {
    const network = new Network(server.url);
    await network.opens();
    await use(network);
    await network.isCut();
  },
  driver: async ({ engine }, use, info) => {
    const { start, programs, packages } = engines[engine];
    const isMissing = programs.some((name) => !existsSync(`/usr/bin/${name}`));
    const sentence = `There is no ${engine} here; "apt-get install ${packages}" brings it.`;
    if (isMissing && isFull) throw new Error(sentence);
    info.skip(isMissing, sentence);
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
  person: async ({ atNewTab }, use) => {
    await use(await atNewTab());
  },
});
