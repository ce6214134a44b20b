// Plain JavaScript for any Node from 18 on. Sets up what is missing, then passes every test.
import { spawnSync } from 'node:child_process';
import { root } from './node-packages.mjs';
import { build, environmentFor, setUp } from './setup.mjs';

const node = setUp();

function run(name) {
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: 'inherit',
    env: environmentFor(node),
  });
  if (status !== 0) {
    console.error(`npm run ${name} failed.`);
    process.exit(status ?? 1);
  }
}

run('check');
build(node);
run('e2e');
