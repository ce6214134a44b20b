import * as z from 'zod/mini';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { isKeepable } from './keepable.ts';

const NOT_KNOWN = 'This is not a question on this application.';
const NOT_TEXT = 'An answer is text.';
const NOT_CHECKED = 'A box is either checked (“true”) or blank.';
const UNCHECKED: ReadonlySet<unknown> = new Set(['', 0, '0', 'false']);
const STAMPED = 'This is filled in when the application is submitted.';

/**
 * Answers in a request: known keys only (`_desc` companions too), each a string as entered; a checkbox may be a boolean
 * (specification §5). The errors name every unknown key, and every value that is not a string or that its question does
 * not accept.
 */
export const answersBody = z.pipe(
  z.transform(withBoxesAsText),
  z.record(z.string(), z.string(NOT_TEXT)).check(
    z.check(
      (context) => {
        for (const [key, value] of Object.entries(context.value)) {
          const message = problemOf(key, value);
          if (message !== undefined)
            context.issues.push({ code: 'custom', input: value, path: [key], message });
        }
      },
      // Run even if a value is not a string, so that the errors name all keys at once.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  ),
);

function withBoxesAsText(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'boolean' && questionFor(key)?.kind === 'checkbox' ? textOfBox(value) : value,
    ]),
  );
}

function textOfBox(isChecked: boolean): string {
  return isChecked ? 'true' : EMPTY_ANSWER;
}

function problemOf(key: string, value: unknown): string | undefined {
  const maxChars = maxCharsOf(key);
  if (maxChars === undefined) return NOT_KNOWN;
  if (typeof value !== 'string') return undefined;
  if (value.length > maxChars) return `This answer can have at most ${maxChars} characters.`;
  if (!isKeepable(value)) return 'This answer contains a character that cannot be saved.';
  // Only `/api/submit` sets a stamp. A checkbox counts as checked unless blank, so "false" is refused.
  const kind = questionFor(key)?.kind;
  if (kind === 'stamp' && value !== '') return STAMPED;
  if (kind === 'checkbox' && value !== '' && value !== 'true') return NOT_CHECKED;
  return undefined;
}

/** The answers of a submission, as text. A description names those of this release; an older one may have had others. */
export const submittedAnswers = z.record(z.string(), z.string());

/** Answers in a response. Keys of another release are accepted and kept. */
export const answersResponse = z.record(z.string(), z.string());

/** A server's answer as it is sent. A server may keep a checkbox as a boolean (specification §5), or as 0 or 1. */
export function answerTextOf(key: string, value: unknown): unknown {
  if (typeof value === 'boolean') return textOfBox(value);
  if (questionFor(key)?.kind !== 'checkbox' || typeof value === 'object') return value;
  return textOfBox(!UNCHECKED.has(value));
}
