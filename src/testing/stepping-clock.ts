import { type Clock, clock } from '#device/clock.ts';

const LONG_MS = 10_000;
const SHORT_MS = 50;

/** A clock whose `elapsed` and the ticks of `every` only advance in steps. Its other timers are real. */
export function steppingClock(stepMs: number) {
  const ticks = new Set<() => void>();
  let elapsed = 0;
  let now = clock.now();
  const stepping: Clock = {
    ...clock,
    elapsed: () => elapsed,
    now: () => (now += 1),
    // No tab waits long for one that was killed.
    after: (ms, callback) => clock.after(ms < LONG_MS ? ms : SHORT_MS, callback),
    every(_, tick) {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
  };
  const skip = () => {
    elapsed += stepMs;
  };
  return {
    clock: stepping,
    /** Lets a step pass, without a tick. */
    skip,
    /** Lets a step pass: each tab then checks the device for changes of other tabs. */
    async step(): Promise<void> {
      skip();
      for (const tick of ticks) tick();
      await new Promise((resolve) => setTimeout(resolve, 4));
    },
  };
}
