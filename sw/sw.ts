/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isSkipWaiting } from './messages.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The server's own paths: never answered from a cache, never taken for a page. */
const SERVER_PATHS = /^\/(api|public|service|lookup|storage|dev|healthz|readyz|openapi\.json|metrics)(\/|$)/;
/** Links that carry a secret: they go to the network first, and only the plain shell stands in for them. */
const SECRET_QUERY = /[?&](token|service_token|id)=/;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    async ({ request, url }) => {
      if (SECRET_QUERY.test(url.search)) {
        try {
          return await fetch(request);
        } catch {
          return shell();
        }
      }
      return shell();
    },
    { denylist: [SERVER_PATHS] },
  ),
);

async function shell(): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? Response.error();
}

// A new worker waits until the applicant says so, or until the last tab is closed.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
});
