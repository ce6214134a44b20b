import { isRequired } from './asked.ts';
import { isBlank, keysOf, type Answers } from './condition.ts';
import { questionsIn, type Page, type Section } from './page.ts';
import type { Question } from './question.ts';

/** How many questions must be answered now, and how many of these have an answer. */
export interface Progress {
  readonly answered: number;
  readonly required: number;
}

/**
 * The progress of a page or section. It runs at each letter, so it recounts only the section that has changed. An
 * unchanged count is the same object.
 */
export function progressOf(part: Page | Section, answers: Answers): Progress {
  return 'sections' in part ? progressOfPage(part, answers) : progressOfSection(part, answers);
}

function progressOfPage(page: Page, answers: Answers): Progress {
  const sections = page.sections.map((section) => progressOfSection(section, answers));
  const progress = same(progressOfPages.get(page), {
    answered: sections.reduce((sum, { answered }) => sum + answered, 0),
    required: sections.reduce((sum, { required }) => sum + required, 0),
  });
  progressOfPages.set(page, progress);
  return progress;
}
const progressOfPages = new WeakMap<Page, Progress>();

function progressOfSection(section: Section, answers: Answers): Progress {
  const known = counted.get(section) ?? begin(section);
  if (known.answers === answers) return known.progress;
  const isUntouched = known.keys.every((key) => known.answers?.[key] === answers[key]);
  if (!isUntouched || known.answers === undefined)
    known.progress = same(known.progress, countIn(known.questions, answers));
  known.answers = answers;
  return known.progress;
}

/** The last count of a section, and the keys of the answers that it depends on. */
interface Counted {
  readonly questions: readonly Question[];
  readonly keys: readonly string[];
  answers: Answers | undefined;
  progress: Progress;
}
const counted = new WeakMap<Section, Counted>();

function begin(section: Section): Counted {
  const questions = section.elements.flatMap(questionsIn);
  const keys = questions.flatMap(({ key, when, required = [] }) => [
    key,
    ...[when, ...required.map((due) => due.when)].flatMap((condition) =>
      condition === undefined ? [] : keysOf(condition),
    ),
  ]);
  const known = {
    questions,
    keys: [...new Set(keys)],
    answers: undefined,
    progress: { answered: 0, required: 0 },
  };
  counted.set(section, known);
  return known;
}

function same(before: Progress | undefined, now: Progress): Progress {
  return before?.answered === now.answered && before.required === now.required ? before : now;
}

function countIn(questions: readonly Question[], answers: Answers): Progress {
  const due = questions.filter((question) => isRequired(question, answers));
  const open = due.filter(({ key }) => isBlank(answers[key]));
  return { answered: due.length - open.length, required: due.length };
}
