import { open } from 'node:fs/promises';

/** Flushes a folder to the disk. A rename survives a power cut only after that. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
