import { isRequired } from './asked.ts';
import { isBlank, type Answers } from './condition.ts';
import { questionsIn, type Page, type Section } from './page.ts';
import type { Question } from './question.ts';

/** How many of the questions that must be answered now are. */
export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/** Required questions that show, with how many of them have an answer. */
export function progressOf(part: Page | Section, answers: Answers): Progress {
  if ('sections' in part) {
    const sections = part.sections.map((section) => progressOf(section, answers));
    return {
      answered: sections.reduce((sum, { answered }) => sum + answered, 0),
      required: sections.reduce((sum, { required }) => sum + required, 0),
    };
  }
  const known = progressOfSections.get(part);
  if (known?.answers === answers) return known.progress;
  const progress = countIn(part.elements.flatMap(questionsIn), answers);
  progressOfSections.set(part, { answers, progress });
  return progress;
}

/** The last count of each section, since several parts of the screen ask for the same. */
const progressOfSections = new WeakMap<Section, { readonly answers: Answers; readonly progress: Progress }>();

function countIn(questions: readonly Question[], answers: Answers): Progress {
  const due = questions.filter((question) => isRequired(question, answers));
  const open = due.filter(({ key }) => isBlank(answers[key]));
  return { answered: due.length - open.length, required: due.length };
}
