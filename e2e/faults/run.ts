import type { TestServer } from '../support/server.ts';
import { Schedule } from './schedule.ts';

/**
 * Runs one schedule of typing and faults. The same seed makes the same schedule, step for step.
 *
 * @throws {Error} with all events, if something was lost
 */
export async function run(server: TestServer, seed: number, steps: number): Promise<void> {
  const schedule = new Schedule(server, seed);
  try {
    await schedule.begin();
    for (let step = 0; step < steps; step += 1) await schedule.step();
    await schedule.settle();
    await schedule.judge();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Seed ${seed}: ${reason}\n\n${schedule.ledger.toString()}`, { cause: error });
  } finally {
    await schedule.end();
  }
}
