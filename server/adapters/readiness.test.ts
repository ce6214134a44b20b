import { expect, test } from 'vitest';
import { statesOf } from './readiness.ts';

test('a part that never answers is down, in time, and hides no other', { tags: 'slow' }, async () => {
  const silence = new Promise<'ok'>(() => undefined);
  const states = await statesOf({ database: () => silence, storage: async () => 'ok' });
  expect(states).toEqual({ database: 'down', storage: 'ok' });
});
