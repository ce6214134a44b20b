// Every state of the product at every width and in all colours: npm run test:access (e2e/access).
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp();
process.exitCode = await run(
  'npx',
  ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project=access'],
  { env: { ...env, ACCESS: 'full' } },
);
