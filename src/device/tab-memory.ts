// oxlint-disable no-restricted-globals -- the one storage that is a single tab’s; no answers go there
/**
 * What a tab remembers while its page is away, loaded again or taken from memory: a few words, and never an answer, since
 * it is not encrypted. A browser that keeps nothing is no error.
 */
export const tabMemory = {
  keep(name: string, words: string): void {
    try {
      sessionStorage.setItem(name, words);
    } catch {
      // Kept by nobody.
    }
  },

  /** What was kept, once; `''` for nothing. */
  take(name: string): string {
    try {
      const words = sessionStorage.getItem(name) ?? '';
      sessionStorage.removeItem(name);
      return words;
    } catch {
      return '';
    }
  },
};
