// Schedules of typing and faults in a real browser: npm run test:faults -- --runs 50 --seed 1 (e2e/faults/README.md).
import { parseArgs } from 'node:util';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string' },
    workers: { type: 'string' },
  },
});
const { env } = setUp({ forTests: true });
process.exitCode = await run(
  'npx',
  [
    'playwright',
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '--project=faults',
    '--grep-invert=@long',
    `--workers=${values.workers ?? '6'}`,
  ],
  {
    env: {
      ...env,
      FAULT_RUNS: values.runs ?? '40',
      FAULT_SEED: values.seed ?? '1',
      FAULT_STEPS: values.steps ?? '10',
    },
  },
);
