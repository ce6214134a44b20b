// `npm run demo`: the form with made-up applicants, and the addresses to look at. Plain JavaScript, because it starts
// under any Node that the machine has.
import { setUpAndBuild } from './setup/set-up-and-build.mjs';
import { run } from './setup/run.mjs';

const { node, env } = await setUpAndBuild();
process.exit(await run(node, ['scripts/demo-server.ts'], { env: { DATA_DIR: '.data-demo', ...env } }));
