/** What later browsers have as functions of `AbortSignal`; see scripts/baseline.ts. */

/** A signal that ends after a time, or with another signal. */
export function endAfter(ms: number, signal?: AbortSignal): AbortSignal {
  if ('any' in AbortSignal) {
    const timeout = AbortSignal.timeout(ms);
    return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  }
  const controller = new AbortController();
  const end = () => controller.abort();
  setTimeout(end, ms);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  return controller.signal;
}

/** Throws an `AbortError` if the signal has ended. */
export function throwIfEnded(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw ended();
}

export function ended(): DOMException {
  return new DOMException('This has ended.', 'AbortError');
}
