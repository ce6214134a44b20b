import { expect, test } from 'vitest';
import { fileMessages } from './validate-file.ts';

const MB = 1_048_576;

test.each([
  { name: 'a.png', size: 1, count: 0 },
  { name: 'a.JPEG', size: MB, count: 0 },
  { name: 'a.jpg', size: 10, count: 0 },
  { name: 'a.pdf', size: 10, count: 0 },
  { name: 'a.docx', size: 10, count: 0 },
  { name: 'a.pdf', size: MB + 1, count: 1 },
  { name: 'a.pdf', size: 0, count: 1 },
  { name: 'a.doc', size: 10, count: 1 },
  { name: 'pdf', size: 10, count: 1 },
  { name: `${'x'.repeat(28)}.pdf`, size: 10, count: 0 },
  { name: `${'x'.repeat(29)}.pdf`, size: 10, count: 1 },
  { name: `${'😀'.repeat(28)}.pdf`, size: 10, count: 0 },
  { name: `${'e\u0301'.repeat(28)}.pdf`, size: 10, count: 0 },
  { name: `${'e\u0301'.repeat(29)}.pdf`, size: 10, count: 1 },
  { name: `${'x'.repeat(40)}.exe`, size: MB * 2, count: 3 },
])('$name of $size bytes has $count messages', ({ name, size, count }) => {
  expect(fileMessages({ name, size })).toHaveLength(count);
});
