// Builds the client into dist/, and the server, the operator's command, the printable view and the reader of pictures into
// build/. Compresses the files that are served. `build.mjs` starts it. With `--for-dev`, it builds only what a server
// loads that runs from its sources: the view and the reader of pictures.
import path from 'node:path';
import { build } from 'vite';
import { buildClient } from './build-client.ts';
import { setup as buildImageWorker } from './build-image-worker.ts';
import { buildServer } from './build-server.ts';
import { buildIsCurrent, removeStamp, stampBuild } from './setup/build-stamp.mjs';
import { rememberLastRelease } from './setup/last-release.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

const isForDev = process.argv.includes('--for-dev');
if (isForDev && buildIsCurrent()) process.exit();
// Its parts will be of different sources.
if (isForDev) removeStamp();
const keepLastRelease = rememberLastRelease();
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: 'src/service-view/render.tsx', outDir: 'build', emptyOutDir: !isForDev },
  ssr: { noExternal: true },
});
await buildImageWorker();
if (isForDev) process.exit();
await buildServer({ root, outDir: 'build' });
await buildClient({ outDir: 'dist', prerenderDir: 'build/prerender' });
keepLastRelease();
stampBuild();
