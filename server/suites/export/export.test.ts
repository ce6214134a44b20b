import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runExport } from './export.ts';

test('each submission reaches the samples once, whatever is killed', { tags: 'slow' }, async () => {
  const { violations, figures } = await inSuiteFolder((folder) =>
    runExport({ runs: 60, seed: 7, folder, say: () => undefined }),
  );
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ submissions: 60, fetched: 60, inSpreadsheets: 60, told: 60 });
  expect(figures['kills']).toBeGreaterThan(2);
});
