// `npm run test:pictures`: compares the states of the product with their pictures. With `-- --update`, it replaces
// the pictures, and the page that shows them (docs/design.md).
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp({ forTests: true });
const isUpdate = process.argv.includes('--update');
const looked = await run(
  'npx',
  ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project=access', 'pictures'],
  { env: { ...env, PICTURES: isUpdate ? 'update' : 'all' } },
);
process.exitCode = looked === 0 && isUpdate ? await run('node', ['scripts/design-page.ts'], { env }) : looked;
