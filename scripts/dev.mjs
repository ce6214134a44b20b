// `npm run dev`: the development page on its own port, and the server behind it. Both restart when a file changes.
// Plain JavaScript, because it starts under any Node that the machine has.
import { spawn } from 'node:child_process';
import { setUp } from './setup/set-up.mjs';

const { node, env } = setUp();
const children = [
  spawn(node, ['--watch', 'server/main.ts'], { env, stdio: 'inherit' }),
  spawn(node, ['node_modules/vite/bin/vite.js'], { env, stdio: 'inherit' }),
];
const endAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
for (const child of children) child.on('exit', endAll);
