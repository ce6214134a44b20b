import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * Messages per field. An answer is named by its own key (`answers.city` → `city`), which is also where the
 * client shows it; a field that is not known is named as it was sent.
 */
export function errorsByKey(issues: readonly Issue[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  const add = (key: string, message: string) => {
    errors.set(key, (errors.get(key) ?? new Set<string>()).add(message));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(key, 'This field is not known here.');
    } else {
      add(keyOf(issue.path), issue.message);
    }
  }
  return Object.fromEntries([...errors].map(([key, messages]) => [key, [...messages]]));
}

function keyOf(path: readonly PropertyKey[]): string {
  const [first, second] = path;
  return String((first === 'answers' ? second : first) ?? first ?? 'body');
}
