import type { Storage } from '#server/adapters/storage/storage.ts';

/** Deletes a file that no row refers to any more. Ignores errors: the sweep deletes what is left. */
export async function discard(storage: Storage, key: string): Promise<void> {
  await storage.delete(key).catch(() => undefined);
}
