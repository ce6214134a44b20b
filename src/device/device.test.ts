import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneRecord as one, openedDevice as opened, valuesOn as valuesIn } from '#testing/test-device.ts';
import { TURN } from './turn.ts';
import { openStore } from './store.ts';
import { setShared, wipe } from './changes.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Changes stored records directly, bypassing the device. */
function raw<T>(work: (store: IDBObjectStore) => T | Promise<T>): Promise<T> {
  return openStore('application')('readwrite', work);
}

test('keeps values through restarts, and none of them can be read from the disk', async () => {
  const first = await opened();
  await first.write(one('a', { city: 'Scranton' }));
  expect(first.getStatus()).toEqual({ kind: 'kept' });
  expect(await valuesIn(await opened())).toEqual({ a: { city: 'Scranton' } });
  const onDisk = await raw((store) => promisifyRequest<{ text?: ArrayBuffer }[]>(store.getAll()));
  for (const { text } of onDisk) {
    expect(new TextDecoder().decode(text ?? new ArrayBuffer())).not.toContain('Scranton');
  }
});

test.each([
  ['emoji', '👩🏽‍🎓'.repeat(1000)],
  ['half a surrogate pair', 'a\ud800b'],
  ['NUL', 'a\u0000b'],
  ['a change of direction', 'a\u202eb'],
])('returns %s exactly', async (_, value) => {
  await (await opened()).write(one('a', value));
  expect(await valuesIn(await opened())).toEqual({ a: value });
});

test('keeps bytes as they are', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(1000));
  await (await opened()).write(one('a', bytes));
  expect((await valuesIn(await opened()))['a']).toEqual(bytes);
});

test('a key that cannot be exported is what it seals with', async () => {
  await opened();
  const { key } = (await raw((store) => promisifyRequest(store.get(TURN)))) as { key: CryptoKey };
  expect(key.extractable).toBe(false);
});

test('the later stamp stays, whoever writes last', async () => {
  const device = await opened();
  await device.write(one('a', 'new', '2'));
  await device.write(one('a', 'old', '1'));
  expect(await valuesIn(device)).toEqual({ a: 'new' });
});

test('a connection that the browser closes is opened again unnoticed', async () => {
  const device = await opened();
  const statuses: string[] = [];
  device.subscribe(() => statuses.push(device.getStatus().kind));
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let times = 0; times < 3; times += 1) {
    transaction.mockImplementationOnce(() => {
      throw new DOMException('closing', 'InvalidStateError');
    });
  }
  expect((await device.write(one('a', 1))).kind).toBe('written');
  expect(statuses).toEqual([]);
});

test('reports when storage keeps failing, and when it works again', async () => {
  const device = await opened();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closing', 'InvalidStateError');
  });
  expect(await device.write(one('a', 1))).toEqual({ kind: 'failed' });
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
  transaction.mockRestore();
  expect((await device.write(one('a', 1))).kind).toBe('written');
  expect(device.getStatus()).toEqual({ kind: 'kept' });
});

test('a full disk deletes what can be loaded again before it gives up, and keeps the rest', async () => {
  const device = await opened();
  await device.write(one('cache/x', 'dispensable'));
  await device.write(one('a', 'old'));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await device.write(one('a', 'new', '2'))).toEqual({ kind: 'failed' });
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'full' });
  put.mockRestore();
  expect(await valuesIn(device)).toEqual({ a: 'old' });
});

test('if a key cannot be stored, its bytes are, and the draft is there next time', async () => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, name) {
    if (value?.key instanceof CryptoKey) throw new DOMException('no clone', 'DataCloneError');
    return put.call(this, value, name);
  });
  await (await opened()).write(one('a', 1));
  expect(await valuesIn(await opened())).toEqual({ a: 1 });
});

test('if nothing can be read back, nothing is claimed', async () => {
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore) {
    return get.call(this, 'nothing');
  });
  expect((await opened()).getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
});

test('a lost key costs the draft, not the start: what cannot be read is skipped, and replaced by the next change', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await (await opened()).write(one('a', 'secret'));
  await raw((store) => void store.delete(TURN));
  const device = await opened();
  expect(await valuesIn(device)).toEqual({});
  expect(warn).toHaveBeenCalledOnce();
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret');
  await device.write(one('a', 'again', '2'));
  expect(await valuesIn(await opened())).toEqual({ a: 'again' });
});

test.each(['flipped', 'cut'])('only a record whose bytes are %s is dropped', async (how) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const device = await opened();
  await device.write(new Map([...one('a', 1), ...one('b', 2)]));
  await raw(async (store) => {
    const record = await promisifyRequest(store.get('a'));
    const bytes = new Uint8Array(record.text);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    store.put({ ...record, text: how === 'cut' ? bytes.slice(0, 4).buffer : bytes.buffer }, 'a');
  });
  expect(await valuesIn(await opened())).toEqual({ b: 2 });
});

