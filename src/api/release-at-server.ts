import { endAfter } from '#device/ending.ts';

/** The client's main file. Its name contains a hash of its contents, and of all that it can load. */
const MAIN_FILE = /\/assets\/form-([\w-]+)\.js/;
const PATIENCE_MS = 10_000;

const releaseIn = (html: string) => MAIN_FILE.exec(html)?.[1];

/**
 * Asks the server which release it has.
 *
 * @returns undefined if the server cannot be reached, or if somebody else answers in its place
 */
export async function releaseAtServer(): Promise<string | undefined> {
  try {
    // Because of the query, the service worker does not answer.
    const response = await fetch('/index.html?now', {
      cache: 'no-store',
      signal: endAfter(PATIENCE_MS),
    });
    return releaseIn(await response.text());
  } catch {
    return undefined;
  }
}

/** The release that this page runs. */
export function releaseHere(): string {
  return releaseIn(document.documentElement.outerHTML) ?? 'unknown';
}
