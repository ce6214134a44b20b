import { expect, test } from 'vitest';
import { csvHead, csvLine, parseCsv } from '#server/domain/ground/csv.ts';
import { savedHead, savedLine } from './saved-list.ts';

test.each([
  { what: 'in winter', submitted: new Date('2026-11-26T16:13:59Z'), shown: '2026-11-26 08:13' },
  { what: 'in summer', submitted: new Date('2026-07-01T06:05:00Z'), shown: '2026-06-30 23:05' },
  { what: 'at midnight', submitted: new Date('2026-12-01T08:00:00Z'), shown: '2026-12-01 00:00' },
  { what: 'of a draft', submitted: null, shown: '' },
])('the saved list shows times as clocks at the university do ($what)', ({ submitted, shown }) => {
  const row = {
    id: 'x',
    number: 1,
    name: 'Zoë Ω',
    username: 'zoe@example.com',
    mailRefusal: '',
    program: '',
    term: '',
    status: null,
    reviewedBy: null,
  };
  const csv = csvHead(savedHead()) + csvLine(savedLine({ ...row, submitted }));
  expect(Buffer.from(csv).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(parseCsv(csv).lines.map(({ content }) => content)).toMatchObject([
    { Name: 'Zoë Ω', Submitted: shown },
  ]);
});
