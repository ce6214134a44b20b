import { expect, test } from 'vitest';
import { attachedHeadings } from './attached-headings.ts';
import { documentOf } from './document-of.ts';

const view = { answer: {}, add_another: { college: 2 }, document_answer: {}, tabs: {} };
const today = documentOf(view, '2026-11-20');
const certified = {
  ...today,
  pages: [
    {
      title: 'Page',
      sections: [
        {
          title: 'Section',
          blocks: [
            {
              title: null,
              lines: [{ key: 'employ_resume', kind: 'file', label: 'Your CV', text: 'x', isBlank: false }],
            },
          ],
        },
      ],
    },
  ],
};

test.each([
  { what: 'none', document: today, keys: [], headings: [] },
  {
    what: 'one transcript',
    document: today,
    keys: ['college_transcript'],
    headings: ['Unofficial transcript'],
  },
  {
    what: 'two transcripts and a résumé',
    document: today,
    keys: ['college_transcript', 'college_2_transcript', 'employ_resume'],
    headings: ['Unofficial transcript, College', 'Unofficial transcript, College 2', 'Résumé'],
  },
  {
    what: 'the words that were certified',
    document: certified,
    keys: ['employ_resume'],
    headings: ['Your CV'],
  },
  {
    what: 'a question that the document does not have',
    document: certified,
    keys: ['college_transcript'],
    headings: ['Unofficial transcript'],
  },
])('attached documents have headings: $what', ({ document, keys, headings }) => {
  expect(attachedHeadings(document, keys)).toEqual(headings);
});
