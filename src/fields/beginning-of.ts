/** Returns a text of at most so many letters, else its beginning up to the last whole word. */
export function beginningOf(text: string, maxChars: number): string {
  const letters = [...text];
  if (letters.length <= maxChars) return text;
  // With one letter more, a word that ends at the limit is seen to be whole.
  const words = letters
    .slice(0, maxChars + 1)
    .join('')
    .replace(/(\S)\s+\S*$/u, '$1');
  // A text that begins with a longer word is cut within it.
  return `${[...words].slice(0, maxChars).join('')}…`;
}
