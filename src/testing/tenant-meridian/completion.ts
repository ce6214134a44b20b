import type { Completion } from '#partner.ts';

export const completion: Completion = {
  heading: 'That was all',
  paragraphs: ['You will hear from us within a month.'],
  noTranscript: 'Please send us your transcript by mail.',
  corrections: 'Tell {email} if anything must be corrected.',
};
