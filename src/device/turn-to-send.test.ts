import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handClock, type HandClock } from '#testing/hand-clock.ts';
import { openedDevice } from '#testing/test-device.ts';
import type { Device } from './device.ts';
import { makeTurnToSend } from './turn-to-send.ts';
import { lock, unlock, wipe } from './changes.ts';

const PATIENCE_MS = 10_000;

let hands: HandClock;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  hands = handClock();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function tabOf(name: string, device?: Device) {
  const turn = makeTurnToSend(device ?? (await openedDevice()), hands, name);
  let end: () => void = () => undefined;
  let begun = 0;
  const run = () =>
    turn.run(() => {
      begun += 1;
      return new Promise<void>((resolve) => (end = resolve));
    });
  return {
    run,
    isHere: () => turn.isHere(),
    end: () => end(),
    get begun() {
      return begun;
    },
    /** Has a request on its way from now on. */
    async sends(): Promise<Promise<boolean>> {
      const before = begun;
      const isLed = run();
      await vi.waitFor(() => expect(begun).toBe(before + 1));
      return isLed;
    },
  };
}

/** Real storage answers only after some turns, so time passes a little at a time. */
async function waits(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await hands.pass(500);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const never = () => new Promise(() => undefined);
const locks = {
  'answer at once': undefined,
  'are missing': {},
  'never answer': { locks: { request: never } },
  'are refused': {
    locks: { request: async () => Promise.reject(new DOMException('Access is denied.', 'SecurityError')) },
  },
};

test.each(Object.entries(locks))('one tab sends, and sends again, if locks %s', async (_, navigator) => {
  if (navigator !== undefined) vi.stubGlobal('navigator', navigator);
  const one = await tabOf('one');
  for (let times = 1; times <= 2; times += 1) {
    const isLed = one.run();
    await vi.waitFor(async () => {
      await waits(PATIENCE_MS);
      expect(one.begun).toBe(times);
    });
    expect(await one.isHere()).toBe(true);
    one.end();
    expect(await isLed).toBe(true);
  }
});

test('a tab waits for another tab’s request, and then becomes the sender', async () => {
  const [one, other] = [await tabOf('one'), await tabOf('other')];
  const first = one.sends();
  await vi.waitFor(() => expect(one.begun).toBe(1));
  const second = other.run();
  await waits(5000);
  expect(other.begun).toBe(0);
  one.end();
  expect(await first).toBe(true);
  await vi.waitFor(() => expect(other.begun).toBe(1));
  expect([await one.isHere(), await other.isHere()]).toEqual([false, true]);
  other.end();
  expect(await second).toBe(true);
});

test.each(Object.entries(locks))(
  'a tab that does not move is not waited for longer than ten seconds, if locks %s',
  async (_, navigator) => {
    if (navigator !== undefined) vi.stubGlobal('navigator', navigator);
    const [one, other] = [await tabOf('one'), await tabOf('other')];
    const frozen = one.run();
    await vi.waitFor(async () => {
      await waits(PATIENCE_MS);
      expect(one.begun).toBe(1);
    });
    const second = other.run();
    await waits(PATIENCE_MS - 1000);
    expect(other.begun).toBe(0);
    await vi.waitFor(async () => {
      await waits(1000);
      expect(other.begun).toBe(1);
    });
    expect([await one.isHere(), await other.isHere()]).toEqual([false, true]);
    one.end();
    other.end();
    expect([await frozen, await second]).toEqual([true, true]);
  },
);

test('one of two tabs that have waited for a third one sends', async () => {
  const [one, two, three] = [await tabOf('one'), await tabOf('two'), await tabOf('three')];
  vi.stubGlobal('navigator', { locks: { request: never } });
  const runs = [one.run()];
  await vi.waitFor(async () => {
    await waits(PATIENCE_MS);
    expect(one.begun).toBe(1);
  });
  runs.push(two.run(), three.run());
  await vi.waitFor(async () => {
    await waits(PATIENCE_MS);
    expect(two.begun + three.begun).toBe(1);
  });
  for (const tab of [one, two, three]) tab.end();
  expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(2);
});

test('failed work is not repeated, and returns the lock', async () => {
  const turn = makeTurnToSend(await openedDevice(), hands, 'one');
  const work = vi.fn(() => Promise.reject(new Error('at work')));
  await expect(turn.run(work)).rejects.toThrow('at work');
  expect(work).toHaveBeenCalledOnce();
  const other = await tabOf('other');
  const isLed = other.sends();
  await vi.waitFor(() => expect(other.begun).toBe(1));
  other.end();
  expect(await isLed).toBe(true);
});

test('a logout ends nobody’s turn, and a wipe does', async () => {
  const device = await openedDevice();
  await unlock(device, 'ann');
  const one = await tabOf('one', device);
  const isLed = one.sends();
  await vi.waitFor(() => expect(one.begun).toBe(1));
  await lock(device);
  expect(await one.isHere()).toBe(true);
  await wipe(device);
  expect(await one.isHere()).toBe(false);
  one.end();
  expect(await isLed).toBe(true);
});
