import type { Storage } from '#server/adapters/storage/storage.ts';

/**
 * Deletes a file that no row refers to any more. Ignores errors: the sweep deletes what is left.
 *
 * @returns whether the file is gone
 */
export async function discard(storage: Storage, key: string): Promise<boolean> {
  return storage.delete(key).then(
    () => true,
    () => false,
  );
}
