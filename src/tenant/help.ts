import type { Prose } from '#partner.ts';

/** In a file of its own: it loads when somebody asks for help. */
export const help: Prose = {
  heading: 'Technical help',
  paragraphs: [
    'Is something not working, or is a question unclear? E-mail or call us Monday through Friday, 8 a.m. to 6 p.m. Eastern Time. We reply within one business day.',
    'Tell us which page you were on and what you saw. Never send us your password or a confirmation code.',
  ],
};
