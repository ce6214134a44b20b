// `npm run test:browser`: the browser tests with all their variants; `npm run test:access`: those of e2e/access alone,
// every state of the product at every width and in all colors.
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp({ forTests: true });
process.exitCode = await run(
  'npx',
  ['playwright', 'test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  { env: { ...env, EXTENT: 'full' } },
);
