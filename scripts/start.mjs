// Plain JavaScript for any Node from 18 on. Sets up what is missing, then runs the product.
import { spawn } from 'node:child_process';
import { root } from './node-packages.mjs';
import { build, environmentFor, setUp } from './setup.mjs';

const node = setUp();
build(node);

const server = spawn(node, ['server/main.ts'], { cwd: root, stdio: 'inherit', env: environmentFor(node) });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
