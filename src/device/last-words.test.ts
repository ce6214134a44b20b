import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { openedDevice, valuesOn as valuesIn } from '#testing/test-device.ts';
import { Device } from './device.ts';
import type { Writes } from './stored-records.ts';
import { setShared, wipe } from './changes.ts';

const LONG = 'long '.repeat(30_000);
const entries = fakeLocalStorage();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const one = (value: unknown, stamp = '1', name = 'a'): Writes => new Map([[name, { value, stamp }]]);

/** A device whose key stream is ready; on a shared computer it never is. */
async function opened(): Promise<Device> {
  const device = await openedDevice();
  if (device.getStatus().kind !== 'kept') return device;
  const before = entries.size;
  await vi.waitFor(() => {
    device.lastWords.save(one('', '', 'probe'));
    expect(entries.size).toBeGreaterThan(before);
  });
  device.lastWords.withdraw();
  return device;
}

test('what a page left in its last moment is there at the next start, and is then stored where it belongs', async () => {
  (await opened()).lastWords.save(one('Zoë 李 👩🏽‍🎓'));
  expect(entries.size).toBe(1);
  expect(await valuesIn(await opened())).toEqual({ a: 'Zoë 李 👩🏽‍🎓' });
  expect(entries.size).toBe(0);
  expect(await valuesIn(await opened())).toEqual({ a: 'Zoë 李 👩🏽‍🎓' });
});

test('nothing of it can be read, and no two texts are sealed alike', async () => {
  const device = await opened();
  const texts: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    device.lastWords.save(one('Scranton'));
    texts.push((JSON.parse([...entries.values()].join('')) as { text: string }).text);
  }
  expect(new Set(texts).size).toBe(3);
  for (const text of texts) expect(atob(text)).not.toContain('Scranton');
});

test('a later change that is already stored stays', async () => {
  const device = await opened();
  device.lastWords.save(one('old', '1'));
  await device.write(one('new', '2'));
  expect(await valuesIn(await opened())).toEqual({ a: 'new' });
});

test('what a page left does not return once a later change was deleted', async () => {
  const page = await opened();
  const other = await opened();
  page.lastWords.save(one('old', '1'));
  await other.write(one('new', '2'));
  await other.write(one(undefined, '3'));
  expect(entries.size).toBe(0);
  expect(await valuesIn(await opened())).toEqual({});
});

test('the later change wins among the entries of two closed pages', async () => {
  (await opened()).lastWords.save(one('later', '2'));
  const other = await opened();
  const third = await opened();
  other.lastWords.save(one('earlier', '1'));
  third.lastWords.save(one('latest', '3'));
  expect(await valuesIn(await opened())).toEqual({ a: 'latest' });
});

test('what has been written since is withdrawn', async () => {
  const device = await opened();
  device.lastWords.save(one('Scranton'));
  device.lastWords.withdraw();
  expect(entries.size).toBe(0);
});

test('nothing of it survives a wipe', async () => {
  const device = await opened();
  device.lastWords.save(one('Scranton'));
  const entry = [...entries];
  await wipe(await opened());
  expect(entries.size).toBe(0);
  for (const [name, text] of entry) entries.set(name, text);
  expect(await valuesIn(await opened())).toEqual({});
});

test('nothing is left on a shared computer', async () => {
  const device = await opened();
  await setShared(device, true);
  const after = await opened();
  after.lastWords.save(one('Scranton'));
  expect([...entries.keys()]).toEqual(['last-words/off']);
});

test('a page that declares a shared computer leaves no entry itself', async () => {
  const device = await opened();
  await setShared(device, true);
  device.lastWords.save(one('Scranton'));
  expect([...entries.keys()]).toEqual(['last-words/off']);
  await setShared(device, false);
  expect(entries.size).toBe(0);
});

test('only a damaged entry is lost', async () => {
  const device = await opened();
  await device.write(one('kept'));
  entries.set('parting/damaged', '{"epoch":');
  entries.set('parting/unlike', '[7]');
  expect(await valuesIn(await opened())).toEqual({ a: 'kept' });
  expect(entries.size).toBe(0);
});

test('a page that slept through a wipe leaves what another one has left since', async () => {
  const asleep = await opened();
  await wipe(await opened());
  (await opened()).lastWords.save(one('typed since', '2'));
  await asleep.write(one(undefined, '1'));
  expect(await valuesIn(await opened())).toEqual({ a: 'typed since' });
});

test('a used-up key stream is made again', async () => {
  const device = await opened();
  for (const stamp of ['1', '2']) {
    await vi.waitFor(async () => {
      device.lastWords.save(one(LONG + stamp, stamp));
      expect(await valuesIn(await opened())).toEqual({ a: LONG + stamp });
    });
  }
});

test('a page that saves its last words again and again loses none of them', async () => {
  const device = await opened();
  const essay = 'e'.repeat(7000);
  for (let time = 1; time <= 14; time += 1) {
    device.lastWords.save(
      new Map([
        ['a', { value: essay, stamp: '1' }],
        ['b', { value: `letter ${time}`, stamp: String(time + 10) }],
      ]),
    );
  }
  expect(await valuesIn(await opened())).toEqual({ a: essay, b: 'letter 14' });
  expect(entries.size).toBe(0);
});

test('all entries that a page saved again and again are withdrawn once their records are written', async () => {
  const device = await opened();
  for (let time = 0; time < 3; time += 1) device.lastWords.save(one(LONG));
  device.lastWords.withdraw();
  expect(entries.size).toBe(0);
});

test('storage that refuses stops nobody', async () => {
  const device = await opened();
  vi.stubGlobal('localStorage', undefined);
  device.lastWords.save(one('Scranton'));
  const next = new Device();
  await next.open();
  expect(await valuesIn(next)).toEqual({});
});
