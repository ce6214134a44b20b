import { useEffect, useState } from 'react';

const RETRY_MS = 3000;

/** A module that loads when something on the page needs it. */
export interface Part<M> {
  /** The module; null until it has loaded. */
  readonly loaded: M | null;
  /** Loads the module. Rejects offline if never loaded, or if a deploy removed the file; call again to retry. */
  load: () => Promise<M>;
}

export function definePart<M>(fetchModule: () => Promise<M>): Part<M> {
  let loaded: M | null = null;
  let numFailures = 0;
  return {
    get loaded() {
      return loaded;
    },
    async load() {
      try {
        return (loaded ??= await fetchModule());
      } catch (error) {
        numFailures += 1;
        return (loaded = await fetchAnew<M>(error, numFailures));
      }
    },
  };
}

/** A browser remembers a failed module as failed until the page closes, so the retry uses another address. */
async function fetchAnew<M>(error: unknown, numFailures: number): Promise<M> {
  const address = error instanceof Error ? /https?:\S+/.exec(error.message)?.[0] : undefined;
  if (address === undefined) throw error;
  const url = new URL(address);
  url.searchParams.set('again', String(numFailures));
  const module: M = await import(/* @vite-ignore */ url.href);
  return module;
}

/**
 * Returns the module once it is wanted and loaded, else null. React's `lazy` does not fit: it remembers a failed load
 * for good and throws it at the page. A widget can work without the part while this hook retries.
 */
export function usePart<M>(part: Part<M>, isWanted: boolean): M | null {
  const [, setHasArrived] = useState(false);
  const { loaded } = part;

  useEffect(() => {
    // Compare with the render's value: another widget may have loaded the part since.
    if (!isWanted || loaded !== null) return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const load = () => {
      part.load().then(
        () => {
          if (isCurrent) setHasArrived(true);
        },
        () => {
          if (isCurrent) retry = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    return () => {
      isCurrent = false;
      clearTimeout(retry);
    };
  }, [part, isWanted, loaded]);

  return isWanted ? loaded : null;
}
