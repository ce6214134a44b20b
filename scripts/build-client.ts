import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type PluginOption } from 'vite';
import { prerenderedPages } from './prerendered-pages.ts';

const root = path.resolve(import.meta.dirname, '..');
const COMPRESSED = /\.(html|js|css|svg|json|webmanifest|txt)$/;

interface ClientBuild {
  readonly outDir: string;
  /** The folder for the built code that makes the prerendered pages. */
  readonly prerenderDir: string;
  /** Added to the plug-ins of vite.config.ts, for the client and for its prerendered pages. */
  readonly plugins?: PluginOption[];
}

/** Builds the client with its prerendered pages, and compresses the files that are served. */
export async function buildClient({ outDir, prerenderDir, plugins = [] }: ClientBuild): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: { ssr: 'src/first-visit/prerender.tsx', outDir: prerenderDir, emptyOutDir: true },
  });
  const { prerenderPages } = await import(pathToFileURL(path.join(root, prerenderDir, 'prerender.js')).href);
  await build({
    root,
    logLevel: 'warn',
    plugins: [...plugins, prerenderedPages(await prerenderPages(Date.now()))],
    build: { outDir },
  });
  await compress(path.join(root, outDir));
}

/** Writes a brotli and a gzip copy beside every text file of a folder. */
export async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
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
}
