import type { Plugin, Rolldown } from 'vite';

const RUNTIME = 'rolldown-runtime';
const IMPORT = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${RUNTIME}-[\\w-]+\\.js";`);
const EXPORT = /export\s*\{([^}]*)\};?\s*$/;

/**
 * Puts the bundler's few helper functions into the named chunks. They have no state, so that each may have its own. As
 * a file they would cost each first visit one request more, before its first paint.
 */
export function runtimeWithin(names: readonly string[]): Plugin {
  return {
    name: 'runtime-within',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === RUNTIME);
        if (runtime === undefined) throw new Error('The bundler has made no file of its helpers.');
        const helpers = asExpression(runtime.code);
        for (const chunk of chunks) {
          if (!names.includes(chunk.name) || !chunk.imports.includes(runtime.fileName)) continue;
          replaceImport(chunk, helpers);
          chunk.imports = chunk.imports.filter((name) => name !== runtime.fileName);
        }
        const page = bundle['index.html'];
        if (page?.type === 'asset') page.source = String(page.source).replace(tagOf(runtime), '');
      },
    },
  };
}

/** The module's code as an expression whose value has its exports. */
function asExpression(code: string): string {
  const [all = '', listed = ''] = EXPORT.exec(code) ?? [];
  if (listed === '') throw new Error('The bundler writes its helpers in another way.');
  const exports = pairs(listed).map(([own, exported]) => `${exported}:${own}`);
  return `(()=>{${code.slice(0, -all.length)}\nreturn{${exports.join()}}})()`;
}

function replaceImport(chunk: Rolldown.OutputChunk, helpers: string): void {
  const [all = '', listed = ''] = IMPORT.exec(chunk.code) ?? [];
  if (listed === '') throw new Error(`${chunk.fileName} imports the bundler's helpers in another way.`);
  const imports = pairs(listed).map(([exported, own]) => `${exported}:${own}`);
  chunk.code = `const{${imports.join()}}=${helpers};${chunk.code.replace(all, '')}`;
}

/** `a as b,c` as `[['a', 'b'], ['c', 'c']]`. */
function pairs(listed: string): readonly (readonly [string, string])[] {
  return listed.split(',').map((name) => {
    const [before = '', after = before] = name.trim().split(' as ');
    return [before, after];
  });
}

function tagOf({ fileName }: Rolldown.OutputChunk): RegExp {
  return new RegExp(`[ \\t]*<script [^>]* src="/${fileName}"></script>\\n?`);
}
