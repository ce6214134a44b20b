// Runs a command with all tests, of which `npm test` runs some, and with all engines: `npm run test:unit`,
// `npm run test:browser` and others in package.json.
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = setUp({ forTests: true });
const [command = '', ...words] = process.argv.slice(2);
process.exitCode = await run(command, words, { env: { ...env, ENGINES: 'all' } });
