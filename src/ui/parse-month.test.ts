import { expect, test } from 'vitest';
import { parseMonth, toMonthText } from './parse-month.ts';

test.each([
  { text: '09/2019', month: '9', year: '2019' },
  { text: '9/2019', month: '9', year: '2019' },
  { text: ' 12 - 1998 ', month: '12', year: '1998' },
  { text: '2019-09', month: '9', year: '2019' },
  { text: 'Sept. 2019', month: '9', year: '2019' },
  { text: 'september, 2019', month: '9', year: '2019' },
  { text: '٠٩/٢٠١٩', month: '9', year: '2019' },
  { text: '05/1931', month: '5', year: '1931' },
  { text: ' ', month: '', year: '' },
])('"$text" is chosen in the lists', ({ text, month, year }) => {
  expect(parseMonth(text)).toMatchObject({ month, year });
});

test.each(['fall 2019', '2019', '13/2019', '0/2019', '09/19', '09/15/2019', '2018/2019', 'since 09/2019'])(
  '"%s" is not guessed at',
  (text) => {
    expect(parseMonth(text)).toBeUndefined();
  },
);

test.each([
  { month: '9', year: '2019', text: '09/2019' },
  { month: '11', year: '2019', text: '11/2019' },
  { month: '9', year: '', text: '' },
  { month: '', year: '2019', text: '' },
])('the choices "$month" and "$year" are stored as "$text"', ({ month, year, text }) => {
  expect(toMonthText({ month, year })).toBe(text);
});
