import { useEffect, useState } from 'react';
import { useApplication } from './application-context.ts';

/** The first visit's own requests are over by then. */
const REST_MS = 3000;

/** The operator's sentence, once the page rests: it never holds up the form. */
export function useOperatorBanner(): string | undefined {
  const { clock, whenShown } = useApplication();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const watch = async () => {
      const { watchBanner } = await import('#api/banner.ts');
      if (!signal.aborted) signal.addEventListener('abort', watchBanner(clock, setText));
    };
    void whenShown.then(() => {
      if (signal.aborted) return;
      // A part that does not come is asked for at the next visit.
      const timer = setTimeout(() => void watch().catch(() => undefined), REST_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
    return () => ending.abort();
  }, [clock, whenShown]);
  return text;
}
