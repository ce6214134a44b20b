import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createStore, del, get, keys, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { oneRecord as one, openedDevice, valuesOn } from '#testing/test-device.ts';
import { stolen } from '#testing/thief.ts';
import { Device } from './device.ts';
import { TURN } from './turn.ts';
import type { Writes } from './stored-records.ts';
import { lock, unlock, setShared, wipe } from './changes.ts';

const KEY = new Uint8Array(32).fill(7);
const OTHER_KEY = new Uint8Array(32).fill(8);
const CITY = 'answer/ann/city';
const FILE = 'file/ann/transcript/bytes';
const local = fakeLocalStorage();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const accountIn = (name: string) => /^(?:answer|file)\/(ann|ben)\//.exec(name)?.[1];
const records = () => createStore('application', 'records');

const opened = () => openedDevice(accountIn);
const valuesIn = (device: Device) => valuesOn(device, ['answer/', 'file/', 'cache/']);

/** A device on which an account has left an answer and a file, and is locked. */
async function locked(): Promise<Device> {
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await device.write(new Map([...one(CITY, 'Scranton'), ...one(FILE, new TextEncoder().encode('PDF!'), '')]));
  await device.write(one('answer/anonymous/city', 'Utica'));
  await lock(device);
  return device;
}

test('while an account is unlocked its records can be opened, and after it is locked no stored key opens them', async () => {
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await device.write(new Map([...one(CITY, 'Scranton'), ...one('cache/queries', 'transcript.pdf', '')]));
  expect(await stolen(local)).toContain('Scranton');
  await lock(device);
  expect(await stolen(local)).toBe('');
  expect(await valuesIn(await opened())).toEqual({});
});

test('what is locked opens with the same key, byte for byte; the device has its own records all the time', async () => {
  await locked();
  const device = await opened();
  expect(await valuesIn(device)).toEqual({ 'answer/anonymous/city': 'Utica' });
  await unlock(device, 'ann', KEY);
  expect(await valuesIn(device)).toMatchObject({ [CITY]: 'Scranton' });
  expect(new TextDecoder().decode((await valuesIn(device))[FILE] as Uint8Array)).toBe('PDF!');
});

test('a page that starts while somebody is logged in needs no server to open the records', async () => {
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await device.write(one(CITY, 'Scranton'));
  const next = await opened();
  expect(await valuesIn(next)).toEqual({ [CITY]: 'Scranton' });
  await unlock(next, 'ann', KEY);
  const { account } = (await get(TURN, records())) as { account: { key: CryptoKey } };
  expect(account.key.extractable).toBe(false);
});

test.each([
  { who: 'nobody', comes: async () => undefined },
  { who: 'another account', comes: (device: Device) => unlock(device, 'ben', OTHER_KEY) },
  { who: 'the account on a server without keys', comes: (device: Device) => unlock(device, 'ann') },
])('for $who a locked record neither opens, nor is it replaced or deleted', async ({ comes }) => {
  const warn = vi.spyOn(console, 'warn');
  await locked();
  const before = await get(CITY, records());
  const device = await opened();
  await comes(device);
  expect(await valuesIn(device)).toEqual({ 'answer/anonymous/city': 'Utica' });
  const writes = new Map([...one(CITY, 'Albany', '9'), ...one('answer/anonymous/city', 'Troy', '9')]);
  expect(await device.write(writes)).toMatchObject({ kind: 'written', locked: [CITY] });
  expect(await device.write(one(CITY, undefined, '9'))).toMatchObject({ locked: [CITY] });
  expect(await get(CITY, records())).toEqual(before);
  expect(warn).not.toHaveBeenCalled();
  await unlock(device, 'ann', KEY);
  expect(await valuesIn(device)).toMatchObject({ [CITY]: 'Scranton', 'answer/anonymous/city': 'Troy' });
});