test('a record that is stored in place of another does not open', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await (await opened()).write(one('a', 1));
  await raw(async (store) => store.put(await promisifyRequest(store.get('a')), 'b'));
  expect(await valuesIn(await opened())).toEqual({ a: 1 });
});

test('a record of an unknown form is skipped, and replaced by the next change', async () => {
  await opened();
  await raw((store) => void store.put({ v: 3, text: 'unknown' }, 'a'));
  const device = await opened();
  expect(await valuesIn(device)).toEqual({});
  await device.write(one('a', 'ours'));
  expect(await valuesIn(await opened())).toEqual({ a: 'ours' });
});

test('with a keyring of a newer release nothing is touched', async () => {
  await raw((store) => void store.put({ v: 2 }, TURN));
  const device = await opened();
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'newer' });
});

test('when the browser has cleared everything while the page was open, the writer is told', async () => {
  const device = await opened();
  await raw((store) => void store.clear());
  expect((await device.write(one('a', 1))).kind).toBe('anew');
  expect(await valuesIn(await opened())).toEqual({ a: 1 });
});

test('that the browser has cleared everything is told once, and not at each reading', async () => {
  const device = await opened();
  const heard = vi.fn();
  device.use.onTurn = heard;
  await raw((store) => void store.clear());
  for (let reading = 0; reading < 3; reading += 1) await valuesIn(device);
  expect(heard).toHaveBeenCalledTimes(1);
  await device.write(one('a', 1));
  heard.mockClear();
  await raw((store) => void store.clear());
  await valuesIn(device);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('after a wipe no other tab writes back what it still holds', async () => {
  const here = await opened();
  const there = await opened();
  await here.write(one('a', 1));
  await wipe(here);
  expect(await there.write(one('a', 2, '9'))).toEqual({ kind: 'replaced' });
  expect(await valuesIn(there)).toEqual({});
  expect((await there.write(one('a', 3))).kind).toBe('written');
});

test('a wipe keeps what it is told to, and can still read it', async () => {
  const device = await opened();
  await device.write(new Map([...one('a', 1), ...one('b', 2)]));
  await wipe(device, (name) => name === 'b');
  expect(await valuesIn(await opened())).toEqual({ b: 2 });
});

test('a wipe can keep what has been written since it was decided', async () => {
  const device = await opened();
  await device.write(new Map([...one('a', 1, '1'), ...one('b', 2, '9')]));
  await wipe(device, (_, stamp) => stamp > '5');
  expect(await valuesIn(await opened())).toEqual({ b: 2 });
});

test('a shared computer stores nothing, also after restarts', async () => {
  const device = await opened();
  await device.write(one('a', 1));
  await setShared(device, true);
  const next = await opened();
  expect(next.getStatus()).toEqual({ kind: 'memory-only', reason: 'shared-computer' });
  expect(await next.write(one('a', 2))).toEqual({ kind: 'off' });
  await wipe(next);
  expect(await raw((store) => promisifyRequest<unknown[]>(store.getAll()))).toEqual([
    expect.objectContaining({ isShared: true }),
  ]);
  await setShared(next, false);
  expect((await next.write(one('a', 2))).kind).toBe('written');
});

test('turning storing off and on in one tab deletes only what is stored here', async () => {
  const [here, there] = [await opened(), await opened()];
  await there.write(one('a', 1));
  await setShared(here, true);
  expect(await there.read(['a'])).toBe('off');
  expect(there.isShared).toBe(true);
  await setShared(here, false);
  const late = await opened();
  await setShared(here, true);
  await setShared(here, false);
  expect((await late.write(one('a', 2))).kind).toBe('written');
  expect(await valuesIn(await opened())).toEqual({ a: 2 });
});

test.each(['before', 'after'] as const)(
  'a tab that slept through a wipe notices it, although storing was turned off %s it',
  async (when) => {
    const [here, there] = [await opened(), await opened()];
    await there.write(one('a', 1));
    if (when === 'before') await setShared(here, true);
    await wipe(here);
    if (when === 'after') await setShared(here, true);
    await setShared(here, false);
    expect(await there.write(one('a', 2, '9'))).toEqual({ kind: 'replaced' });
    expect(await valuesIn(there)).toEqual({});
  },
);

test('a database that was made without its store gets one', async () => {
  await promisifyRequest(indexedDB.open('application')).then((database) => database.close());
  expect((await opened()).getStatus()).toEqual({ kind: 'kept' });
});

test('closes when somebody deletes the database', async () => {
  await opened();
  await promisifyRequest(indexedDB.deleteDatabase('application'));
  expect((await opened()).getStatus()).toEqual({ kind: 'kept' });
});
