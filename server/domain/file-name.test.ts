import { expect, test } from 'vitest';
import { applicationFileName, attachmentHeader } from './file-name.ts';

test.each([
  { name: 'Ada Lovelace', file: 'Application of Ada Lovelace.pdf' },
  { name: 'Priya d/o Raman', file: 'Application of Priya d-o Raman.pdf' },
  { name: 'Arun a\\l Kumar', file: 'Application of Arun a-l Kumar.pdf' },
  { name: '/', file: 'Application of -.pdf' },
  { name: '../../etc', file: 'Application of ..-..-etc.pdf' },
  { name: 'Zo\u0065\u0308\u202e', file: 'Application of Zoë.pdf' },
  { name: '', file: 'Application.pdf' },
  { name: '\u200b', file: 'Application.pdf' },
])('the PDF copy of $name is $file', ({ name, file }) => {
  expect(applicationFileName(name)).toBe(file);
});

test('a name goes into its header in full, and in ASCII for whoever reads no other', () => {
  expect(attachmentHeader('Zoë "d/o".pdf')).toBe(
    `attachment; filename="Zoe _d_o_.pdf"; filename*=UTF-8''Zo%C3%AB%20%22d%2Fo%22.pdf`,
  );
});
