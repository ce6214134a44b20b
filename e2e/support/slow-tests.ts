import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { slowLines } from '#testing/slow-tests.node.ts';

/** At the end of a run, names the tests that no longer belong in `npm test`. */
export default class SlowTests implements Reporter {
  readonly #tests: { title: string; tags: readonly string[]; ms: number }[] = [];

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.#tests.push({ title: test.titlePath().slice(1).join(' > '), tags: test.tags, ms: duration });
  }

  onEnd(): void {
    for (const line of slowLines(this.#tests, 10_000)) console.log(line);
  }
}
