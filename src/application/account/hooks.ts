import { useMemo, useSyncExternalStore } from 'react';
import type { Answers } from '#form/condition.ts';
import { useApplication, useSelectedValue } from '../hooks.ts';
import { refusalsIn } from './select.ts';

/** Returns the answers as of the last pause in typing. */
export function useRestedAnswers(): Answers {
  const { subscribe, restedAnswers } = useApplication();
  return useSyncExternalStore(subscribe, restedAnswers, restedAnswers);
}

/** Returns the answers that the server refused, each with its reason. */
export function useRefusals(): ReadonlyMap<string, string> {
  const refused = useSelectedValue((state) => [...refusalsIn(state)]);
  return useMemo(() => new Map(refused), [refused]);
}
