// `npm test`: set-up, build, checks and the tests without a tag. `npm run test:rest`: set-up, build and the slow tests.
// CI runs both. Stops at the first step that fails.
import { readFileSync } from 'node:fs';
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const MS_PER_SECOND = 1000;
const isRest = process.argv[2] === 'rest';
/** Half a minute of one processor, in the time that unit tests leave. */
const PATIENT = 'format:check';
const startedAt = Date.now();
const secondsSince = (/** @type {number} */ start) => Math.round((Date.now() - start) / MS_PER_SECOND);
const { env } = setUp({ forTests: true });

/** @param {readonly string[]} scripts they run at the same time */
async function pass(...scripts) {
  const ended = await Promise.all(
    scripts.map(async (script) => {
      const scriptStartedAt = Date.now();
      const [command, ...words] = [...(script === PATIENT ? ['nice'] : []), 'npm', 'run', '--silent', script];
      const code = await run(command, words, { env });
      const verdict = code === 0 ? 'passed' : `failed with code ${code}`;
      return { code, line: `npm run ${script}: ${verdict} after ${secondsSince(scriptStartedAt)} s` };
    }),
  );
  for (const { line } of ended) console.log(line);
  if (ended.some(({ code }) => code !== 0)) process.exit(1);
}

// Build first, because some tests read what was built.
await pass(...(buildIsCurrent() ? [] : ['build']), ...(isRest ? [] : ['lint', 'types']));
await (isRest ? pass('unit:rest') : pass('unit', PATIENT));
await pass(isRest ? 'e2e:rest' : 'e2e');
// Tests that fail now and then, by title and with the reason, until they are fixed.
const quarantine = JSON.parse(readFileSync('scripts/quarantine.json', 'utf8'));
for (const [title, reason] of Object.entries(quarantine))
  console.log(`Left out, because it fails now and then: ${title} (${reason})`);
if (Object.keys(quarantine).length === 0) console.log('No test is in quarantine.');
console.log(`npm ${isRest ? 'run test:rest' : 'test'}: all passed in ${secondsSince(startedAt)} s`);
