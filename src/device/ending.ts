/** What later browsers have as functions of `AbortSignal`; see scripts/baseline.ts. */

/** A signal that ends after a time, or with one of these. */
export function endAfter(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const signals = [AbortSignal.timeout(ms), ...others].filter((one) => one !== undefined);
  if ('any' in AbortSignal) return AbortSignal.any(signals);
  const controller = new AbortController();
  const end = () => controller.abort();
  for (const one of signals) {
    if (one.aborted) end();
    one.addEventListener('abort', end, { once: true });
  }
  return controller.signal;
}

/** Throws an `AbortError` if the signal has ended. */
export function throwIfEnded(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError();
}

export function abortError(): DOMException {
  return new DOMException('This has ended.', 'AbortError');
}
