import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStore, within } from './store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a write that was reported as failed, because it took too long, is not stored later', async () => {
  const transact = openStore('application');
  await transact('readonly', () => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isHeld = true;
  const late = transact('readwrite', async (store) => {
    await set('a', 1, within(store));
    // Keeps the transaction open, as a hanging storage does.
    while (isHeld) await get('a', within(store));
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await late).toMatchObject({ name: 'DeviceError', reason: 'blocked' });
  isHeld = false;
  vi.useRealTimers();
  expect(await get('a', openStore('application'))).toBeUndefined();
});
