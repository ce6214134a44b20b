/** A globe with one meridian. */
export const crest =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18M3.5 9h17M3.5 15h17';
