import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a page that is put aside', () => {
  const page = new EventTarget();
  const isPutAside = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  const returns = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  function openHere() {
    vi.stubGlobal('document', {});
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const transact = openStore('application');
    vi.unstubAllGlobals();
    return transact;
  }

  test('has no open transaction, and writes once it returns', async () => {
    const [here, elsewhere] = [openHere(), openStore('application')];
    await here('readonly', () => undefined);
    let isFrozen = true;
    const asks = vi.fn(async (store: IDBObjectStore) => {
      store.put('here', 'a');
      // A transaction stays open while its page can ask for more.
      while (isFrozen) await get('a', within(store));
    });
    const written = here('readwrite', asks);
    await vi.waitFor(() => expect(asks).toHaveBeenCalledOnce());
    isPutAside(true);
    const read = here('readonly', async (store) => get('a', within(store)));
    expect(await elsewhere('readonly', async (store) => get('a', within(store)))).toBeUndefined();
    await set('a', 'elsewhere', elsewhere);
    expect(asks).toHaveBeenCalledOnce();
    isFrozen = false;
    returns();
    await written;
    expect(asks).toHaveBeenCalledTimes(2);
    expect(await read).toBeDefined();
    expect(await get('a', elsewhere)).toBe('here');
  });

  test('is not one that ends', async () => {
    const transact = openHere();
    isPutAside(false);
    await set('a', 1, transact);
    expect(await get('a', transact)).toBe(1);
  });
});
