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

/** The server's own paths, put in by the build: never answered from a cache, never taken for a page. */
declare const SERVER_PATHS: string;
/** The readable cookie of a session begins with this. */
declare const MARKER_PREFIX: string;
/** Where an unknown path leads to. */
declare const DEFAULT_ROUTE: string;
/** Routes without a prerendered page in the cache. */
declare const OTHER_ROUTES: readonly string[];
/** Links that carry a secret go to the network first, and only the plain shell stands in for them. */
const SECRETS = ['token', 'service_token', 'id'];
const RESET_LINK = /^\/reset\/?\?/;
const PRELOAD = /<link rel="modulepreload"[^>]*>/g;

addPlugins([{ fetchDidSucceed: async ({ request, response }) => asKept(request, response) }]);
// Pages are chosen below: a prerendered one is not for everybody.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    async ({ request, url }) => {
      if (SECRETS.some((name) => url.searchParams.has(name)) || RESET_LINK.test(url.pathname + url.search)) {
        try {
          return await fetch(request);
        } catch {
          return shell();
        }
      }
      return (await prerendered(url.pathname)) ?? shell();
    },
    { denylist: [new RegExp(SERVER_PATHS)] },
  ),
);

async function shell(): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? Response.error();
}

/** The prerendered page of a path, for somebody who has no session. */
async function prerendered(path: string): Promise<Response | undefined> {
  const cookies = await self.cookieStore?.getAll().catch(() => undefined);
  if (cookies === undefined || cookies.some(({ name }) => name?.startsWith(MARKER_PREFIX))) return undefined;
  const route = path.replace(/\/$/, '');
  if (OTHER_ROUTES.includes(route)) return undefined;
  return (await matchPrecache(`${route}.html`)) ?? matchPrecache(`${DEFAULT_ROUTE}.html`);
}

/**
 * A prerendered page is kept without its preloads. What lies on the device is there when the page has been read; sooner,
 * scripts would be read and compiled beside its first paint.
 */
async function asKept(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!response.ok || !pathname.endsWith('.html') || pathname === '/index.html') return response;
  const headers = new Headers(response.headers);
  // The body is no longer the one that they are about.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const page = await response.text();
  return new Response(page.replaceAll(PRELOAD, ''), { status: response.status, headers });
}

// The first one answers for the page that brought it, too, which may go off line before it is opened again.
let isFirst = false;
self.addEventListener('install', () => {
  isFirst = self.registration.active === null;
});
self.addEventListener('activate', (event) => {
  if (isFirst) event.waitUntil(self.clients.claim());
});

// A new worker waits until the applicant says so, or until the last tab is closed.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
});
