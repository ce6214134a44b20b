import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runFuzz } from './fuzz.ts';

test(
  'survives hostile requests, and returns naughty answers as they were sent',
  { tags: 'slow' },
  async () => {
    const { violations, figures } = await inSuiteFolder((folder) =>
      runFuzz({
        runs: 200,
        seed: 8,
        folder,
        say: () => undefined,
        maps: 10,
        rounds: 1,
        files: 1,
        pairs: 1,
        isTimed: false,
      }),
    );
    expect(violations).toEqual([]);
    expect(figures['answers 200']).toBeGreaterThan(0);
    expect(figures['answers 422']).toBeGreaterThan(0);
    expect(figures['validMaps']).toBeGreaterThan(0);
  },
);
