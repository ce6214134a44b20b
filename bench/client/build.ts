// Builds every peer as its makers say, in production mode, and compresses it as the product's own build does.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compress } from '../../scripts/build-client.ts';
import { aboutForm, firstFieldOf, grownForm, type BenchForm } from './form.ts';
import { plainPage } from './peers/plain.ts';

const HERE = import.meta.dirname;
export const SITES = join(HERE, 'dist');

export const peers = {
  /** Nobody's form: the least that a letter can be typed into, and so the earliest that one can stick. */
  least: { title: 'one field', entry: undefined, packages: [] },
  plain: { title: 'plain HTML', entry: undefined, packages: [] },
  react: { title: 'bare React', entry: 'react.tsx', packages: ['react'] },
  survey: { title: 'SurveyJS', entry: 'survey.tsx', packages: ['survey-core', 'survey-react-ui'] },
  rjsf: { title: 'rjsf', entry: 'rjsf.tsx', packages: ['@rjsf/core'] },
  formio: { title: 'Form.io', entry: 'formio.ts', packages: ['@formio/js'] },
  formkit: { title: 'FormKit', entry: 'formkit.ts', packages: ['@formkit/vue', 'vue'] },
} as const;

export type PeerName = keyof typeof peers;

/** How many questions the forms have that show how each of them grows. */
export const grownForms = { q10: 10, q400: 400 } as const;

/** The forms that are built of each peer: the About You page, and how it grows. */
export const forms: Readonly<Record<string, () => BenchForm>> = {
  about: aboutForm,
  q10: () => grownForm(grownForms.q10),
  q400: () => grownForm(grownForms.q400),
};

export async function buildPeer(name: PeerName, formName: string, form: BenchForm): Promise<void> {
  const outDir = join(SITES, `${name}-${formName}`);
  const { entry } = peers[name];
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  if (entry === undefined) {
    await writeFile(
      join(outDir, 'index.html'),
      page('', plainPage(name === 'least' ? firstFieldOf(form) : form)),
    );
  } else {
    await bundle(entry, outDir, form);
  }
  await compress(outDir);
}

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>About You</title><style>body{font:17px/1.5 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}label,small{display:block}input:not([type=radio],[type=checkbox]),select,textarea{font:inherit;width:100%;box-sizing:border-box}</style>${head}</head><body><h1>About You</h1><div id="root">${body}</div></body></html>`;
}

async function bundle(entry: string, outDir: string, form: BenchForm): Promise<void> {
  const root = join(HERE, 'peers');
  const html = page(`<script type="module" src="./${entry}"></script>`, '');
  const htmlPath = join(root, 'index.html');
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [
      react(),
      {
        name: 'form',
        enforce: 'pre',
        resolveId: (id) => (id === htmlPath ? id : undefined),
        load: (id) => {
          if (id.endsWith('/peers/form-data.ts')) return `export const form = ${JSON.stringify(form)};`;
          return id === htmlPath ? html : undefined;
        },
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: htmlPath },
    },
  });
}
