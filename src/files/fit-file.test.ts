import { expect, test } from 'vitest';
import { fittingOf, shortName } from './fit-file.ts';

const MB = 1_048_576;

test.each([
  { name: 'a.jpg', size: MB, fitting: 'none' },
  { name: 'a.jpg', size: MB + 1, fitting: 'photo' },
  { name: 'a.PNG', size: 5 * MB, fitting: 'photo' },
  { name: 'a.heic', size: 10, fitting: 'photo' },
  { name: 'a.pdf', size: 5 * MB, fitting: 'none' },
  { name: `${'x'.repeat(40)}.pdf`, size: 10, fitting: 'name' },
  { name: `${'e\u0301'.repeat(28)}.pdf`, size: 10, fitting: 'none' },
  { name: 'a.jpg', size: 0, fitting: 'none' },
])('$name of $size bytes: $fitting', ({ name, size, fitting }) => {
  expect(fittingOf({ name, size })).toBe(fitting);
});

test.each([
  { name: 'short.pdf', short: 'short.pdf' },
  { name: `${'x'.repeat(40)}.pdf`, short: `${'x'.repeat(28)}.pdf` },
  { name: `${'😀'.repeat(40)}.docx`, short: `${'😀'.repeat(27)}.docx` },
  { name: 'My transcript of records page one.pdf', short: 'My transcript of records pag.pdf' },
  { name: 'x'.repeat(40), short: 'x'.repeat(32) },
  { name: `${'e\u0301'.repeat(40)}.pdf`, short: `${'é'.repeat(28)}.pdf` },
])('$name becomes $short', ({ name, short }) => {
  expect(shortName(name)).toBe(short);
});

test('a photo that became a JPEG is called so', () => {
  expect(shortName('IMG_0001.HEIC', '.jpg')).toBe('IMG_0001.jpg');
});
