/** A value, and the listeners to its changes. Both functions fit `useSyncExternalStore`. */
export function watched<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): T => value,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
