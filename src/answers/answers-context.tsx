import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AnswerStore } from './answer-store.ts';
import type { AnswersFacade } from './answers-facade.ts';

const AnswersContext = createContext<AnswersFacade | undefined>(undefined);
export const AnswersProvider = AnswersContext.Provider;

export function useAnswersFacade(): AnswersFacade {
  const facade = useContext(AnswersContext);
  if (facade === undefined) throw new Error('There are no answers outside AnswersProvider.');
  return facade;
}

export function useAnswerStore(): AnswerStore {
  return useAnswersFacade().store;
}

/** Whether any question has an answer. */
export function useHasAnswers(): boolean {
  const store = useAnswerStore();
  return useSyncExternalStore(
    store.subscribeAll,
    () => store.hasAnswers,
    () => false,
  );
}
