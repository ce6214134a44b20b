import * as z from 'zod/mini';
import { isCalendarDate } from '#dates.ts';
import { plainDigits } from '#plain-text.ts';
import { isShown } from './asked.ts';
import { closedMessage } from './closing.ts';
import { EMPTY_ANSWER, holds, isBlank, type Answers } from './condition.ts';
import { isEmailAddress } from './email-address.ts';
import { pages } from './form.ts';
import { isOffered } from './offered.ts';
import { questionsOnPage, type Page } from './page.ts';
import type { Question, Rule, RuleTools } from './question.ts';
import { readAnswer } from './read-answer.ts';
import { yearsBefore } from './years-before.ts';

/** Messages per question key; a key without any is absent. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** Checks answers. It loads with an account, and for visitors whose entry term has closed: nobody else sees messages. */
export interface Judge {
  readonly messagesFor: typeof messagesFor;
  readonly formMessages: typeof formMessages;
}

const tools: Omit<RuleTools, 'today'> = {
  z: { string: z.string, regex: z.regex, refine: z.refine },
  isEmailAddress,
  isCalendarDate,
  yearsBefore,
};

/**
 * All distinct messages on one question. `required` checks a blank answer, and one that is not on offer and so not on
 * screen. `rule` checks any other answer. A hidden question is not checked.
 *
 * @param today `YYYY-MM-DD`, the date at the university
 * @param kept the entry term that was submitted in time, `''` for none
 * @param isDue false for messages before the applicant wants to submit: that a choice has closed
 * @see specification §5
 */
export function messagesFor(
  question: Question,
  answers: Answers,
  today: string,
  kept = '',
  isDue = true,
): readonly string[] {
  if (!isShown(question, answers)) return [];
  const closed = closedMessage(question, answers, today, kept);
  if (closed !== undefined) return [closed];
  if (!isDue) return [];
  const sent = answers[question.key] ?? EMPTY_ANSWER;
  // Numbers with a format of their own are checked exactly, with the digits of every script.
  const read = readAnswer(question, sent);
  const value = question.kind === 'text' || read === plainDigits(sent) ? read : sent;
  if (isBlank(value) || !isOffered(question, answers, () => today)) {
    const due = (question.required ?? []).filter(({ when }) => when === undefined || holds(when, answers));
    return [...new Set(due.map(({ message }) => message))];
  }
  const { rule, ruleWhen } = question;
  if (rule === undefined || (ruleWhen !== undefined && !holds(ruleWhen, answers))) return [];
  const verdict = schemaOf(question, rule, today).safeParse(value);
  return verdict.success ? [] : [...new Set(verdict.error.issues.map(({ message }) => message))];
}

/** The schema made from a question's rule, cached for the day. */
export function schemaOf(question: Question, rule: Rule, today: string): Schema {
  const known = schemas.get(question);
  if (known?.today === today) return known.schema;
  const schema = rule({ ...tools, today });
  schemas.set(question, { today, schema });
  return schema;
}
type Schema = ReturnType<Rule>;
const schemas = new WeakMap<Question, { readonly today: string; readonly schema: Schema }>();

/** The messages of one page, in reading order. */
export function pageMessages(page: Page, answers: Answers, today: string, kept = ''): Messages {
  return Object.fromEntries(
    questionsOnPage(page)
      .map((question) => [question.key, messagesFor(question, answers, today, kept)] as const)
      .filter(([, messages]) => messages.length > 0),
  );
}

/** The messages of the whole form. The server checks them at submit, the client while validating. */
export function formMessages(answers: Answers, today: string, kept = ''): Messages {
  return Object.assign({}, ...pages.map((page) => pageMessages(page, answers, today, kept)));
}
