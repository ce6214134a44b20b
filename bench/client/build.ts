// Builds every peer as its makers recommend, in production mode, and compresses it as the product's own build does.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { compress } from '../../scripts/build-client.ts';
import { aboutForm, firstFieldOf, grownForm, type BenchForm } from './form.ts';
import { plainPage } from './peers/plain.ts';

const HERE = import.meta.dirname;
export const SITES = join(HERE, 'dist');

export const peers = {
  /** No form at all: the smallest page that a letter can be typed into, so the earliest that one can stick. */
  least: { title: 'one field', entry: undefined, packages: [] },
  plain: { title: 'plain HTML', entry: undefined, packages: [] },
  react: { title: 'bare React', entry: 'react.tsx', packages: ['react'] },
  survey: { title: 'SurveyJS', entry: 'survey.tsx', packages: ['survey-core', 'survey-react-ui'] },
  rjsf: { title: 'rjsf', entry: 'rjsf.tsx', packages: ['@rjsf/core'] },
  formio: { title: 'Form.io', entry: 'formio.ts', packages: ['@formio/js'] },
  formkit: { title: 'FormKit', entry: 'formkit.ts', packages: ['@formkit/vue', 'vue'] },
  conform: {
    title: 'Conform',
    entry: 'conform.tsx',
    prerendered: 'conform-markup.tsx',
    packages: ['@conform-to/react', '@conform-to/zod'],
  },
  astro: { title: 'Astro', entry: 'astro', packages: ['astro'] },
} as const;

export type PeerName = keyof typeof peers;

/** Numbers of questions of the forms that show how each peer grows. */
export const grownForms = { q10: 10, q400: 400 } as const;

/** The forms that are built with each peer: the About You page, and longer ones. */
export const forms: Readonly<Record<string, () => BenchForm>> = {
  about: aboutForm,
  q10: () => grownForm(grownForms.q10),
  q400: () => grownForm(grownForms.q400),
};

export async function buildPeer(name: PeerName, formName: string, form: BenchForm): Promise<void> {
  const outDir = join(SITES, `${name}-${formName}`);
  const peer = peers[name];
  const { entry } = peer;
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  if (entry === undefined) {
    await writeFile(
      join(outDir, 'index.html'),
      page('', plainPage(name === 'least' ? firstFieldOf(form) : form)),
    );
  } else if (entry === 'astro') {
    await buildAstro(outDir, `/${name}-${formName}/`, form);
  } else {
    const markup = 'prerendered' in peer ? await markupOf(peer.prerendered, outDir, form) : '';
    await bundle(entry, outDir, form, markup);
  }
  await compress(outDir);
}

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>About You</title><style>body{font:17px/1.5 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}label,small{display:block}input:not([type=radio],[type=checkbox]),select,textarea{font:inherit;width:100%;box-sizing:border-box}</style>${head}</head><body><h1>About You</h1><div id="root">${body}</div></body></html>`;
}

const ROOT = join(HERE, 'peers');
const PRODUCTION = { 'process.env.NODE_ENV': '"production"', global: 'globalThis' };

/** Gives a peer's modules the questions of this form. */
function questions(form: BenchForm): Plugin {
  return {
    name: 'questions',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/peers/form-data.ts') ? `export const form = ${JSON.stringify(form)};` : undefined,
  };
}

async function bundle(entry: string, outDir: string, form: BenchForm, markup: string): Promise<void> {
  const html = page(`<script type="module" src="./${entry}"></script>`, markup);
  const htmlPath = join(ROOT, 'index.html');
  await build({
    configFile: false,
    root: ROOT,
    base: './',
    logLevel: 'error',
    define: PRODUCTION,
    plugins: [
      react(),
      questions(form),
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (id) => (id === htmlPath ? id : undefined),
        load: (id) => (id === htmlPath ? html : undefined),
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

/** The markup that a peer's server would send. */
async function markupOf(entry: string, outDir: string, form: BenchForm): Promise<string> {
  const serverDir = `${outDir}-server`;
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    define: PRODUCTION,
    plugins: [react(), questions(form)],
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, entry),
      outDir: serverDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'markup.js' } },
    },
  });
  const { markup } = await import(pathToFileURL(join(serverDir, 'markup.js')).href);
  await rm(serverDir, { recursive: true });
  return String(markup);
}

async function buildAstro(outDir: string, base: string, form: BenchForm): Promise<void> {
  // Installed when a peer is first measured.
  const astro = await import('astro');
  await astro.build({
    configFile: false,
    root: SITES,
    srcDir: join(ROOT, 'astro'),
    outDir,
    base,
    logLevel: 'error',
    vite: { plugins: [questions(form)] },
  });
}
