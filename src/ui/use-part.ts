import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepTrying } from '#retry.ts';

/** A module that loads when something on the page needs it. All code that loads on demand is a part. */
export interface Part<M> {
  /** The module; null until it has loaded. */
  readonly loaded: M | null;
  /** Loads the module. Rejects offline if never loaded, or if a deploy removed the file; call again to retry. */
  load: () => Promise<M>;
}

export function definePart<M>(fetchModule: () => Promise<M>): Part<M> {
  let loaded: M | null = null;
  let loading: Promise<M> | undefined;

  return {
    get loaded() {
      return loaded;
    },
    load: () =>
      (loading ??= fetchModule().then(
        (module) => (loaded = module),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
}

/** Parts that a press waits for although they failed to load, and who is told when that changes. */
const missing = new Set<object>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something that was pressed does not open because its code has not loaded. The page must say so. */
export function useIsPartMissing(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => missing.size > 0,
    () => false,
  );
}

/**
 * Returns the module once it is wanted and loaded, else null; loading is tried until it succeeds. React's `lazy` does
 * not fit: it remembers a failed load for good, and throws it. A widget can work without the part until then.
 *
 * @param isPressed whether nothing happens until then although the applicant has pressed something
 */
export function usePart<M>(part: Part<M>, isWanted: boolean, isPressed = false): M | null {
  const [, setHasArrived] = useState(false);
  const { loaded } = part;

  useEffect(() => {
    // Compare with the render's value: another widget may have loaded the part since.
    if (!isWanted || loaded !== null) return undefined;
    const arrive = () => {
      setHasArrived(true);
      return true;
    };
    const miss = () => {
      if (isPressed) missing.add(part);
      tell();
      return false;
    };
    const end = keepTrying(() => part.load().then(arrive, miss));
    return () => {
      end();
      missing.delete(part);
      tell();
    };
  }, [part, isWanted, isPressed, loaded]);

  return isWanted ? loaded : null;
}
