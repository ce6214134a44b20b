// oxlint-disable no-restricted-globals -- read at once by a tab that was frozen, before any message comes
const NAME = 'last-activity';

/** When somebody was last at work in any tab of this browser: milliseconds since 1970, and never an answer. */
export const lastActivity = {
  keep(at: number): void {
    try {
      localStorage.setItem(NAME, String(at));
    } catch {
      // The other tabs are told by messages alone.
    }
  },

  /** 0 where nothing is known. */
  read(): number {
    try {
      return Number(localStorage.getItem(NAME));
    } catch {
      return 0;
    }
  },

  forget(): void {
    try {
      localStorage.removeItem(NAME);
    } catch {
      // Nothing was kept.
    }
  },
};
