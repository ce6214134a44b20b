import type { Plugin } from 'vite';

const REACT = /\/react-dom\/cjs\/react-dom-client\.production\.js$/;
const ROUTER = /\/react-router\/dist\/development\/.*\.mjs$/;

/**
 * Lets the bundler leave out the parts of the router that nothing here uses: it cannot know that making them and
 * naming them for developer tools has no effect, nor that no link here has its target's framework data fetched.
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
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''),
    },
  };
}

/**
 * Has React make the marks that it throws to itself, and never lets out, as plain objects. A real error has its stack
 * worked out: a browser that is being watched (by developer tools, tests or measurements) reads all of React once more
 * for the first of them, while the page starts.
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
