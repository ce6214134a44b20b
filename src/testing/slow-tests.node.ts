import type { Reporter } from 'vitest/node';

interface Timed {
  readonly title: string;
  readonly tags: readonly string[];
  readonly ms: number;
}

/** The lines at the end of a run that name what has no tag, and takes longer than such a test should. */
export function slowLines(tests: readonly Timed[], limitMs: number): readonly string[] {
  const slow = tests.filter(({ tags, ms }) => tags.length === 0 && ms > limitMs);
  if (slow.length === 0) return [];
  return [
    `Over ${limitMs / 1000} s without the tag slow:`,
    ...slow
      .toSorted((one, other) => other.ms - one.ms)
      .map(({ title, ms }) => `  ${(ms / 1000).toFixed(1)} s  ${title}`),
  ];
}

export const slowTests: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules
      .flatMap(({ children }) => [...children.allTests()])
      .map((test) => ({
        title: `${test.module.relativeModuleId} > ${test.fullName}`,
        tags: test.tags,
        ms: test.diagnostic()?.duration ?? 0,
      }));
    for (const line of slowLines(tests, 2000)) console.log(line);
  },
};
