import { optionList } from './option.ts';

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Months 1 to 12 with English names, the empty option first. */
export const months = optionList(names.map((label, index) => ({ value: String(index + 1), label })));
