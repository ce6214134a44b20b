import { type ComponentType, useEffect, useState } from 'react';

const RETRY_MS = 3000;

/** A heavy part of a widget, in a file of its own. */
export interface Part<P> {
  /** The component, once it has come. */
  readonly loaded: P | null;
  /** Fetches it, or rejects: off line and never loaded, or gone with a deploy. Asked again, it tries again. */
  load: () => Promise<P>;
}

/** @param pick takes the part out of the module */
export function definePart<M, P>(fetchModule: () => Promise<M>, pick: (module: M) => P): Part<P> {
  let loaded: P | null = null;
  let numFailures = 0;
  return {
    get loaded() {
      return loaded;
    },
    async load() {
      if (loaded !== null) return loaded;
      try {
        loaded = pick(await fetchModule());
      } catch (error) {
        numFailures += 1;
        loaded = pick(await fetchAnew<M>(error, numFailures));
      }
      return loaded;
    },
  };
}

/** A browser keeps a module that failed as failed, for as long as the page lives; under another address it does not. */
async function fetchAnew<M>(error: unknown, numFailures: number): Promise<M> {
  const address = error instanceof Error ? /https?:\S+/.exec(error.message)?.[0] : undefined;
  if (address === undefined) throw error;
  const url = new URL(address);
  url.searchParams.set('again', String(numFailures));
  const module: M = await import(/* @vite-ignore */ url.href);
  return module;
}

/**
 * The part when it is wanted and there, else null. Not React's `lazy`: that keeps a failed fetch for ever, and throws
 * it at the page, where a widget can do without the part while it tries again.
 */
export function usePart<P>(part: Part<ComponentType<P>>, isWanted: boolean): ComponentType<P> | null {
  const [, setHasArrived] = useState(false);
  const { loaded } = part;

  useEffect(() => {
    // What was drawn counts: meanwhile the part may have come for somebody else.
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
