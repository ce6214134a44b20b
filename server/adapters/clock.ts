export const DAY_MS = 86_400_000;

/** The only source of the current time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
