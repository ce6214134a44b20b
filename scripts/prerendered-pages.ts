import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, transformWithOxc, type Plugin, type Rolldown } from 'vite';
import { FORCED_COLORS, PRINT, splitStyles } from './first-styles.ts';

interface Prerendered {
  readonly today: string;
  /** What the bare page shows until the client starts. */
  readonly loading: string;
  /** `markup` is that inside `#root`. */
  readonly pages: readonly { readonly path: string; readonly title: string; readonly markup: string }[];
}

/** The files that only prerendered pages have. Scripts are among them: a policy may forbid scripts within a page. */
interface OwnFiles {
  readonly tooOld: string;
  readonly early: string;
  readonly start: string;
  readonly later: string;
}

const FIRST_VISIT = path.resolve(import.meta.dirname, '../src/first-visit');
/** Sent as it is written: older browsers than those of the build must run it. */
const TOO_OLD = path.join(FIRST_VISIT, 'too-old.js');
const ROOT = '<div id="root"></div>';
const SCRIPT = /[ \t]*<script type="module"[^>]* src="([^"]*)"><\/script>\n?/g;

/**
 * Writes the prerendered pages beside index.html, before the service worker lists the files. Each page contains its
 * styles, and preloads the scripts that will hydrate it. The server sends these pages to first-time visitors. The
 * bare page works for everybody, and on any server; it shows that it is loading before any script runs.
 */
