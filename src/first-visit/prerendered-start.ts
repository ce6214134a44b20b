/**
 * Starts the client in a prerendered page, from a file of its own. It imports the client's scripts one after the other,
 * so that each runs in a task of its own.
 */

/** The client's scripts, inserted by the build. */
declare const CLIENT_SCRIPTS: readonly string[];

// The visitor may have requested another path: any unknown one leads to the default route. The client reads the path.
const { path } = document.documentElement.dataset;
if (path !== undefined && path !== location.pathname)
  history.replaceState(history.state, '', path + location.search + location.hash);

/** Paint the page first: with cached scripts, the client starts at once and takes longer than a frame. */
const PAINTED_AFTER_MS = 500;
if (!document.hidden)
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_AFTER_MS);
  });

// `too-old.js` has said so, and hidden the form.
if (window.isTooOld !== true)
  try {
    for (const script of CLIENT_SCRIPTS) await import(script);
    document.querySelector('#late')?.remove();
  } catch {
    window.loadAgain?.();
  }

export {};
