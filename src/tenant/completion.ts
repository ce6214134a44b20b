import type { Prose } from '#partner.ts';

/** In a file of its own: only applicants who have submitted need it. */
export const completion: Prose = {
  heading: 'Your application is in',
  paragraphs: [
    'The admissions office checks that everything is there, usually within two working days, and writes to you if something is missing.',
    'You will hear our decision by e-mail within three weeks.',
  ],
};
