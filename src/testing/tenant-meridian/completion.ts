import type { Prose } from '#partner.ts';

export const completion: Prose = {
  heading: 'That was all',
  paragraphs: ['You will hear from us within a month.'],
};
