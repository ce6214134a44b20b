import path from 'node:path';
import { build, type Plugin } from 'vite';

/** What is built, by the name of the file in `build/`. */
const PROGRAMS = { 'server.js': 'server/main.ts', 'admin.js': 'server/cli/admin.ts' };

/**
 * Builds the server and the operator's command, each with its packages into one file, which starts in half of the time
 * of some thousand files. What they read beside themselves (migrations, seeds, scripts, threads) stays where it is.
 */
export async function buildServer(place: { readonly root: string; readonly outDir: string }) {
  for (const [file, source] of Object.entries(PROGRAMS)) await buildProgram({ ...place, file, source });
}

async function buildProgram({
  root,
  outDir,
  file,
  source,
}: Readonly<Record<'root' | 'outDir' | 'file' | 'source', string>>) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [filesStay(root, path.join(root, outDir)), packagesHaveNoMap()],
    ssr: { noExternal: true, external: ['playwright-core', 'sharp'] },
    build: {
      ssr: source,
      outDir,
      emptyOutDir: false,
      sourcemap: true,
      rolldownOptions: {
        external: [/render\.tsx$/],
        output: {
          entryFileNames: file,
          codeSplitting: false,
          sourcemapExcludeSources: true,
          // Errors have the names of their classes.
          keepNames: true,
        },
      },
    },
  });
}

/** `import.meta` of a source then still names its own place. */
function filesStay(root: string, outFolder: string): Plugin {
  return {
    name: 'files-stay',
    transform: {
      filter: { id: `${root}/server/**`, code: 'import.meta.' },
      handler(code, id) {
        const own = JSON.stringify(path.relative(outFolder, id));
        const folder = JSON.stringify(`/${path.relative(outFolder, path.dirname(id))}`);
        return {
          code: code
            .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
            .replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`),
          map: null,
        };
      },
    },
  };
}

/** A map of all packages would double the server's memory. */
function packagesHaveNoMap(): Plugin {
  return {
    name: 'packages-have-no-map',
    transform: {
      filter: { id: /\/node_modules\// },
      handler: (code) => ({ code, map: { mappings: '' } }),
    },
  };
}
