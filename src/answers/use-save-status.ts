import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { clock } from '#device/clock.ts';
import { useAnswersFacade } from './answers-context.tsx';
import type { SaveStatus } from './save-status.ts';

const TICK_MS = 1000;
const NOTHING_YET = JSON.stringify({ text: '', tone: 'quiet' } satisfies SaveStatus);

/** Returns the save status; rerenders every second while it counts down to a retry. */
export function useSaveStatus(): SaveStatus {
  const { saveLine } = useAnswersFacade();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const serialized = useSyncExternalStore(
    saveLine.subscribe,
    () => JSON.stringify(saveLine.status),
    () => NOTHING_YET,
  );
  const status: SaveStatus = JSON.parse(serialized);
  const isCounting = status.spoken !== undefined;

  useEffect(() => (isCounting ? clock.every(TICK_MS, render) : undefined), [isCounting]);
  return status;
}
