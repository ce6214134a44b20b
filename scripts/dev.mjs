// `npm run dev`: the development page on its own port, and the server behind it. Both restart when a file changes.
// Plain JavaScript, because it starts under any Node that the machine has.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { setUp } from './setup/set-up.mjs';

const PAGE_PORT = '5173';

const { node, env: own } = setUp();
// The page's proxy needs the server's PORT, too.
if (existsSync('.env')) loadEnvFile('.env');
// The server names the page that changes with the code, and not the last build, which it serves itself.
const env = { PUBLIC_URL: `http://localhost:${PAGE_PORT}`, ...process.env, ...own };
const children = [
  spawn(node, ['--watch', 'server/main.ts'], { env, stdio: 'inherit' }),
  spawn(node, ['node_modules/vite/bin/vite.js', '--port', PAGE_PORT, '--strictPort'], {
    env,
    stdio: 'inherit',
  }),
];
const endAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
for (const child of children) child.on('exit', endAll);
