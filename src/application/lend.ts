// Answers of a link: shown, but nobody's until the visitor takes them (specification §6, temporary view).
import { applyChanges } from '#form/apply-changes.ts';
import type { Changes } from '#form/change.ts';
import { EMPTY_ANSWER, isBlank, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import type { Event, Turn } from './events.ts';
import { answersIn } from './select.ts';
import { show, showAll } from './records.ts';

/** Shows the answers of a link where a visitor has none. An applicant is only asked whether to take them. */
export function lend(turn: Turn, { answers }: Event<'lent'>): void {
  const { lent } = turn.state;
  lent.clear();
  for (const [key, value] of Object.entries(fittingIn(turn, answers))) {
    if (isBlank(value)) continue;
    lent.set(key, value);
    show(turn, key);
  }
}

/**
 * Ends the view of a link.
 *
 * @returns the changes that take its answers into the draft, where they still fit
 */
export function endLent(turn: Turn): Changes {
  const answers = Object.fromEntries(turn.state.lent);
  turn.state.lent.clear();
  showAll(turn);
  return fittingIn(turn, answers);
}

/** What fills blanks and leaves no impossible combination. Files and stamps belong to an account. */
function fittingIn({ state, now }: Turn, answers: Answers): Changes {
  const before = answersIn(state);
  const blanks = Object.entries(answers).filter(([key]) => {
    const kind = questionFor(key)?.kind ?? 'stamp';
    return kind !== 'stamp' && kind !== 'file' && isBlank(before[key]);
  });
  const filling = blanks.map(([key, value = EMPTY_ANSWER]) => [key, value] as const);
  return applyChanges(before, Object.fromEntries(filling), now.today);
}
