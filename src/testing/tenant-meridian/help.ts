import type { Prose } from '#partner.ts';

export const help: Prose = {
  heading: 'Help with this form',
  paragraphs: ['Write to the graduate office; we answer the same day.'],
};
