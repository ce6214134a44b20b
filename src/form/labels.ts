import { isBlank, type Answers } from './condition.ts';
import { questions } from './form.ts';
import { descKey } from './keys.ts';
import { hasDesc, labelIn, type RadioQuestion, type SelectQuestion } from './question.ts';

/**
 * The label of a chosen option, from the list that these answers give. A client sent the stored label, so it is used
 * only if the list does not have the value (any more).
 *
 * @param today gives `YYYY-MM-DD`, for lists of years
 */
export function labelOf(
  question: SelectQuestion | RadioQuestion,
  answers: Answers,
  today: () => string,
): string {
  const value = answers[question.key] ?? '';
  const stored = answers[descKey(question.key)];
  const kept = stored === undefined || isBlank(stored) ? value : stored;
  return labelIn(question, value, answers, today) ?? kept;
}

/** The answers plus the label of each chosen option, for readers other than the applicant. */
export function withLabels(
  answers: Readonly<Record<string, string>>,
  today: () => string,
): Record<string, string> {
  const chosen = questions.filter(hasDesc).filter(({ key }) => !isBlank(answers[key]));
  return {
    ...answers,
    ...Object.fromEntries(
      chosen.map((question) => [descKey(question.key), labelOf(question, answers, today)]),
    ),
  };
}

/**
 * The labels to store with some answers: of a choice, its option's label; of a blank one, a blank.
 *
 * @param some the answers that are stored
 * @param answers all answers: an option list may depend on them
 */
export function labelsWith(
  some: Readonly<Record<string, string>>,
  answers: Answers,
  today: () => string,
): Record<string, string> {
  const choices = questions.filter(hasDesc).filter(({ key }) => some[key] !== undefined);
  const all = { ...answers, ...some };
  return Object.fromEntries(
    choices.map((question) => {
      const value = some[question.key] ?? '';
      return [descKey(question.key), isBlank(value) ? '' : (labelIn(question, value, all, today) ?? value)];
    }),
  );
}
