import { buildIsCurrent } from './build-stamp.mjs';
import { requireWritable } from './npm-packages.mjs';
import { run } from './run.mjs';
import { setUp } from './set-up.mjs';
import { orSentence } from './set-up-error.mjs';

/** Does what a fresh clone needs before the server can start. Returns the same as `setUp`. */
export async function setUpAndBuild() {
  const { node, env } = setUp({ onlyToRun: true });
  if (!buildIsCurrent()) {
    orSentence(() => ['.', 'build', 'dist'].forEach((folder) => requireWritable(folder, 'for the build')));
    console.log('Building …');
    const code = await run(node, ['scripts/build.mjs'], { env, isQuiet: true });
    if (code !== 0) process.exit(code);
  }
  return { node, env };
}
