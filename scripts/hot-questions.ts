import type { Plugin } from 'vite';

const ADOPT = 'virtual:adopt';
const SECTIONS = /\/src\/form\/(about-you|education|final-steps)\/(?!.*\.test\.)[^/]+\.ts$/;

/**
 * For `npm run dev`: shows changed words of a question without loading the page again, because a page is 250 requests
 * here. Many files refer to a question, so its object is changed in place.
 */
export function hotQuestions(): Plugin {
  return {
    name: 'hot-questions',
    apply: 'serve',
    resolveId: (id) => (id === ADOPT ? `\0${ADOPT}` : undefined),
    load: (id) => (id === `\0${ADOPT}` ? `export ${adopt.toString()}` : undefined),
    transform(code, id) {
      if (!SECTIONS.test(id)) return undefined;
      const names = [...code.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
      return `${code}
        import { adopt } from '${ADOPT}';
        if (import.meta.hot) {
          const held = (import.meta.hot.data.held ??= { ${names.join()} });
          import.meta.hot.accept((next) => {
            if (adopt(held, { ...next })) document.dispatchEvent(new Event('questionschanged'));
            else import.meta.hot.invalidate();
          });
        }`;
    },
  };
}

/**
 * Makes an object equal to another without replacing the objects inside it. Also runs in the browser, as text, and so
 * uses nothing from outside.
 *
 * @returns false if a list has another length: then everything that was made from it must be made again
 */
export function adopt(held: object, next: object): boolean {
  if (Array.isArray(held) && (!Array.isArray(next) || held.length !== next.length)) return false;
  for (const name of Object.keys(held)) if (!(name in next)) Reflect.deleteProperty(held, name);
  return Object.entries(next).every(([name, value]) => {
    const own: unknown = Reflect.get(held, name);
    const isBoth = typeof own === 'object' && own !== null && typeof value === 'object' && value !== null;
    return isBoth ? adopt(own, value) : Reflect.set(held, name, value);
  });
}
