// `npm start`: set-up, build and server in one, even in a fresh clone. Plain JavaScript, because it starts under any
// Node that the machine has.
import { run } from './setup/run.mjs';
import { setUpAndBuild } from './setup/set-up-and-build.mjs';

const { node, env } = await setUpAndBuild();
// Few malloc arenas and a small young generation need less than half the memory, without a measured loss of speed.
const memory = ['--max-old-space-size=512', '--max-semi-space-size=8'];
const lean = { MALLOC_ARENA_MAX: '2', ...env };
process.exit(await run(node, [...memory, '--enable-source-maps', 'build/server.js'], { env: lean }));
