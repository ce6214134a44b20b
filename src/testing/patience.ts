import { vi } from 'vitest';

/** How long a wait for a state may take, unless it says otherwise. Vitest's second is too short for a busy machine. */
const PATIENCE_MS = 10_000;

// All files of a worker share `vi`, and each of them loads this one.
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor } = vi;
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  };
}
