import { expect, test } from 'vitest';
import { inSuiteFolder } from '../suite-folder.ts';
import { runSpreadsheet } from './spreadsheet.ts';

test(
  'both lists open in LibreOffice Calc: dates are dates, and ZIP codes keep their zeros',
  { tags: 'long' },
  async () => {
    const { violations } = await inSuiteFolder((folder) =>
      runSpreadsheet({ runs: 30, seed: 1, folder, say: () => undefined }),
    );
    expect(violations).toEqual([]);
  },
);
