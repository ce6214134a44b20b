import { useSyncExternalStore } from 'react';
import { useAnswersFacade } from './answers-context.tsx';

/** Returns the answers that the server refused, each with its reason. */
export function useRefusals(): ReadonlyMap<string, string> {
  const facade = useAnswersFacade();
  const snapshot = () => JSON.stringify([...facade.refusals]);
  const refusals: [string, string][] = JSON.parse(useSyncExternalStore(facade.subscribe, snapshot, snapshot));
  return new Map(refusals);
}
