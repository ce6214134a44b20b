// oxlint-disable no-restricted-globals -- a tab that wakes must read this before any message arrives
const NAME = 'last-activity';

/** Time of the last activity in any tab of this browser, in milliseconds since 1970. Holds no answers. */
export const lastActivity = {
  keep(at: number): void {
    try {
      localStorage.setItem(NAME, String(at));
    } catch {
      // Storage is blocked: the other tabs learn of activity from messages only.
    }
  },

  /** 0 when unknown. */
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
      // Storage is blocked, so nothing was stored.
    }
  },
};
