/** The client's one clock, and what runs by it. */
export const clock = {
  /** Milliseconds since 1970, as the device believes. It may be wrong, and may jump. */
  now: (): number => Date.now(),
  /** Milliseconds since the page was loaded; never jumps. For measuring how long something takes. */
  elapsed: (): number => performance.now(),
  /** Calls back about every `everyMs`; returns what ends it. */
  every(everyMs: number, tick: () => void): () => void {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  },
  /** Calls back once after `afterMs`; returns what takes it back. */
  after(afterMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, afterMs);
    return () => clearTimeout(timer);
  },
};
export type Clock = typeof clock;
