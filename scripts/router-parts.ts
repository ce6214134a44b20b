import { build, type Plugin, type Rolldown } from 'vite';

/** All that the client imports of the router. A build that imports another name fails until it is listed here. */
const USED = ['BrowserRouter', 'Navigate', 'useHref', 'useLinkClickHandler', 'useLocation', 'useNavigate'];
const ENTRY = '\0router-parts';
const REACT = '\0react-for-the-router';
const SOURCES: Readonly<Record<string, string>> = {
  [ENTRY]: `export { ${USED.join()} } from 'react-router-dom'`,
  // Calls of these have no effect. React's own files do not say so.
  [REACT]: `export * from 'react';
    import * as react from 'react';
    /* @__NO_SIDE_EFFECTS__ */ export function createContext(value) { return react.createContext(value) }
    /* @__NO_SIDE_EFFECTS__ */ export function forwardRef(render) { return react.forwardRef(render) }
    /* @__NO_SIDE_EFFECTS__ */ export function memo(component) { return react.memo(component) }`,
};

/**
 * Bundles the router by itself, so that its unused components are left out. All of it is one file, which makes each
 * component by a call of React's, and sets its name. To the bundler both are side effects, unless it is told otherwise.
 * For all packages that would not be true: some register themselves by setting a property.
 */
export function routerParts(): Plugin {
  return {
    name: 'router-parts',
    apply: 'build',
    load: { filter: { id: /node_modules\/react-router-dom\/dist\/index\.mjs$/ }, handler: bundled },
  };
}

async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'router-parts-sources',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id === 'react') return importer === REACT ? { id, external: true } : REACT;
          return id in SOURCES ? id : undefined;
        },
        load: (id) => SOURCES[id],
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        external: /^react-dom/,
        treeshake: { propertyWriteSideEffects: false },
        output: { minify: false },
      },
    },
  });
  const [chunk] = [result]
    .flat()
    .flatMap(outputOf)
    .filter((file) => file.type === 'chunk');
  if (chunk === undefined) throw new Error('The router was not bundled.');
  return chunk.code;
}

function outputOf(result: object): Rolldown.RolldownOutput['output'][number][] {
  return 'output' in result && Array.isArray(result.output) ? result.output : [];
}
