import { useCallback, useSyncExternalStore } from 'react';
import type { AnswerKey } from '#form/keys.ts';
import { useAnswerStore } from './answers-context.tsx';

/** One answer as typed (`''` when blank), and a setter that keeps it on the device at once. */
export function useAnswer(key: AnswerKey): readonly [string, (value: string) => void] {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const snapshot = () => store.get(key);
  const value = useSyncExternalStore(subscribe, snapshot, snapshot);
  const setValue = useCallback((next: string) => store.set(key, next), [store, key]);
  return [value, setValue];
}
