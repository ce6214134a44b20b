import { holds, isBlank, type Answers } from './condition.ts';
import { pages } from './form.ts';
import { questionsOnPage, type Page } from './page.ts';
import type { Question } from './question.ts';

/** Messages per question key; a key without any is absent. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** Whether a question is on screen for these answers. */
export function isShown(question: Question, answers: Answers): boolean {
  return question.when === undefined || holds(question.when, answers);
}

/** Whether a blank answer to this question would be an error now. */
export function isRequired(question: Question, answers: Answers): boolean {
  return (
    isShown(question, answers) &&
    (question.required ?? []).some(({ when }) => when === undefined || holds(when, answers))
  );
}

/**
 * All distinct messages on one question. `required` judges a blank answer, `rule` any other; a hidden
 * question is not judged.
 *
 * @param today `YYYY-MM-DD`, the date at the university
 * @see specification §5
 */
export function messagesFor(question: Question, answers: Answers, today: string): readonly string[] {
  if (!isShown(question, answers)) return [];
  const value = answers[question.key];
  if (value === undefined || isBlank(value)) {
    const due = (question.required ?? []).filter(({ when }) => when === undefined || holds(when, answers));
    return [...new Set(due.map(({ message }) => message))];
  }
  const { rule, ruleWhen } = question;
  if (rule === undefined || (ruleWhen !== undefined && !holds(ruleWhen, answers))) return [];
  const schema = typeof rule === 'function' ? rule(today) : rule;
  const verdict = schema.safeParse(value);
  return verdict.success ? [] : [...new Set(verdict.error.issues.map(({ message }) => message))];
}

/** The messages of one page, in reading order. */
export function pageMessages(page: Page, answers: Answers, today: string): Messages {
  return Object.fromEntries(
    questionsOnPage(page)
      .map((question) => [question.key, messagesFor(question, answers, today)] as const)
      .filter(([, messages]) => messages.length > 0),
  );
}

/** The messages of the whole form; what the server checks at submit and the client while validating. */
export function formMessages(answers: Answers, today: string): Messages {
  return Object.assign({}, ...pages.map((page) => pageMessages(page, answers, today)));
}
