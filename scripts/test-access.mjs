// `npm run test:access`: tests every state of the product at every width and in all colors (e2e/access).
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp();
process.exitCode = await run(
  'npx',
  ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project=access'],
  { env: { ...env, ACCESS: 'full' } },
);
