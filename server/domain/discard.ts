import type { Storage } from '#server/adapters/storage/storage.ts';

/** Deletes a file that no row knows any more. What cannot be deleted now is found by the sweep. */
export async function discard(storage: Storage, key: string): Promise<void> {
  await storage.delete(key).catch(() => undefined);
}
