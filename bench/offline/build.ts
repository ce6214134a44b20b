// Builds each peer in production mode, with the product's own questions.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { aboutForm } from '../client/form.ts';

const PEERS = join(import.meta.dirname, 'peers');
export const SITES = join(import.meta.dirname, 'dist');

export async function buildPeer(name: string): Promise<void> {
  const page = join(PEERS, 'index.html');
  const questions = `export const form = ${JSON.stringify(aboutForm())};`;
  await build({
    configFile: false,
    root: PEERS,
    base: `/${name}/`,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      react(),
      {
        name: 'questions',
        enforce: 'pre',
        load: (id) => (id.endsWith('/peers/form-data.ts') ? questions : undefined),
      },
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) =>
          id === page
            ? `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"><script type="module" src="./${name}.tsx"></script></head><body><h1>About You</h1><div id="root"></div></body></html>`
            : undefined,
      },
    ],
    build: {
      outDir: join(SITES, name),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: page },
    },
  });
}
