interface Line {
  readonly signal: AbortSignal;
  /** Called when another tab has the lock. */
  readonly onWait: () => void;
}

/**
 * Runs work in one tab at a time, if the browser has Web Locks. The others wait in line; when a tab closes, the next
 * one runs.
 */
export async function inLine(name: string, line: Line, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
    return lock !== null;
  });
  if (isDone) return;
  line.onWait();
  await locks.request(name, { signal: line.signal }, work);
}
