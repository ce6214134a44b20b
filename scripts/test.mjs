// `npm test`: set-up, build, check and browser tests; what CI runs. Stops at the first that fails.
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const MS_PER_SECOND = 1000;
const startedAt = Date.now();
const secondsSince = (/** @type {number} */ start) => Math.round((Date.now() - start) / MS_PER_SECOND);
const { env } = setUp();

/** @param {string} script */
async function pass(script) {
  const scriptStartedAt = Date.now();
  const code = await run('npm', ['run', '--silent', script], { env });
  const verdict = code === 0 ? 'passed' : `failed with code ${code}`;
  console.log(`npm run ${script}: ${verdict} after ${secondsSince(scriptStartedAt)} s`);
  if (code !== 0) process.exit(code);
}

// First, since some of the checks look at what was built.
if (!buildIsCurrent()) await pass('build');
await pass('check');
await pass('e2e');
console.log(`npm test: all passed in ${secondsSince(startedAt)} s`);
