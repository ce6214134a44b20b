import type { Completion } from '#partner.ts';

/** In a file of its own: only applicants who have submitted need it. */
export const completion: Completion = {
  heading: 'Your application is in',
  paragraphs: [
    'The admissions office checks that your application is complete, usually within two business days, and writes to you if anything is missing.',
    'You will hear our decision by e-mail within three weeks.',
  ],
  noTranscript:
    'No transcript is attached to your application. Please have each college send one to the office of graduate admissions, or send us a copy by e-mail.',
  corrections:
    'A submitted application cannot be changed. To correct something, write to {email} with your application number.',
};
