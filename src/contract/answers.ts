import * as z from 'zod/mini';
import { questionFor } from '#form/form.ts';
import { maxCharsOf } from '#form/stored-keys.ts';
import { isKeepable } from './keepable.ts';

const NOT_KNOWN = 'This is not a question of this application.';
const NOT_TEXT = 'An answer is text.';
const NOT_TICKED = 'A box is either ticked, “true”, or blank.';
const STAMPED = 'This is filled in when the application is submitted.';

/**
 * Answers as they travel: any of the known keys (`_desc` companions too), each a string as entered.
 * An unknown key, and a value that is no string or none that its question takes, is named in the errors.
 */
export const answersBody = z.record(z.string(), z.string(NOT_TEXT)).check(
  z.check(
    (context) => {
      for (const [key, value] of Object.entries(context.value)) {
        const message = problemOf(key, value);
        if (message !== undefined)
          context.issues.push({ code: 'custom', input: value, path: [key], message });
      }
    },
    // Runs even where a value is no string, so that all keys are named at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
);

function problemOf(key: string, value: unknown): string | undefined {
  const maxChars = maxCharsOf(key);
  if (maxChars === undefined) return NOT_KNOWN;
  if (typeof value !== 'string') return undefined;
  if (value.length > maxChars) return `This answer can have at most ${maxChars} characters.`;
  if (!isKeepable(value)) return 'This answer holds a character that cannot be kept.';
  // What only /api/submit may say, and what no box can hold: a "false" would count as ticked.
  const kind = questionFor(key)?.kind;
  if (kind === 'stamp' && value !== '') return STAMPED;
  if (kind === 'checkbox' && value !== '' && value !== 'true') return NOT_TICKED;
  return undefined;
}

/** What comes back from any server; keys of another release are let through, never dropped. */
export const answersResponse = z.record(z.string(), z.string());
