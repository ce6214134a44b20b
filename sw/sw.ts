/// <reference lib="webworker" />
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isSkipWaiting } from './messages.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The server's own paths, inserted by the build. They are never answered from a cache or with a page. */
declare const SERVER_PATHS: string;
/** The name of the readable session cookie begins with this. */
declare const MARKER_PREFIX: string;
/** Unknown paths lead to this route. */
declare const DEFAULT_ROUTE: string;
/** Routes without a prerendered page in the cache. */
declare const OTHER_ROUTES: readonly string[];
/**
 * Query parameters of links with a secret. Those are fetched from the network and not kept. If that fails or takes too
 * long, only the plain shell is served.
 */
declare const SECRET_PARAMETERS: readonly string[];
const PATIENCE_MS = 5000;

addPlugins([{ fetchDidSucceed: async ({ request, response }) => asKept(request, response) }]);
// The handler below chooses pages, also for /, because not everybody gets a prerendered one.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    async ({ request, url }) => {
      if (SECRET_PARAMETERS.some((name) => url.searchParams.has(name))) {
        const fetched = fetch(request).catch(() => undefined);
        const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
        return (await Promise.race([fetched, late])) ?? (await shell()) ?? Response.error();
      }
      // A browser may have emptied the cache but kept the worker.
      return (await prerendered(url.pathname)) ?? (await shell()) ?? fetch(request);
    },
    { denylist: [new RegExp(SERVER_PATHS)] },
  ),
);

function shell(): Promise<Response | undefined> {
  return matchPrecache('/index.html');
}

/** The prerendered page of a path. `undefined` for a visitor with a session, or if the cookies cannot be read. */
async function prerendered(path: string): Promise<Response | undefined> {
  const cookies = await self.cookieStore?.getAll().catch(() => undefined);
  if (cookies === undefined || cookies.some(({ name }) => name?.startsWith(MARKER_PREFIX))) return undefined;
  if (OTHER_ROUTES.includes(path)) return undefined;
  return (await matchPrecache(`${path}.html`)) ?? matchPrecache(`${DEFAULT_ROUTE}.html`);
}

/**
 * Disarms the preloads of a prerendered page before it is cached. Without preloads, cached scripts are still ready once
 * the page is parsed. With preloads, the browser would compile them during the first paint. The addresses stay in the
 * page: they name its release.
 */
async function asKept(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!response.ok || !pathname.endsWith('.html') || pathname === '/index.html') return response;
  const headers = new Headers(response.headers);
  // These describe the original body.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const page = await response.text();
  return new Response(page.replaceAll(/<link rel="(?:module)?preload"/g, '<link rel="part"'), {
    status: response.status,
    headers,
  });
}

// The first worker also controls the page that registered it: the device may go offline before a reload.
let isFirst = false;
self.addEventListener('install', () => {
  isFirst = self.registration.active === null;
});
self.addEventListener('activate', (event) => {
  if (isFirst) event.waitUntil(self.clients.claim());
});

// A new worker waits until the applicant accepts it, or until the last tab is closed.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
});
