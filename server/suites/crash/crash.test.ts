import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runCrash } from './crash.ts';

test('loses nothing to kills, starts killed halfway, and a full disk', { tags: 'slow' }, async () => {
  const { violations, figures } = await inSuiteFolder((folder) =>
    runCrash({ runs: 2, seed: 8, folder, say: () => undefined, numWriters: 8 }),
  );
  expect(violations).toEqual([]);
  expect(figures['acknowledgedSaves']).toBeGreaterThan(0);
  expect(figures).toMatchObject({ kills: 2 });
});
