import { test } from 'playwright/test';
import { startServer, type TestServer } from '../support/server.ts';
import { run } from './run.ts';

/** For more and longer schedules: `npm run test:faults -- --runs 100 --seed 1`. */
const RUNS = Number(process.env['FAULT_RUNS'] ?? '1');
const STEPS = Number(process.env['FAULT_STEPS'] ?? '4');
const FIRST_SEED = Number(process.env['FAULT_SEED'] ?? '1');

// A schedule waits three quarters of its time.
test.describe.configure({ mode: 'parallel' });

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`nothing typed is lost in schedule ${seed}`, async () => {
    test.setTimeout(180_000);
    await run(server, seed, STEPS);
  });
}
