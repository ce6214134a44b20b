import type { Plugin } from 'vite';

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
