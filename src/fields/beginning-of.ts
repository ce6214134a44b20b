/** Returns a text if it has at most that many letters, else its beginning up to the last whole word. */
export function beginningOf(text: string, maxChars: number): string {
  const letters = [...text];
  if (letters.length <= maxChars) return text;
  // With one more letter, a word that ends at the limit counts as whole.
  const words = letters
    .slice(0, maxChars + 1)
    .join('')
    .replace(/(\S)\s+\S*$/u, '$1');
  // A text that begins with a longer word is cut within it.
  return `${[...words].slice(0, maxChars).join('')}…`;
}
