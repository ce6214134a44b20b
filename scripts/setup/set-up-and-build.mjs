import { buildIsCurrent } from './build-stamp.mjs';
import { run } from './run.mjs';
import { setUp } from './set-up.mjs';

/** Does what a fresh clone needs before the server can start. Returns the same as `setUp`. */
export async function setUpAndBuild() {
  const { node, env } = setUp();
  if (!buildIsCurrent()) {
    console.log('Building …');
    const code = await run(node, ['scripts/build.mjs'], { env, isQuiet: true });
    if (code !== 0) process.exit(code);
  }
  return { node, env };
}
