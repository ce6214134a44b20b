import { useEffect, useState } from 'react';
import { useBanner } from '#api/banner.ts';
import { useApplication } from './application-context.ts';

/** The first visit's own requests are over by then. */
const REST_MS = 3000;

/** The operator's sentence, once the page rests: it never holds up the form. */
export function useOperatorBanner(): string | undefined {
  const { whenShown } = useApplication();
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void whenShown.then(() => {
      if (ending.signal.aborted) return;
      const timer = setTimeout(() => setAtRest(true), REST_MS);
      ending.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    return () => ending.abort();
  }, [whenShown]);
  return useBanner(isAtRest);
}
