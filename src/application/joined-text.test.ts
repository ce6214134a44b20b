import { expect, test } from 'vitest';
import { joinedText } from './early.ts';

test.each([
  { what: 'a text goes on', key: 'last_name', stored: 'Love', entered: 'lace', whole: 'Lovelace' },
  { what: 'the same text stays one', key: 'city', stored: 'Erie', entered: 'Erie', whole: 'Erie' },
  { what: 'so does its beginning', key: 'city', stored: 'Erie', entered: 'Er', whole: 'Erie' },
  {
    what: 'a longer text is the text',
    key: 'city',
    stored: 'Erie',
    entered: 'Erie Hill',
    whole: 'Erie Hill',
  },
  { what: 'nothing entered takes nothing away', key: 'city', stored: 'Erie', entered: '', whole: 'Erie' },
  { what: 'nothing was stored', key: 'city', stored: '', entered: 'York', whole: 'York' },
  { what: 'a whole number replaces', key: 'zip', stored: '16501', entered: '19104', whole: '19104' },
  { what: 'a number begun does not', key: 'zip', stored: '16501', entered: '19', whole: '16501' },
  { what: 'a choice replaces', key: 'country', stored: 'US', entered: 'FR', whole: 'FR' },
  {
    what: 'a month of two lists replaces',
    key: 'dates_attended_from',
    stored: '09/2019',
    entered: '10/2018',
    whole: '10/2018',
  },
])('after a reload in the middle of a field: $what', ({ key, stored, entered, whole }) => {
  expect(joinedText(key, stored, entered)).toBe(whole);
});
