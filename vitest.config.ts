import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { notInQuarantine } from './src/testing/quarantine.node.ts';
import { slowTests } from './src/testing/slow-tests.node.ts';

const env = { TZ: 'America/New_York' };
/** The only style sheet that the server uses: it prints with it. */
const css = { include: [/service-view\/.*\.css/] };
/** The times are for tests, and for what runs before and after them. Spies, stubbed globals and variables end with their test. */
const common = {
  env,
  css,
  // They end what hangs. On a busy machine, a restore of a backup took more than 20 s.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A wait ends as soon as its state is there. Vitest's second is too short for a busy machine.
  setupFiles: ['src/testing/patience.ts'],
  expect: { poll: { timeout: 10_000 } },
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};
/**
 * These name programs, limits or the time zone of a university. They run for the second one, which the condition in
 * package.json chooses, and so pass whatever stands in `src/tenant/`.
 */
const secondTenantTests = [
  'src/testing/second-tenant.test.ts',
  'src/application/account/conflicts.test.ts',
  'src/application/early.test.ts',
  'src/contract/answer.test.ts',
  'src/fields/bring-back.test.ts',
  'src/form/answer-text.test.ts',
  'src/form/change.test.ts',
  'src/form/closing.test.ts',
  'src/form/conflict-choice.test.ts',
  'src/form/messages.test.ts',
  'src/service-view/service-view-document.test.tsx',
];

/** Short files that take long. Vitest starts the largest files first, and nothing else would run beside these at the end. */
const SLOW = /converter\/strangers|upkeep\/erasure|api\/application\.|suites\/(fuzz|cluster|crash)/;
/** Each project loads its modules anew. The few files of the second tenant run beside the rest of others, not after them. */
const LAST = ['client', 'server', 'suites'];
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))].toSorted(
      (one, other) => LAST.indexOf(one) - LAST.indexOf(other),
    );
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (SLOW.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** GitHub's parser of workflows names source maps that its package does not have. */
const withoutMissingMaps = {
  name: 'without-missing-maps',
  load: (id: string) =>
    /@actions\/.*\.js$/.test(id)
      ? readFileSync(id, 'utf8').replace(/^\/\/# sourceMappingURL=.*/m, '')
      : undefined,
};

export default defineConfig({
  test: {
    // Many tests wait more than they work. By default, there is one worker less than cores, which is too few. Five took
    // no less time than three on 2 cores, and hurried tests failed.
    maxWorkers: 3,
    // Loading the same modules again took half of the time of a file. A test that changes one of them changes it back.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // `npm test` runs the tests without a tag, `npm run test:rest` the slow ones, `npm run test:unit` also the long ones.
    tags: ['slow', 'long'].map((name) => ({ name, timeout: 600_000 })),
    testNamePattern: notInQuarantine(),
    reporters: ['default', slowTests],
    projects: [
      {
        plugins: [withoutMissingMaps],
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: secondTenantTests,
          // It imports JSON in a way that only bundlers support.
          server: { deps: { inline: [/@actions/] } },
          ...common,
        },
      },
      {
        resolve: { conditions: ['tenant-meridian'] },
        ssr: { resolve: { conditions: ['tenant-meridian'] } },
        test: { name: 'second tenant', include: secondTenantTests, ...common },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/suites/**', 'server/**/*.second-tenant.test.ts'],
          ...common,
          globalSetup: ['scripts/build-image-worker.ts', 'server/testing/global-setup.ts'],
        },
      },
      {
        resolve: { conditions: ['tenant-meridian'] },
        ssr: { resolve: { conditions: ['tenant-meridian'] } },
        test: {
          name: 'server of the second tenant',
          include: ['server/**/*.second-tenant.test.ts'],
          ...common,
          globalSetup: ['scripts/build-image-worker.ts', 'server/testing/global-setup.ts'],
        },
      },
      {
        // Short versions of the suites that kill and flood whole servers. They run after all others.
        test: {
          name: 'suites',
          include: ['server/suites/**/*.test.ts'],
          env,
          testTimeout: 600_000,
          globalSetup: ['scripts/build-image-worker.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
