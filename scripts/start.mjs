// `npm start`: set-up, build and server in one, even in a fresh clone. Plain JavaScript, because it starts under any
// Node that the machine has.
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { node, env } = setUp();
if (!buildIsCurrent()) {
  console.log('Building …');
  const code = await run(node, ['scripts/build.mjs'], { env, isQuiet: true });
  if (code !== 0) process.exit(code);
}
// Few malloc arenas and a small young generation need less than half the memory, without a measured loss of speed.
const memory = ['--max-old-space-size=512', '--max-semi-space-size=8'];
const lean = { MALLOC_ARENA_MAX: '2', ...env };
process.exit(await run(node, [...memory, 'server/main.ts'], { env: lean }));
