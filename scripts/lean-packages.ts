import type { Plugin } from 'vite';

const REACT = /\/react-dom\/cjs\/react-dom-client\.production\.js$/;
const ROUTER = /\/react-router\/dist\/development\/.*\.mjs$/;

/**
 * Lets the bundler drop the parts of the router that nothing here uses. The bundler cannot know that creating them
 * and naming them for developer tools has no side effect, nor that no link here prefetches its target's framework
 * data. The router's warnings to developers are dropped, too; `npm run dev` shows them.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) =>
        code
          .replaceAll(
            /^(var \w+ = )(React\w*\.(?:forwardRef|createContext|memo)\()/gm,
            '$1/* @__PURE__ */ $2',
          )
          .replaceAll(
            /^(var \w+ = )(class extends React\w*\.Component \{.*?^\});$/gms,
            '$1/* @__PURE__ */ (() => $2)();',
          )
          .replaceAll(/shouldPrefetch && !isAbsolute \? .+ : link;$/gm, 'link;')
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^function warning\(cond, message\) \{.*?^\}$/ms, 'function warning() {}'),
    },
  };
}

/**
 * Makes React create its internal marks as plain objects. React throws these to itself, and they never leave it. A
 * real error computes its stack. In a browser under developer tools, tests or measurements, the first stack makes the
 * browser read all of React again, while the page starts.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    transform: {
      filter: { id: REACT },
      handler: (code) =>
        code.replaceAll(/(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g, '$1{ message: $2 }'),
    },
  };
}
