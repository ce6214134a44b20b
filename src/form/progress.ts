import { isRequired } from './asked.ts';
import { isBlank, keysOf, type Answers } from './condition.ts';
import { pages } from './form.ts';
import type { AnswerKey } from './keys.ts';
import { questionsIn, questionsOnPage, type Page, type Section } from './page.ts';
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
  const due = questions.filter(isDueIn(questions, answers));
  const open = due.filter(({ key }) => isBlank(answers[key]));
  return { answered: due.length - open.length, required: due.length };
}

const SOME_ANSWER = 'some answer';

/**
 * A question that the usual answer to another required one makes required counts from the start. Otherwise, the count
 * would grow while the applicant reduces it.
 */
function isDueIn(questions: readonly Question[], answers: Answers): (question: Question) => boolean {
  let assumed = answers;
  const isDue = (question: Question) => isRequired(question, answers) || isRequired(question, assumed);
  for (;;) {
    const open = questions.filter((question) => isBlank(assumed[question.key]) && isDue(question));
    if (open.length === 0) return isDue;
    assumed = {
      ...assumed,
      ...Object.fromEntries(open.map((question) => [question.key, usualAnswer(question)])),
    };
  }
}

/** The answer that an open question is assumed to get. A list begins with the most usual one, the United States. */
function usualAnswer(question: Question): string {
  const options = question.kind === 'select' && 'length' in question.options ? question.options : [];
  return options.find(({ value }) => value !== '')?.value ?? SOME_ANSWER;
}

/** A page with required questions that have no answer: how many, and the first of them. */
export interface Missing {
  readonly page: Page;
  readonly count: number;
  readonly firstKey: AnswerKey;
}

/** What is missing in the whole application, by page in reading order; empty if every required answer is there. */
export function missingIn(answers: Answers): readonly Missing[] {
  return pages.flatMap((page) => {
    const { answered, required } = progressOf(page, answers);
    const first = questionsOnPage(page).find(
      (question) => isBlank(answers[question.key]) && isRequired(question, answers),
    );
    return first === undefined ? [] : [{ page, count: required - answered, firstKey: first.key }];
  });
}

/** "14 answers missing on About You and Education", or "" if none is. For texts; the page shows links. */
export function missingText(answers: Answers): string {
  const missing = missingIn(answers);
  const titles = missing.map(({ page }) => page.title);
  const last = titles.pop();
  if (last === undefined) return '';
  return `${countText(missing)} on ${titles.length === 0 ? last : `${titles.join(', ')} and ${last}`}`;
}

/** "14 answers missing", of all pages. */
export function countText(missing: readonly Pick<Missing, 'count'>[]): string {
  const count = missing.reduce((sum, one) => sum + one.count, 0);
  return count === 1 ? '1 answer missing' : `${count} answers missing`;
}
