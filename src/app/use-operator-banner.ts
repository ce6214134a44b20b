import { useEffect, useState } from 'react';
import { onceSettled } from '#ui/at-rest.ts';
import { useApplication } from './application-context.ts';

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
      signal.addEventListener(
        'abort',
        onceSettled(() => void watch().catch(() => undefined)),
      );
    });
    return () => ending.abort();
  }, [clock, whenShown]);
  return text;
}
