// `npm run build`. Plain JavaScript, because it starts under any Node that the machine has.
import { requirePackages } from './setup/npm-packages.mjs';
import { run } from './setup/run.mjs';
import { findRuntime } from './setup/runtime.mjs';
import { orSentence } from './setup/set-up-error.mjs';

const node = orSentence(() => {
  requirePackages('vite', 'npm ci --include=dev');
  return findRuntime();
});
process.exit(await run(node, ['scripts/build-all.mjs']));
