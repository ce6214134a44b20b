// `npm run demo`: the form with made-up applicants, and the addresses to look at. Plain JavaScript, because it starts
// under any Node that the machine has.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { freePort } from './setup/port.mjs';
import { run } from './setup/run.mjs';
import { setUpAndBuild } from './setup/set-up-and-build.mjs';

if (existsSync('.env')) loadEnvFile('.env');
const PORT = await freePort(3000, process.env['PORT']);
const { node, env } = await setUpAndBuild();
process.exit(await run(node, ['scripts/demo-server.ts'], { env: { DATA_DIR: '.data-demo', ...env, PORT } }));
