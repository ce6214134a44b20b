import { expect, test } from 'vitest';
import { applicationFileName, attachmentHeader, shownFileName } from './file-name.ts';

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

test.each([
  { name: '👩‍👩‍👧.pdf', shown: '👩‍👩‍👧.pdf' },
  { name: '🏳️‍🌈.pdf', shown: '🏳️‍🌈.pdf' },
  { name: 'می‌خواهم.pdf', shown: 'می‌خواهم.pdf' },
  { name: 'क्‍ष.pdf', shown: 'क्‍ष.pdf' },
  { name: 'cv\u200d.pdf', shown: 'cv.pdf' },
  { name: 'c\u200d\u200dv\u200b.pdf', shown: 'cv.pdf' },
  { name: '\u202efdp.exe', shown: 'fdp.exe' },
])('$name is shown as $shown', ({ name, shown }) => {
  expect(shownFileName(name)).toBe(shown);
});

test('a name is in its header in full, and in ASCII for clients that need it', () => {
  expect(attachmentHeader('Zoë "d/o".pdf')).toBe(
    `attachment; filename="Zoe _d_o_.pdf"; filename*=UTF-8''Zo%C3%AB%20%22d%2Fo%22.pdf`,
  );
});
