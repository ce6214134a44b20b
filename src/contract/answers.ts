import * as z from 'zod/mini';
import { maxCharsOf } from '#form/stored-keys.ts';
import { isKeepable } from './keepable.ts';

const NOT_KNOWN = 'This is not a question of this application.';
const NOT_TEXT = 'An answer is text.';

/**
 * Answers as they travel: any of the known keys (`_desc` companions too), each a string as entered.
 * An unknown key, a value that is no string or one longer than its question takes, is named in the errors.
 */
export const answersBody = z.record(z.string(), z.string(NOT_TEXT)).check((context) => {
  for (const [key, value] of Object.entries(context.value)) {
    const maxChars = maxCharsOf(key);
    const message =
      maxChars === undefined
        ? NOT_KNOWN
        : value.length > maxChars
          ? `This answer can have at most ${maxChars} characters.`
          : isKeepable(value)
            ? undefined
            : 'This answer holds a character that cannot be kept.';
    if (message !== undefined) {
      context.issues.push({ code: 'custom', input: value, path: [key], message });
    }
  }
});

/** What comes back from any server; keys of another release are let through, never dropped. */
export const answersResponse = z.record(z.string(), z.string());
