/** What later browsers have as functions of `AbortSignal`; see scripts/baseline.ts. */

/** A signal that ends after a time, or with another signal. */
export function endAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (signal === undefined) return timeout;
  if ('any' in AbortSignal) return AbortSignal.any([signal, timeout]);
  const controller = new AbortController();
  const end = () => controller.abort();
  for (const one of [signal, timeout]) {
    if (one.aborted) end();
    one.addEventListener('abort', end, { once: true });
  }
  return controller.signal;
}

/** Throws an `AbortError` if the signal has ended. */
export function throwIfEnded(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw ended();
}

export function ended(): DOMException {
  return new DOMException('This has ended.', 'AbortError');
}
