// `npm run dev`: the development page on its own port, and the server behind it. Both follow changes of the code. With
// `-- --seed` there are made-up applicants. Plain JavaScript, because it starts under any Node that the machine has.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { argv, loadEnvFile } from 'node:process';
import { freePort } from './setup/port.mjs';
import { run } from './setup/run.mjs';
import { setUp } from './setup/set-up.mjs';

if (existsSync('.env')) loadEnvFile('.env');
const PORT = await freePort(3000, process.env['PORT']);
const pagePort = await freePort(5173);
const { node, env: own } = setUp();
// The server names the page that changes with the code, and not the last build, which it serves itself.
const env = { PUBLIC_URL: `http://localhost:${pagePort}`, DATA_DIR: '.data-dev', ...own, PORT };
const built = await run(node, ['scripts/build-all.mjs', '--for-dev'], { env, isQuiet: true });
if (built !== 0) process.exit(built);
if (argv.includes('--seed')) {
  const code = await run(node, ['server/cli/admin.ts', 'seed'], { env });
  if (code !== 0) process.exit(code);
}
console.log('A short test of what you change: npm run unit -- src/form (or the folder that you change).');
const children = [
  spawn(node, ['--watch', 'server/main.ts'], { env, stdio: 'inherit' }),
  spawn(node, ['node_modules/vite/bin/vite.js', '--port', pagePort, '--strictPort'], {
    env,
    stdio: 'inherit',
  }),
];
const endAll = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
for (const child of children) child.on('exit', endAll);
