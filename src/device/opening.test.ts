import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneRecord as one, openedDevice as opened, valuesOn as valuesIn } from '#testing/test-device.ts';
import { lock, wipe } from './changes.ts';
import { Device } from './device.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Fakes timeouts only: fake-indexeddb needs its other timers to stay real. */
function fakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

test('storage that never answers is reported as blocked within four seconds, and nobody waits for it again', async () => {
  fakeTimeouts();
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => ({}) as IDBOpenDBRequest);
  const device = new Device();
  const opening = device.open();
  await vi.advanceTimersByTimeAsync(4000);
  await opening;
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
  const outcome = Promise.all([device.read(['a']), device.write(one('a', 1)), wipe(device), lock(device)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.race([outcome, Promise.resolve('still waiting')])).toEqual([
    'off',
    { kind: 'off' },
    undefined,
    undefined,
  ]);
});

test('storage that opens too late is used at the next start', async () => {
  fakeTimeouts();
  const open = IDBFactory.prototype.open;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(function (this: IDBFactory, name) {
    const request = new EventTarget() as IDBOpenDBRequest;
    void answered.then(() => {
      const real = open.call(this, name);
      real.onsuccess = () => {
        Object.defineProperty(request, 'result', { value: real.result });
        request.onsuccess?.(new Event('success'));
      };
    });
    return request;
  });
  const device = new Device();
  const opening = device.open();
  await vi.advanceTimersByTimeAsync(4000);
  await opening;
  vi.useRealTimers();
  answer();
  expect(await valuesIn(await opened())).toEqual({});
  expect(await device.write(one('a', 1))).toEqual({ kind: 'off' });
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
  const next = await opened();
  expect((await next.write(one('a', 2))).kind).toBe('written');
});

test('storage that is not used is wiped all the same, once it answers', async () => {
  await (await opened()).write(one('a', 'secret'));
  const blocked = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('not yet', 'SecurityError');
  });
  const device = await opened();
  blocked.mockRestore();
  await wipe(device);
  await vi.waitFor(async () => expect(await valuesIn(await opened())).toEqual({}));
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
});

test('without IndexedDB everything continues in memory', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const device = await opened();
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
  expect(await device.write(one('a', 1))).toEqual({ kind: 'off' });
  vi.unstubAllGlobals();
});
