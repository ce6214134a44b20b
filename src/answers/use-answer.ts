import { useCallback, useSyncExternalStore } from 'react';
import { unfinishedKey, type AnswerKey, type UnfinishedKey } from '#form/keys.ts';
import { useAnswerStore } from './answers-context.tsx';

type AnswerAndSetter = readonly [value: string, setValue: (value: string) => void];

/** Returns one answer (`''` when blank) and a setter that shows and stores it. */
export function useAnswer(key: AnswerKey): AnswerAndSetter {
  return useKept(key, useAnswerStore().set);
}

/** Like `useAnswer`, for a text field that shows its own text: the page updates after the frame. */
export function useTypedAnswer(key: AnswerKey): AnswerAndSetter {
  return useKept(key, useAnswerStore().type);
}

/** Like `useAnswer`, for what stands in the boxes of a date while they hold no whole date. */
export function useUnfinished(key: AnswerKey): AnswerAndSetter {
  return useKept(unfinishedKey(key), useAnswerStore().set);
}

type Key = AnswerKey | UnfinishedKey;

function useKept<K extends Key>(key: K, keep: (key: K, value: string) => void): AnswerAndSetter {
  const store = useAnswerStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const snapshot = () => store.get(key);
  const value = useSyncExternalStore(subscribe, snapshot, snapshot);
  const setValue = useCallback((next: string) => keep(key, next), [keep, key]);
  return [value, setValue];
}
