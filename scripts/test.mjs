// `npm test`: set-up, build, checks and browser tests, as in CI. Stops at the first failure.
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const MS_PER_SECOND = 1000;
const startedAt = Date.now();
const secondsSince = (/** @type {number} */ start) => Math.round((Date.now() - start) / MS_PER_SECOND);
const { env } = setUp({ forTests: true });

/** @param {string} script */
async function pass(script) {
  const scriptStartedAt = Date.now();
  const code = await run('npm', ['run', '--silent', script], { env });
  const verdict = code === 0 ? 'passed' : `failed with code ${code}`;
  console.log(`npm run ${script}: ${verdict} after ${secondsSince(scriptStartedAt)} s`);
  if (code !== 0) process.exit(code);
}

// The build comes first, because some of the checks read it.
if (!buildIsCurrent()) await pass('build');
await pass('check');
await pass('e2e');
console.log(`npm test: all passed in ${secondsSince(startedAt)} s`);
