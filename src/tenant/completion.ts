import type { Prose } from '#partner.ts';

/** In a file of its own: only applicants who have submitted need it. */
export const completion: Prose = {
  heading: 'Your application is in',
  paragraphs: [
    'The admissions office checks that your application is complete, usually within two business days, and writes to you if anything is missing.',
    'You will hear our decision by e-mail within three weeks.',
  ],
};
