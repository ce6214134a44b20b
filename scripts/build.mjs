// Builds the client into dist/ and the printable view into build/, and compresses what is served.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { prerenderedPages } from './prerendered-pages.ts';
import { stampBuild } from './setup/build-stamp.mjs';
import { rememberLastRelease } from './setup/last-release.mjs';

const root = path.resolve(import.meta.dirname, '..');
const COMPRESSED = /\.(html|js|css|svg|json|webmanifest|txt)$/;
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
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: 'src/app/prerender.tsx', outDir: 'build/prerender', emptyOutDir: true },
});
const { prerenderPages } = await import(pathToFileURL(path.join(root, 'build/prerender/prerender.js')).href);
await build({ root, logLevel: 'warn', plugins: [prerenderedPages(await prerenderPages(Date.now()))] });

const files = await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true });
await Promise.all(
  files
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await readFile(file);
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
    }),
);

keepLastRelease();
stampBuild();
