/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/**
 * Replaces a worker that does harm (docs/offline.md, Kill switch): deletes its caches and unregisters. The
 * applicant's answers are in IndexedDB and are not touched.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

export {};
