// Pictures of the states and the page that shows them: npm run design.
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp();
const taken = await run('npx', ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project=design'], {
  env: { ...env, DESIGN: '1' },
});
process.exitCode = taken === 0 ? await run('node', ['scripts/design-page.ts'], { env }) : taken;
