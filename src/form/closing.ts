import type { Answers } from './condition.ts';
import { hasDesc, optionsOf, type Question } from './question.ts';

/** `closes` in words, such as `July 15`. */
export function closingDay(closes: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${closes}T00:00:00Z`));
}

/**
 * The message on a chosen option that has closed, such as an entry term: it is offered until its last day ends at the
 * university.
 *
 * @param today `YYYY-MM-DD`, the date at the university
 * @param kept the option that the applicant may keep, because it was submitted in time
 */
export function closedMessage(
  question: Question,
  answers: Answers,
  today: string,
  kept: string,
): string | undefined {
  const value = answers[question.key];
  if (!hasDesc(question) || value === kept) return undefined;
  const chosen = optionsOf(question, answers, () => today).find((option) => option.value === value);
  return chosen?.closes !== undefined && chosen.closes < today
    ? `${chosen.label} closed on ${closingDay(chosen.closes)}. Please choose another term.`
    : undefined;
}
