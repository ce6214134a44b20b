// `npm run test:pg15`: the server's tests on Debian's PostgreSQL, the oldest version that an operator may use.
import { existsSync } from 'node:fs';
import { run } from './setup/run.mjs';

const BINARIES = '/usr/lib/postgresql/15/bin';

if (!existsSync(`${BINARIES}/postgres`) || !existsSync(`${BINARIES}/initdb`)) {
  console.log(
    `Skipped: there is no PostgreSQL 15 in ${BINARIES}; "apt-get install postgresql-15" brings it.`,
  );
  process.exit(0);
}
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'server',
  '--tags-filter=!long',
  ...process.argv.slice(2),
];
const env = { ...process.env, TEST_POSTGRES_BINARIES: BINARIES };
process.exit(await run(process.execPath, args, { env }));
