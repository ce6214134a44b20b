import { LOOK_AGAIN_MS } from '#server/domain/limits/bucket-memory.ts';
import type { TestServer } from './test-server.ts';

/** Empties all limits as another process would: the server notices some seconds later. */
export async function clearRateLimits({ context, clock }: TestServer): Promise<void> {
  await context.database.pool.query('DELETE FROM tries');
  clock.advance(LOOK_AGAIN_MS);
}
