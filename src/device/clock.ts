/** The client's only source of time and timers; tests replace it. */
export const clock = {
  /** Milliseconds since 1970 by the device, whose clock may be wrong and may jump. */
  now: (): number => Date.now(),
  /** Milliseconds since the page was loaded; never jumps. Use it to measure durations. */
  elapsed: (): number => performance.now(),
  /** Calls back about every `everyMs`; returns a function that stops it. */
  every(everyMs: number, tick: () => void): () => void {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  },
  /** Calls back once after `afterMs`; returns a function that cancels it. */
  after(afterMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, afterMs);
    return () => clearTimeout(timer);
  },
};
export type Clock = typeof clock;
