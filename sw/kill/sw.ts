/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/**
 * Takes the place of a worker that does harm (docs/offline.md, Kill switch): empties its caches and goes. What
 * applicants typed rests in IndexedDB and is not touched.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

export {};
