import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runCluster } from './cluster.ts';

test('loses nothing while the processes of a cluster are killed in turn', { tags: 'slow' }, async () => {
  const { violations, figures } = await inSuiteFolder((folder) =>
    runCluster({ runs: 3, seed: 8, folder, say: () => undefined, numApplicants: 4 }),
  );
  expect(violations).toEqual([]);
  expect(figures['acknowledgedSaves']).toBeGreaterThan(0);
  expect(figures).toMatchObject({ submissions: 4, ended: 3 });
});
