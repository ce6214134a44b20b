// `npm start`: set-up, build and server in one, from a fresh clone on. Plain JavaScript, because it begins
// under whatever Node the machine has.
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

const { node, env } = setUp();
if (!buildIsCurrent()) {
  console.log('Building …');
  const code = await run(node, ['scripts/build.mjs'], { env, isQuiet: true });
  if (code !== 0) process.exit(code);
}
process.exit(await run(node, ['server/main.ts'], { env }));
