/**
 * The mark beside the name, and on the icons: the path of an SVG in a box of 24 by 24, drawn as a line. An open book in
 * a shield. It is not a real university's crest.
 */
export const crest =
  'M12 2.75c2.5 1.3 5.1 1.9 8.25 1.9v7.1c0 4.6-3.2 7.8-8.25 9.5-5.05-1.7-8.25-4.9-8.25-9.5v-7.1c3.15 0 5.75-.6 8.25-1.9ZM12 9.4v7M12 9.4c-1.1-.9-2.7-1.25-4.6-1.15v6.1c1.9-.1 3.5.25 4.6 1.15 1.1-.9 2.7-1.25 4.6-1.15v-6.1c-1.9-.1-3.5.25-4.6 1.15Z';