export function prerenderedPages({ today, loading, pages }: Prerendered): Plugin {
  let own: OwnFiles;
  /** For each style sheet by its file's name, the part that pages carry. */
  const carried = new Map<string, string>();
  return {
    name: 'prerendered-pages',
    apply: 'build',
    generateBundle: {
      // Once index.html is there, with the names of the other scripts.
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle['index.html'];
        if (shell?.type !== 'asset') throw new Error('There is no index.html to prerender from.');
        const awaited = smallest(chunksOf(bundle, '/src/app/start.tsx'));
        const client = [...String(shell.source).matchAll(SCRIPT)]
          .map(([, address = '']) => path.posix.basename(address))
          .filter((name) => !awaited?.fileName.endsWith(name));
        const emit = (name: string, source: string) =>
          this.getFileName(this.emitFile({ type: 'asset', name, source }));
        const start = await minified('prerendered-start', true);
        const sent = [
          String(shell.source),
          `<html ${FIRST_LOOK}>`,
          LATE,
          ...pages.map(({ markup }) => markup),
        ];
        const names = new Set(pages.flatMap(({ path: page }) => sheetsOf(bundle, page)));
        const sheets = [...names].map((name) => ({ name, ...splitStyles(sourceOf(bundle, name), sent) }));
        for (const { name, first } of sheets) carried.set(name, first);
        own = {
          tooOld: emit('too-old.js', await readFile(TOO_OLD, 'utf8')),
          early: emit('early.js', await minified('early', false)),
          start: emit(
            'start.js',
            start.replace('CLIENT_SCRIPTS', JSON.stringify(client.map((name) => `./${name}`))),
          ),
          later: emit('later.css', sheets.map(({ later }) => later).join('')),
        };
      },
    },
    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const bare = path.join(dir, 'index.html');
        const source = await readFile(bare, 'utf8');
        await writeFile(
          bare,
          source.replace(ROOT, () => `<div id="root">${loading}</div>${tooOldScript(own.tooOld)}`),
        );
        const shell = source.replaceAll(/<link rel="stylesheet"[^>]*>/g, '');
        for (const page of pages) {
          const screen = chunksOf(bundle, `/src/screens${page.path}.tsx`);
          const sheets = sheetsOf(bundle, page.path);
          const styles = sheets.map((name) => carried.get(name) ?? '').join('');
          const [seen = '', below] = page.markup.split(REST_OF_STYLES);
          const start = `<html ${FIRST_LOOK}>${LATE}${seen}`;
          const { first, later } =
            below === undefined
              ? { first: styles, later: '' }
              : splitStyles(styles, [start], [PRINT, FORCED_COLORS]);
          const html = scriptsLast(withPreloads(shell, screen), own)
            .replace('</title>', () => `</title>${firstPaintAfter(seen)}`)
            .replace(
              '<html',
              () => `<html data-path="${page.path}" data-prerendered-on="${today}" ${FIRST_LOOK}`,
            )
            .replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}</title>`)
            .replace('</head>', () => `<style>${first}</style>${sheets.map(sign).join('')}</head>`)
            .replace(ROOT, () => `${LATE}<div id="root">${page.markup}</div>`)
            .replace(REST_OF_STYLES, (place) => place.replace('><', `><style>${later}</style><`));
          await writeFile(path.join(dir, `${page.path.slice(1)}.html`), html);
        }
      },
    },
  };
}

/** Shown by its style alone (`src/app/app.css`) if the page's own scripts do not load. The last of them removes it. */
const LATE =
  '<aside id="late" class="no-script" role="alert">This page is not complete yet. What you type is not saved until it is. If this stays, please note down what you have typed, and load the page again.</aside>';

/** Marks the end of a page's first section. The other styles follow it (`src/screens/form-page.tsx`). */
const REST_OF_STYLES = '<span hidden="" data-styles=""></span>';

/**
 * In browsers that support it: no paint before the first text field is parsed. A paint within the header would move the
 * header a frame later. A paint without the field would delay the field.
 *
 * @returns a link to the first element behind that field, or behind the header
 */
function firstPaintAfter(markup: string): string {
  const [, id = 'main'] = / type="(?:text|email)"[^>]*>.*? id="([^"]+)"/s.exec(markup) ?? [];
  return `<link rel="expect" blocking="render" href="#${id}">`;
}

/** Until it is removed, sections far from the screen are not laid out (`src/screens/form-page.css`). */
const FIRST_LOOK = 'data-first-look';

/** A script of the room `first-visit` as it is sent. */
async function minified(name: string, isModule: boolean): Promise<string> {
  const file = path.join(FIRST_VISIT, `${name}.ts`);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  return (await minify(file, code, { module: isModule })).code;
}

/** Preloads scripts that the browser would otherwise discover one after another. */
function withPreloads(html: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const links = chunks
    .filter(({ fileName }) => !html.includes(fileName))
    .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

/** No other script waits for it: the page works in every supported browser if it does not load. */
function tooOldScript(file: string): string {
  return `<script async src="/${file}"></script>`;
}

/** Tells the loader of chunks that a style sheet is there. Browsers do not load one of this type. */
function sign(sheet: string): string {
  return `<link rel="stylesheet" type="text/plain" href="/${sheet}">`;
}

/**
 * Moves the scripts to the end of the page, which can be read and typed into without them. They run one after the
 * other, each in a task of its own. Once the scripts that block the page have run, a browser looks over every field to
 * fill it in. That should happen neither before the first paint nor in one task with our own start. So only the early
 * script blocks the page. The browser loads it from the top on, and runs it at the end.
 */
function scriptsLast(html: string, { tooOld, early, start, later }: OwnFiles): string {
  const last: string[] = [];
  const rest = html
    .replaceAll(SCRIPT, (_, address: string) => `<link rel="modulepreload" crossorigin href="${address}">`)
    .replaceAll(/[ \t]*<link rel="modulepreload"[^>]*>\n?/g, (link) => {
      last.push(link.trim());
      return '';
    });
  return rest
    .replace('</title>', () => `</title><link rel="preload" as="script" href="/${early}">`)
    .replace(
      '</body>',
      () =>
        `${tooOldScript(tooOld)}<script src="/${early}"></script>${last.join('')}<script type="module" async crossorigin src="/${start}"></script><link rel="stylesheet" href="/${later}"></body>`,
    );
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

/** The names of a page's style sheets, those of imported chunks first. */
function sheetsOf(bundle: Rolldown.OutputBundle, page: string): readonly string[] {
  const chunks = ['/src/app/start.tsx', `/src/screens${page}.tsx`].map((module) => chunksOf(bundle, module));
  const names = chunks.flatMap((some) =>
    some.toReversed().flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
  );
  return [...new Set(names)];
}

function sourceOf(bundle: Rolldown.OutputBundle, name: string): string {
  const file = bundle[name];
  return file?.type === 'asset' ? String(file.source).trim() : '';
}
