import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runExport } from './export.ts';

test('each submission reaches the samples once, whatever is killed meanwhile', async () => {
  const { violations, figures } = await inSuiteFolder((folder) =>
    runExport({ runs: 25, seed: 7, folder, say: () => undefined }),
  );
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ submissions: 25, fetched: 25, inSpreadsheets: 25, told: 25 });
  expect(figures['kills']).toBeGreaterThan(0);
});
