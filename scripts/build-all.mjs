// Builds the client into dist/, and the server, the operator's command, the printable view and the reader of pictures into
// build/. Compresses the files that are served. `build.mjs` starts it.
import path from 'node:path';
import { build } from 'vite';
import { buildClient } from './build-client.ts';
import { setup as buildImageWorker } from './build-image-worker.ts';
import { buildServer } from './build-server.ts';
import { stampBuild } from './setup/build-stamp.mjs';
import { rememberLastRelease } from './setup/last-release.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);

const keepLastRelease = rememberLastRelease();
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: 'src/service-view/render.tsx', outDir: 'build', emptyOutDir: true },
  ssr: { noExternal: true },
});
await buildImageWorker();
await buildServer({ root, outDir: 'build' });
await buildClient({ outDir: 'dist', prerenderDir: 'build/prerender' });
keepLastRelease();
stampBuild();
