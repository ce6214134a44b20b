/** The client's main file. Its name holds a hash of its contents, and of all that it can load. */
const MAIN_FILE = /\/assets\/form-([\w-]+)\.js/;
const PATIENCE_MS = 10_000;

/**
 * Asks the server which release it has: the one that this page runs, or another one.
 *
 * @returns undefined if the server cannot be reached, or if somebody else answers in its place
 */
export async function releaseAtServer(): Promise<'this' | 'other' | undefined> {
  try {
    // The query leads past the service worker.
    const response = await fetch('/index.html?now', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const [there] = MAIN_FILE.exec(await response.text()) ?? [];
    const [here] = MAIN_FILE.exec(document.documentElement.outerHTML) ?? [];
    if (there === undefined) return undefined;
    return there === here ? 'this' : 'other';
  } catch {
    return undefined;
  }
}

export function releaseHere(): string {
  return MAIN_FILE.exec(document.documentElement.outerHTML)?.[1] ?? 'unknown';
}
