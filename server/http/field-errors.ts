import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'This has to be text.',
  number: 'This has to be a number.',
  int: 'This has to be a whole number.',
  array: 'This has to be a list.',
  object: 'This has to be a set of names and values.',
  record: 'This has to be a set of names and values.',
};
/** An answer names at most this many errors. */
const ERRORS_MAX = 50;
const ERRORS_MAX_BYTES = 8000;
/** No key is longer. */
const KEY_SHOWN_MAX_CHARS = 100;
const NOT_UNDERSTOOD = 'This is not understood here.';

/** Returns the message for an issue that has none in the contract. Zod's own ones are for developers. */
export function sentenceOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.';
      return EXPECTED[issue.expected] ?? NOT_UNDERSTOOD;
    case 'invalid_value':
      return `This has to be one of these: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? NOT_UNDERSTOOD;
    case 'too_big':
      return `This can ${sizeOf(issue.origin, issue.maximum)} at most.`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This must not be empty.';
      return `This has to ${sizeOf(issue.origin, issue.minimum)} at least.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return NOT_UNDERSTOOD;
    default:
      return issue satisfies never;
  }
}

function sizeOf(origin: string, limit: number | bigint): string {
  switch (origin) {
    case 'string':
      return `have ${limit} characters`;
    case 'array':
      return `have ${limit} entries`;
    default:
      return `be ${limit}`;
  }
}

/**
 * Returns the messages per field: the first `ERRORS_MAX`, fewer if they are long, so that no input makes a large answer.
 * An answer is named by its own key (`answers.city` → `city`), where the client shows the message. An unknown field is
 * named as it was sent, or by its beginning.
 */
export function errorsByKey(issues: readonly Issue[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  let numNamed = 0;
  let bytes = 0;
  for (const [key, message] of named(issues)) {
    numNamed += 1;
    bytes += Buffer.byteLength(JSON.stringify([key, message]));
    if (errors.size > 0 && (numNamed > ERRORS_MAX || bytes > ERRORS_MAX_BYTES)) break;
    errors.set(key, (errors.get(key) ?? new Set<string>()).add(message));
  }
  return Object.fromEntries([...errors].map(([key, messages]) => [key, [...messages]]));
}

/** Yields one key with its message at a time, so that the caller can stop before it has read all of a hostile input. */
function* named(issues: readonly Issue[]): Generator<readonly [key: string, message: string]> {
  for (const issue of issues) {
    for (const one of ofNearest(issue)) {
      if (one.code !== 'unrecognized_keys') yield [shown(keyOf(one.path)), one.message];
      else for (const key of one.keys) yield [shown(key), 'This field is not known here.'];
    }
  }
}

function shown(key: string): string {
  return key.length > KEY_SHOWN_MAX_CHARS ? `${key.slice(0, KEY_SHOWN_MAX_CHARS).toWellFormed()}…` : key;
}

/** Returns the issues of a union's alternative with the fewest errors: the one that the input resembles most. */
function ofNearest(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const numWrong = (form: readonly Issue[]) =>
    form.reduce((sum, one) => sum + (one.code === 'unrecognized_keys' ? one.keys.length : 1), 0);
  const [nearest] = issue.errors.toSorted((one, other) => numWrong(one) - numWrong(other));
  if (nearest === undefined) return [issue];
  return nearest.flatMap((inner) => ofNearest({ ...inner, path: [...issue.path, ...inner.path] }));
}

function keyOf(path: readonly PropertyKey[]): string {
  const [first, second] = path;
  return String((first === 'answers' ? second : first) ?? first ?? 'body');
}