test('a tab that missed the logout loses nothing that it writes, and nobody can open that', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  await lock(here);
  expect(await there.write(one(CITY, 'typed meanwhile'))).toMatchObject({ kind: 'written' });
  expect(await stolen(local)).toBe('');
  // Since then the tab is locked, too.
  expect(await valuesIn(there)).toEqual({});
  expect(await there.write(one(CITY, 'too late', '2'))).toMatchObject({ locked: [CITY] });
  await unlock(here, 'ann', KEY);
  expect(await valuesIn(here)).toEqual({ [CITY]: 'typed meanwhile' });
});

test('a write that runs while the account is locked is written completely, wherever it is', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  const [outcome] = await Promise.all([there.write(one(CITY, 'Scranton')), lock(here)]);
  expect(outcome.kind).toBe('written');
  expect(await stolen(local)).toBe('');
  await unlock(here, 'ann', KEY);
  expect(await valuesIn(here)).toEqual({ [CITY]: 'Scranton' });
});

test('a tab that missed a login stores nothing under the device’s key', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  expect((await there.write(one(CITY, 'Scranton'))).kind).toBe('written');
  await lock(here);
  expect(await stolen(local)).toBe('');
});

test.each([
  { who: 'another account', owner: 'ben', key: OTHER_KEY },
  { who: 'the same account', owner: 'ann', key: KEY },
])('a late logout does not lock what $who has opened since', async ({ owner, key }) => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  await lock(here);
  await unlock(here, owner, key);
  await lock(there);
  const name = `answer/${owner}/city`;
  await here.write(one(name, 'Utica'));
  expect(await valuesIn(await opened())).toEqual({ [name]: 'Utica' });
});

test('if the server sends no key, the records are under the device’s key, until it sends one', async () => {
  const device = await opened();
  await unlock(device, 'ann');
  await device.write(one(CITY, 'Scranton'));
  await lock(device);
  expect(await valuesIn(device)).toEqual({ [CITY]: 'Scranton' });
  expect(await device.write(one(CITY, 'late', '2'))).toMatchObject({ locked: [CITY] });
  await unlock(device, 'ann', KEY);
  await lock(device);
  expect(await stolen(local)).toBe('');
});

test('a login before the storage opens unlocks it once it does', async () => {
  await locked();
  const device = new Device(accountIn);
  const unlocking = unlock(device, 'ann', KEY);
  await device.open();
  await unlocking;
  expect(await valuesIn(device)).toMatchObject({ [CITY]: 'Scranton' });
});

test('a logout that the storage refuses is repeated', async () => {
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await device.write(one(CITY, 'Scranton'));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await lock(device);
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'full' });
  put.mockRestore();
  await device.read(['answer/']);
  expect(await stolen(local)).toBe('');
});

/** Makes this a browser that cannot store keys. */
function withoutStoredKeys(): void {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, name) {
    if ([value?.key, value?.account?.key].some((key) => key instanceof CryptoKey))
      throw new DOMException('no clone', 'DataCloneError');
    return put.call(this, value, name);
  });
}

test('if keys cannot be stored, their bytes are, and are deleted by the logout', async () => {
  withoutStoredKeys();
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await device.write(one(CITY, 'Scranton'));
  expect(await valuesIn(await opened())).toEqual({ [CITY]: 'Scranton' });
  expect(await stolen(local)).toContain('Scranton');
  await lock(device);
  expect(await stolen(local)).toBe('');
});

test.each(['before', 'after'])(
  'if keys cannot be stored, storing is turned on again all the same for whoever logged in %s it was off',
  async (when) => {
    withoutStoredKeys();
    const device = await opened();
    if (when === 'before') await unlock(device, 'ann', KEY);
    await setShared(device, true);
    if (when === 'after') await unlock(device, 'ann', KEY);
    await setShared(device, false);
    expect(device.getStatus()).toEqual({ kind: 'kept' });
    expect(await device.write(one(CITY, 'Scranton'))).toEqual({ kind: 'written' });
    const next = await opened();
    await unlock(next, 'ann', KEY);
    expect(await valuesIn(next)).toEqual({ [CITY]: 'Scranton' });
  },
);

