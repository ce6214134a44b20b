import { type ReactNode, startTransition, Suspense, useEffect, useLayoutEffect, useReducer } from 'react';
import { EnteredBefore } from './first-look.ts';

type Hydrate = () => void;

/** The parts of this page that React has not hydrated yet, in reading order. */
const waiting = new Set<Hydrate>();
let goOn: () => void = () => undefined;

/**
 * A part of a prerendered page that React hydrates by itself, in a task of its own. When a visitor touches a part,
 * React hydrates it before it handles the event.
 */
export function Apart({ children }: { readonly children: ReactNode }) {
  // React hydrates a part before it renders it again.
  const [, hydrate] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    waiting.add(hydrate);
    return () => leave(hydrate);
  }, []);
  return (
    <Suspense>
      <EnteredBefore />
      <Hydrated part={hydrate} />
      {children}
    </Suspense>
  );
}

function Hydrated({ part }: { readonly part: Hydrate }): null {
  useEffect(() => leave(part), [part]);
  return null;
}

function leave(part: Hydrate): void {
  waiting.delete(part);
  goOn();
}

/** Hydrates one part after the other. Without this, React would commit all of them in one task. */
export function hydrateParts(): Promise<void> {
  return new Promise((resolve) => {
    goOn = () => {
      const [next] = waiting;
      if (next !== undefined) return startTransition(next);
      goOn = () => undefined;
      resolve();
    };
    goOn();
  });
}
