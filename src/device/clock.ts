/** The client's only source of time and timers; tests replace it. */
export const clock = {
  /** Milliseconds since 1970 by the device, whose clock may be wrong and may jump. */
  now: (): number => Date.now(),
  /** Milliseconds since the page was loaded; never jumps. */
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

export type OneTimer = ReturnType<typeof oneTimer>;

/** Returns a function that sets the only timer to a time by the clock's `elapsed`; infinite for none. */
export function oneTimer({ elapsed, after }: Clock, run: () => void) {
  let timer = { at: Number.POSITIVE_INFINITY, cancel: () => {} };
  return (at: number): void => {
    if (at === timer.at) return;
    timer.cancel();
    timer = { at, cancel: () => {} };
    if (at === Number.POSITIVE_INFINITY) return;
    timer.cancel = after(Math.max(0, Math.ceil(at - elapsed())), () => {
      timer.at = Number.POSITIVE_INFINITY;
      run();
    });
  };
}

/** Rejects if the work takes longer than this; the work still continues. */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Too late.', 'TimeoutError')), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Hidden pages get no animation frames: the callback then runs after this. */
const LONGEST_FRAME_MS = 100;
/** Lets input that arrived during the frame, above all keys, run first. */
const GIVES_WAY_MS = 4;

/** Calls `run` once, after the next frame is painted: the screen updates before storage does. */
export function afterFrame(run: () => void): void {
  const cancel = clock.after(LONGEST_FRAME_MS, runOnce);
  let hasRun = false;
  function runOnce() {
    if (hasRun) return;
    hasRun = true;
    cancel();
    run();
  }
  requestAnimationFrame(() => clock.after(GIVES_WAY_MS, runOnce));
}
