import type { AnswersFacade } from '#answers/answers-facade.ts';
import type { WaitingState } from '#api/server-state.ts';

/** The counts and tabs that the outbox still holds: they are newer than what the server says. */
export function waitingIn(answers: AnswersFacade): WaitingState {
  return {
    counts: () =>
      Object.fromEntries(
        answers.waiting.flatMap((one) =>
          one.kind === 'add-another' ? [[one.button_id, one.num_components]] : [],
        ),
      ),
    chosenTabs: () =>
      Object.fromEntries(
        answers.waiting.flatMap((one) => (one.kind === 'tabs' ? [[one.tab_id, one.chosen_tab]] : [])),
      ),
  };
}
