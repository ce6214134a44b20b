import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILE_TEXT } from '#limits.ts';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [204_800, '200 KB'],
  [1_048_575, '1023 KB'],
  [1_048_576, '1 MB'],
  [4_404_019, '4.2 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('the size that a file may have is said as it is', () => {
  expect(sizeText(MAX_FILE_BYTES)).toBe(MAX_FILE_TEXT);
});
