import type { Context } from '#server/context.ts';

/** Starts working on every kind of job in this process. */
export async function startJobs(_context: Context): Promise<void> {}
