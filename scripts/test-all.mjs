// `npm run test:all`: everything that `npm test` leaves out, one after another, and the result of each.
import { fileURLToPath } from 'node:url';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

/** Each runs alone: several measure, kill or flood. `test:browser` has what `chromium`, `access` and `engines` run. */
export const ALL = [
  'test:unit',
  'test:browser',
  'test:pictures',
  'test:branding',
  'test:faults',
  'test:orders',
  'test:pg15',
  'test:export',
  'test:spreadsheet',
  'test:crash',
  'test:cluster',
  'test:upgrades',
  'test:walk',
  'test:proxy',
  'test:fuzz',
  'test:failover',
  'test:failover-pooled',
  'test:compose',
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { env } = setUp({ forTests: true });
  const verdicts = [];
  for (const script of ALL) {
    const begunAt = Date.now();
    const code = await run('npm', ['run', '--silent', script], { env });
    const minutes = ((Date.now() - begunAt) / 60_000).toFixed(1);
    verdicts.push(`${code === 0 ? 'passed' : `FAILED (${code})`}  ${script}, ${minutes} minutes`);
    if (code !== 0) process.exitCode = 1;
  }
  console.log(verdicts.join('\n'));
}
