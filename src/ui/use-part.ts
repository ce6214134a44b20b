import { type ComponentType, useEffect, useState } from 'react';

const RETRY_MS = 3000;

/** A heavy part of a widget, in a file of its own. */
export interface Part<P> {
  /** The component, once it has come. */
  readonly loaded: ComponentType<P> | null;
  /** Fetches it, or rejects: off line and never loaded, or gone with a deploy. Asked again, it tries again. */
  load: () => Promise<void>;
}

export function definePart<P>(fetchPart: () => Promise<ComponentType<P>>): Part<P> {
  let loaded: ComponentType<P> | null = null;
  return {
    get loaded() {
      return loaded;
    },
    async load() {
      loaded ??= await fetchPart();
    },
  };
}

/**
 * The part when it is wanted and there, else null. Not React's `lazy`: that keeps a failed fetch for ever, and throws
 * it at the page, where a widget can do without the part while it tries again.
 */
export function usePart<P>(part: Part<P>, isWanted: boolean): ComponentType<P> | null {
  const [, setHasArrived] = useState(false);

  useEffect(() => {
    if (!isWanted || part.loaded !== null) return;
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
  }, [part, isWanted]);

  return isWanted ? part.loaded : null;
}
