import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { EARLY_SCRIPT } from './early-script.ts';

interface Prerendered {
  readonly today: string;
  readonly pages: readonly { readonly path: string; readonly title: string; readonly markup: string }[];
}

/**
 * Writes the prerendered pages beside the one that starts the client, before the service worker lists what there
 * is. Each carries its styles, and names the scripts that will take it over. The server gives them to those who
 * have not been here; the bare page works for everybody and everywhere.
 */
export function prerenderedPages({ today, pages }: Prerendered): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const bare = path.join(dir, 'index.html');
        const start = scriptsOf(bundle, '/src/app/start.tsx');
        const shell = withPreloads(await readFile(bare, 'utf8'), start);
        await writeFile(bare, shell);
        const styles = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
        );
        for (const page of pages) {
          const html = scriptsLast(withPreloads(shell, scriptsOf(bundle, `/src/screens${page.path}.tsx`)))
            .replace('<html', () => `<html data-prerendered-on="${today}"`)
            .replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}</title>`)
            .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles.join('\n')}</style>`)
            .replace('<div id="root"></div>', () => `${EARLY_SCRIPT}<div id="root">${page.markup}</div>`);
          await writeFile(path.join(dir, `${page.path.slice(1)}.html`), html);
        }
      },
    },
  };
}

/** Has scripts fetched at once that the page would otherwise learn of one after another. */
function withPreloads(html: string, scripts: readonly string[]): string {
  const links = scripts
    .filter((name) => !html.includes(name))
    .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

/** The page can be read and typed into without its scripts: they wait until all of it is there. */
function scriptsLast(html: string): string {
  const scripts: string[] = [];
  const rest = html.replaceAll(
    /[ \t]*(<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)\n?/g,
    (_, script: string) => {
      scripts.push(script);
      return '';
    },
  );
  return rest.replace('</body>', () => `${scripts.join('')}</body>`);
}

/** The chunk of a module and all that it imports before it runs. */
function scriptsOf(bundle: Rolldown.OutputBundle, module: string): readonly string[] {
  const seen = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== 'chunk') return;
    seen.add(name);
    for (const imported of chunk.imports) add(imported);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module) === true) add(name);
  }
  return [...seen];
}
