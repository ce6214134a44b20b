import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from './clock.ts';
import { makeLease, type Lease } from './lease.ts';
import { openStore } from './store.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // Without Web Locks, the heartbeat alone decides.
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const leaseOf = (tab: string) =>
  makeLease({ transact: openStore('application'), isKept: true }, 'outbox', tab);

/** Holds the lease until the returned function is called. */
async function leads(lease: Lease): Promise<() => Promise<void>> {
  let end: () => void = () => undefined;
  let isLed: Promise<boolean> = Promise.resolve(false);
  await new Promise<void>((started) => {
    isLed = lease.run(async () => {
      started();
      await new Promise<void>((resolve) => (end = resolve));
    });
  });
  return async () => {
    end();
    expect(await isLed).toBe(true);
  };
}

test('a tab that leads again later is no tab whose heart stands still', async () => {
  const elapsed = vi.spyOn(clock, 'elapsed').mockReturnValue(MINUTE_MS);
  const [one, other] = [leaseOf('one'), leaseOf('other')];
  const tries = () => other.run(async () => undefined);
  const endFirst = await leads(one);
  expect(await tries()).toBe(false);
  await endFirst();
  elapsed.mockReturnValue(2 * MINUTE_MS);
  const endSecond = await leads(one);
  expect(await tries()).toBe(false);
  await endSecond();
});

test('a tab whose heart stands still is led in the place of', async () => {
  const elapsed = vi.spyOn(clock, 'elapsed').mockReturnValue(MINUTE_MS);
  const other = leaseOf('other');
  const tries = () => other.run(async () => undefined);
  const end = await leads(leaseOf('one'));
  expect(await tries()).toBe(false);
  elapsed.mockReturnValue(2 * MINUTE_MS);
  expect(await tries()).toBe(true);
  await end();
});

test('locks that never answer stop nobody: the heartbeat decides in their place', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } });
  const after = vi.spyOn(clock, 'after').mockImplementation((_, work) => {
    work();
    return () => undefined;
  });
  const end = await leads(leaseOf('one'));
  expect(await leaseOf('other').run(async () => undefined)).toBe(false);
  await end();
  expect(await leaseOf('other').run(async () => undefined)).toBe(true);
  after.mockRestore();
});

test('locks that the browser refuses stop nobody: the heartbeat decides in their place', async () => {
  const request = async () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const end = await leads(leaseOf('one'));
  expect(await leaseOf('other').run(async () => undefined)).toBe(false);
  await end();
});

test('what fails at work under a lock is no refused lock, and is not done again', async () => {
  const request = async (_name: string, _options: unknown, lead: (lock: object) => unknown) => lead({});
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.reject(new Error('at work')));
  await expect(leaseOf('one').run(work)).rejects.toThrow('at work');
  expect(work).toHaveBeenCalledOnce();
});

test('a lock that comes after it was given up on leads nobody', async () => {
  let grant: () => unknown = () => undefined;
  const request = (_name: string, _options: unknown, whenGranted: (lock: object) => unknown) =>
    new Promise(() => (grant = () => whenGranted({})));
  vi.stubGlobal('navigator', { locks: { request } });
  vi.spyOn(clock, 'after').mockImplementation((_, work) => {
    work();
    return () => undefined;
  });
  let turns = 0;
  await leaseOf('one').run(async () => void (turns += 1));
  expect(grant()).toBe(false);
  expect(turns).toBe(1);
});
