import { expect, test } from 'vitest';
import { charsCut, composedCharsCut, cutNotice } from './cut.ts';

test.each([
  { length: 0, replaced: 0, inserted: 45, maxLength: 45, cut: 0 },
  { length: 0, replaced: 0, inserted: 46, maxLength: 45, cut: 1 },
  { length: 40, replaced: 0, inserted: 10, maxLength: 45, cut: 5 },
  { length: 40, replaced: 40, inserted: 45, maxLength: 45, cut: 0 },
  { length: 45, replaced: 5, inserted: 5, maxLength: 45, cut: 0 },
  { length: 45, replaced: 0, inserted: 1, maxLength: 45, cut: 1 },
  { length: 1500, replaced: 0, inserted: 120, maxLength: 1500, cut: 120 },
  // A draft from elsewhere may already be too long. Only the insertion is cut.
  { length: 60, replaced: 0, inserted: 3, maxLength: 45, cut: 3 },
])('$inserted into $length of $maxLength, $replaced replaced', ({ cut, ...insertion }) => {
  expect(charsCut(insertion)).toBe(cut);
});

const x = (length: number) => 'x'.repeat(length);

test.each([
  { when: 'a word fits', text: 'word', value: `${x(41)}word`, cut: 0 },
  { when: 'it is still composed, beyond the limit', text: 'wordy', value: `${x(41)}wordy`, cut: 1 },
  { when: 'the browser has cut it', text: 'wordy', value: `${x(41)}word`, cut: 1 },
  { when: 'the browser has cut all of it', text: 'ab', value: x(45), cut: 2 },
  { when: 'a word of before is composed again', text: 'word', value: `word ${x(40)}`, cut: 0 },
  { when: 'it grows in a full field', text: 'wordy', value: `word ${x(40)}`, cut: 1 },
  { when: 'it becomes shorter', text: 'wor', value: `wor ${x(40)}`, cut: 0 },
  { when: 'it is taken back', text: '', value: x(45), cut: 0 },
  { when: 'the field has room: others write into it', text: 'word', value: 'Word', cut: 0 },
  { when: 'a draft was too long before', text: 'wordy', value: `${x(60)}wordy`, cut: 5 },
])('a composed text: $when', ({ cut, ...composed }) => {
  expect(composedCharsCut({ ...composed, maxLength: 45 })).toBe(cut);
});

test.each([
  { cut: 0, inserted: 10, words: '' },
  { cut: 1, inserted: 10, words: 'Your text was 1 character too long. The end was left out.' },
  { cut: 120, inserted: 1620, words: 'Your text was 120 characters too long. The end was left out.' },
  {
    cut: 5500,
    inserted: 7000,
    words: 'Your text was 5,500 characters too long. The end was left out.',
  },
  { cut: 1, inserted: 1, words: 'This field holds 1,500 characters and is full.' },
])('$cut of $inserted cut', ({ cut, inserted, words }) => {
  expect(cutNotice(cut, inserted, 1500)).toBe(words);
});
