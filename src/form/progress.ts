import { isBlank, type Answers } from './condition.ts';
import { isRequired } from './messages.ts';
import { questionsIn, type Page, type Section } from './page.ts';
import type { Question } from './question.ts';

/** How many of the questions that must be answered now are. */
export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/** Required questions that show, with how many of them have an answer. */
export function progressOf(part: Page | Section, answers: Answers): Progress {
  const questions: readonly Question[] =
    'sections' in part
      ? part.sections.flatMap(({ elements }) => elements.flatMap(questionsIn))
      : part.elements.flatMap(questionsIn);
  const due = questions.filter((question) => isRequired(question, answers));
  const open = due.filter(({ key }) => isBlank(answers[key]));
  return { answered: due.length - open.length, required: due.length };
}
