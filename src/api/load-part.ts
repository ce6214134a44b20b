/** The files of parts that have loaded or are loading. */
const files = new Map<string, Promise<unknown>>();

/**
 * The build puts this around each import at run time, in place of Vite's own function. Most browsers of 2026 remember
 * a module that failed to load, and with it all that import it, until the page closes. So a part is imported once its
 * files are in the browser's cache.
 *
 * @param names the part's file and all that it needs, but for the files that every page begins with
 */
export async function __vitePreload<M>(importPart: () => Promise<M>, names: readonly string[]): Promise<M> {
  try {
    await Promise.all(names.map(load));
    return await importPart();
  } catch (error) {
    dispatchEvent(new Event('partmissing'));
    throw error;
  }
}

function load(name: string): Promise<unknown> {
  const href = `/${name}`;
  let file = files.get(href);
  if (file === undefined) {
    file = isLinked(href) ? Promise.resolve() : name.endsWith('.css') ? link(href) : fetchWhole(href);
    files.set(href, file);
    file.catch(() => files.delete(href));
  }
  return file;
}

/** Prerendered pages link to the files of their screen. */
function isLinked(href: string): boolean {
  return document.querySelector(`link[href="${href}"]`) !== null;
}

async function fetchWhole(href: string): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} has not loaded.`);
  await response.blob();
}

function link(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const added = document.createElement('link');
    Object.assign(added, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve });
    added.onerror = () => {
      added.remove();
      reject(new TypeError(`${href} has not loaded.`));
    };
    document.head.append(added);
  });
}
