import type { Clock } from '#device/clock.ts';

export interface HandClock extends Clock {
  /** Lets time pass: whatever is due is called in order, each at its own time. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until the test moves it. */
export function handClock(): HandClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  const after = (ms: number, run: () => void) => {
    const timer = { at: elapsed + ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => Date.UTC(2026, 10, 20, 12) + elapsed,
    elapsed: () => elapsed,
    after,
    every(ms, tick) {
      let cancel = () => {};
      const again = () => {
        cancel = after(ms, () => {
          again();
          tick();
        });
      };
      again();
      return () => cancel();
    },
    async pass(ms) {
      const end = elapsed + ms;
      for (;;) {
        const [next] = [...timers].sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        elapsed = Math.max(elapsed, next.at);
        next.run();
        // The code that runs may set a timer for the same moment, and continue only after a turn.
        await turn();
      }
      elapsed = end;
    },
  };
}

/** Resolves after one turn of the event loop. A timer of no time at all would take a millisecond. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
