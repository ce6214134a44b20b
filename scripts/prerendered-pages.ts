import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { earlyScript } from './early-script.ts';

interface Prerendered {
  readonly today: string;
  readonly pages: readonly { readonly path: string; readonly title: string; readonly markup: string }[];
}

/**
 * Writes the prerendered pages beside index.html, before the service worker lists the files. Each page contains its
 * styles, and preloads the scripts that will hydrate it. The server sends these pages to first-time visitors. The
 * bare page works for everybody, and on any server.
 */
export function prerenderedPages({ today, pages }: Prerendered): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const bare = path.join(dir, 'index.html');
        const shell = await readFile(bare, 'utf8');
        const start = chunksOf(bundle, '/src/app/start.tsx');
        for (const page of pages) {
          const screen = chunksOf(bundle, `/src/screens${page.path}.tsx`);
          const html = scriptsLast(withPreloads(shell, screen), smallest(start), earlyScript(page.path))
            .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
            .replace('<html', () => `<html data-prerendered-on="${today}" data-first-look`)
            .replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}</title>`)
            .replace(
              '</head>',
              () => `${carried(bundle, new Set([...stylesOf(start), ...stylesOf(screen)]))}</head>`,
            )
            .replace('<div id="root"></div>', () => `<div id="root">${page.markup}</div>`);
          await writeFile(path.join(dir, `${page.path.slice(1)}.html`), html);
        }
      },
    },
  };
}

/** Loads the script that completes a page if one of its scripts has failed. Retries until that script has loaded. */
const RESCUE =
  'window.rescue=()=>{const s=document.createElement("script");s.src="/rescue.js";s.onerror=()=>setTimeout(rescue,3e3);document.head.append(s)}';

/** Preloads scripts that the browser would otherwise discover one after another. */
function withPreloads(html: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const links = chunks
    .filter(({ fileName }) => !html.includes(fileName))
    .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

/**
 * Inlines the style sheets. A link for each tells the loader of chunks that it is there. Browsers do not load a style
 * sheet of this type.
 */
function carried(bundle: Rolldown.OutputBundle, names: ReadonlySet<string>): string {
  const sources = [...names].map((name) => {
    const file = bundle[name];
    return file?.type === 'asset' ? String(file.source).trim() : '';
  });
  const signs = [...names].map((name) => `<link rel="stylesheet" type="text/plain" href="/${name}">`);
  return `<style>${sources.join('')}</style>${signs.join('')}`;
}

/**
 * Moves the scripts to the end of the page, which can be read and typed into without them. They run one after the
 * other, each in a task of its own. Once the scripts that block the page have run, a browser looks over every field
 * to fill it in. That should happen neither before the first paint nor in one task with our own start. So only the
 * smallest script blocks the page.
 */
function scriptsLast(html: string, awaited: Rolldown.OutputChunk | undefined, early: string): string {
  const last: string[] = [];
  const imports: string[] = [];
  const rest = html.replaceAll(
    /[ \t]*(<script type="module"[^>]* src="([^"]*)"><\/script>|<link rel="modulepreload"[^>]*>)\n?/g,
    (_, element: string, address: string | undefined) => {
      const isOwnTask = address !== undefined && address !== `/${awaited?.fileName}`;
      if (isOwnTask) imports.push(`await import("${address}")`);
      last.push(isOwnTask ? `<link rel="modulepreload" crossorigin href="${address}">` : element);
      return '';
    },
  );
  const start = `<script type="module" async>${RESCUE};try{${imports.join(';')}}catch{rescue()}</script>`;
  return rest.replace('</body>', () => `${early}${last.join('')}${start}</body>`);
}

/** The chunk that contains a module, and all chunks that it imports before it runs. */
function chunksOf(bundle: Rolldown.OutputBundle, module: string): readonly Rolldown.OutputChunk[] {
  const seen = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || seen.has(chunk)) return;
    seen.add(chunk);
    for (const imported of chunk.imports) add(bundle[imported]);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) add(file);
  }
  return [...seen];
}

/** The smallest chunk that imports no other. */
function smallest(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk | undefined {
  return chunks
    .filter(({ imports }) => imports.length === 0)
    .toSorted((one, other) => one.code.length - other.code.length)[0];
}

/** The style sheets of the chunks, those of imported chunks first. */
function stylesOf(chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  const names = chunks.toReversed().flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return [...new Set(names)];
}
