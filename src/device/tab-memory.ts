// oxlint-disable no-restricted-globals -- the only storage of a single tab; it never gets answers
/** Short texts that survive a reload of this tab. Not encrypted, so never answers. A blocked storage is no error. */
export const tabMemory = {
  keep(name: string, words: string): void {
    try {
      sessionStorage.setItem(name, words);
    } catch {
      // Storage is blocked: the text is lost on reload.
    }
  },

  /** Returns the stored text and deletes it; `''` when there is none. */
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
