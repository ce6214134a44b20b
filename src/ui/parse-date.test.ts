import { expect, test } from 'vitest';
import { dateNote, fromIsoDate, monthNumber, parseDate, toIsoDate } from './parse-date.ts';

test.each([
  '1999-03-05',
  '1999-3-5',
  '1999/03/05',
  '1999.03.05',
  '1999-03-05T00:00:00.000Z',
  '1999-03-05T00:00:00+01:00',
  '1999-03-05 00:00:00',
  '03/05/1999',
  '3/5/1999',
  ' 3 / 5 / 1999 ',
  '03-05-1999',
  '03.05.1999',
  '3 5 1999',
  '03051999',
  '19990305',
  'March 5, 1999',
  'march 5 1999',
  'MARCH 05, 1999',
  'Mar 5, 1999',
  'Mar. 5th, 1999',
  '5 March 1999',
  '5th of March 1999',
  '5-Mar-1999',
  '05 mar 1999',
  '1999 March 5',
  'Friday, March 5, 1999',
  'Fri Mar 05 1999',
  '1999\u201003\u201005',
  '\u00a03/5/1999\u00a0',
  '０３/０５/１９９９',
  '\u200e3/\u200e5/\u200e1999',
  '\u20663/5/1999\u2069',
  '٠٣/٠٥/١٩٩٩',
  '۱۹۹۹/۰۳/۰۵',
  '३/५/१९९९',
  '٥ March ١٩٩٩',
])('reads "%s" as the fifth of March 1999', (text) => {
  expect(parseDate(text)).toEqual({ month: '3', day: '5', year: '1999' });
});

test.each([
  ['25/12/1999', '1999-12-25'],
  ['25.12.1999', '1999-12-25'],
  ['12/25/1999', '1999-12-25'],
  ['2/29/2000', '2000-02-29'],
  ['Sept 9, 2001', '2001-09-09'],
  ['May 31, 1988', '1988-05-31'],
])('reads "%s" as %s', (text, iso) => {
  const parts = parseDate(text);
  expect(parts && toIsoDate(parts)).toBe(iso);
});

test.each([
  '',
  '3',
  '3/5',
  '3/5/99',
  '1999',
  '2/29/1999',
  '2/29/1900',
  '4/31/1999',
  '13/13/1999',
  '0/5/1999',
  '3/0/1999',
  '1999-02-30',
  '00000000',
  'March 1999',
  'Marching 5, 1999',
  'Maybe 5, 1999',
  'tomorrow',
  '1/2/3/1999',
  'March 5, 1999 or so',
])('does not take "%s" for a date', (text) => {
  expect(parseDate(text)).toBeUndefined();
});

test.each(Array.from({ length: 120 }, (_, index) => 1910 + index))(
  'every day of %d is read as it was typed, in five ways of writing',
  (which) => {
    const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const end = Date.UTC(which + 1, 0, 1);
    for (let time = Date.UTC(which, 0, 1); time < end; time += 86_400_000) {
      const iso = new Date(time).toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-');
      const name = longDate.format(time);
      const ways = [
        iso,
        `${month}/${day}/${year}`,
        `${Number(month)}-${Number(day)}-${year}`,
        name,
        month + day + year,
      ];
      for (const text of ways) {
        const parts = parseDate(text);
        if (parts === undefined || toIsoDate(parts) !== iso) throw new Error(`${text} is not read as ${iso}`);
      }
      expect(toIsoDate(fromIsoDate(iso))).toBe(iso);
    }
  },
);

test.each([
  [{ month: '2', day: '29', year: '2000' }, '2000-02-29'],
  [{ month: '02', day: '09', year: '1999' }, '1999-02-09'],
  [{ month: 'feb', day: '9', year: '1999' }, '1999-02-09'],
  [{ month: '2', day: '29', year: '1999' }, ''],
  [{ month: '2', day: '11', year: '99' }, ''],
  [{ month: '2', day: '', year: '1999' }, ''],
  [{ month: '13', day: '1', year: '1999' }, ''],
  [{ month: '1', day: '32', year: '1999' }, ''],
  [{ month: '1', day: '1', year: '0000' }, ''],
])('boxes %o make "%s"', (parts, iso) => {
  expect(toIsoDate(parts)).toBe(iso);
});

test.each([
  ['1', 1],
  ['012', undefined],
  ['12', 12],
  ['0', undefined],
  ['13', undefined],
  ['Jan', 1],
  ['sept.', 9],
  ['December', 12],
  ['ja', undefined],
  ['mayor', undefined],
])('month "%s" is %s', (text, month) => {
  expect(monthNumber(text)).toBe(month);
});

const UNREAL = 'This date does not exist; please check it.';
const PARTIAL = 'Please fill in month, day and year, with all four digits.';

test.each([
  { month: '', day: ' ', year: '', note: '' },
  { month: '2', day: '28', year: '1999', note: '' },
  { month: '2', day: '30', year: '1999', note: UNREAL },
  { month: '13', day: '1', year: '1999', note: UNREAL },
  { month: '2', day: '', year: '1999', note: PARTIAL },
  { month: '2', day: '28', year: '', note: PARTIAL },
  { month: '2', day: '28', year: '99', note: PARTIAL },
])('left at $month/$day/$year, the boxes say "$note"', ({ note, ...parts }) => {
  expect(dateNote(parts)).toBe(note);
});