test('a shared computer keeps no key; storing that is turned on again goes on with it', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  await setShared(here, true);
  const kept = (await get(TURN, records())) as object;
  expect(Object.values(kept).some((part) => part instanceof CryptoKey)).toBe(false);
  expect(JSON.stringify(kept)).not.toContain('key');
  expect(await there.read(['answer/'])).toBe('off');
  await setShared(there, false);
  await there.write(one(CITY, 'Scranton'));
  expect(await stolen(local)).toContain('Scranton');
  await lock(there);
  expect(await stolen(local)).toBe('');
});

/** Stores another turn beside the one that open tabs hold: one whose key is lost, or does not work. */
async function storesTurnInVain(key: unknown): Promise<void> {
  const turn = await get<object>(TURN, records());
  await set(TURN, { ...turn, epoch: 'other', wiped: Reflect.get(turn ?? {}, 'epoch'), key }, records());
}

test.each([
  { key: 'lost', act: 'a letter' },
  { key: 'useless', act: 'a letter' },
  { key: 'lost', act: 'a login' },
  { key: 'useless', act: 'a login' },
])('$act over a stored turn whose key is $key ends at once, and the next start stores again', async (how) => {
  const device = await opened();
  const useless = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  await storesTurnInVain(how.key === 'lost' ? undefined : useless);
  if (how.act === 'a login') await unlock(device, 'ann', KEY);
  else expect(await device.write(one(CITY, 'Scranton'))).toEqual({ kind: 'failed' });
  expect(device.getStatus()).toEqual({ kind: 'memory-only', reason: 'blocked' });
  const next = await opened();
  expect((await next.write(one(CITY, 'Scranton'))).kind).toBe('written');
});

test('a wipe deletes the key, and keeps what others have locked', async () => {
  await locked();
  const device = await opened();
  await unlock(device, 'ben', OTHER_KEY);
  await device.write(one('answer/ben/city', 'Utica'));
  await wipe(device, (name) => accountIn(name) === 'ann');
  expect(await stolen(local)).toBe('');
  await unlock(device, 'ann', KEY);
  expect(await valuesIn(device)).toMatchObject({ [CITY]: 'Scranton' });
});

test('storage that the browser has cleared is written again, key included', async () => {
  const device = await opened();
  await unlock(device, 'ann', KEY);
  await Promise.all((await keys(records())).map((name) => del(name, records())));
  expect((await device.write(one(CITY, 'Scranton'))).kind).toBe('anew');
  expect(await valuesIn(await opened())).toEqual({ [CITY]: 'Scranton' });
  await lock(device);
  expect(await stolen(local)).toBe('');
});

/** Saves a record in local storage, as soon as this page can. */
async function waitForLastWords(device: Device, writes: Writes, prefix: string): Promise<void> {
  await vi.waitFor(() => {
    device.lastWords.save(writes);
    expect([...local.keys()].some((name) => name.startsWith(prefix))).toBe(true);
  });
}

test('the last words of a page whose account is locked wait for it', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  await lock(here);
  await waitForLastWords(there, one(CITY, 'last words'), 'last-words/ann/');
  expect(await stolen(local)).toBe('');
  await unlock(await opened(), 'ben', OTHER_KEY);
  expect(local.size).toBe(1);
  const device = await opened();
  await unlock(device, 'ann', KEY);
  expect(await valuesIn(device)).toEqual({ [CITY]: 'last words' });
  expect(local.size).toBe(0);
});

test('last words that are here at the logout are sealed with the rest', async () => {
  const [here, there] = [await opened(), await opened()];
  await unlock(here, 'ann', KEY);
  await there.read(['answer/']);
  await waitForLastWords(there, one(CITY, 'last words'), 'last-words/ann/');
  expect(await stolen(local)).toContain('last words');
  await lock(here);
  expect([local.size, await stolen(local)]).toEqual([0, '']);
  await unlock(here, 'ann', KEY);
  expect(await valuesIn(here)).toEqual({ [CITY]: 'last words' });
});
