// `npm run admin`: the operator's command as it was built. If the build is missing or older than the sources, the command
// starts from these, which takes longer. Plain JavaScript, because it starts under any Node that the machine has.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { argv, execPath } from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildIsCurrent } from './setup/build-stamp.mjs';
import { requirePackages } from './setup/npm-packages.mjs';
import { run } from './setup/run.mjs';
import { findRuntime } from './setup/runtime.mjs';
import { orSentence } from './setup/set-up-error.mjs';

const isBuilt = existsSync('build/admin.js') && buildIsCurrent();
const program = isBuilt ? 'build/admin.js' : 'server/cli/admin.ts';

const node = orSentence(() => {
  requirePackages('zod', 'npm ci');
  return findRuntime({ prefersThis: true });
});
if (!isBuilt)
  console.warn('Commands start faster after "npm run build": there is no build of these sources.');
if (node === execPath) {
  module.enableCompileCache('build/node-cache');
  await import(pathToFileURL(program).href);
} else process.exitCode = await run(node, [program, ...argv.slice(2)]);
