import { afterEach, expect, test, vi } from 'vitest';
import { handClock } from '#testing/hand-clock.ts';
import { inOneTab } from './one-tab.ts';

const LOCK = '$lease/outbox';
const PATIENCE_MS = 10_000;

afterEach(async () => {
  vi.unstubAllGlobals();
  await navigator.locks.request(LOCK, { steal: true }, () => undefined);
});

/** A tab that sends until it is told to end. */
function tab(hands = handClock()) {
  let end: () => void = () => undefined;
  const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  return {
    hands,
    work,
    run: () => inOneTab(LOCK, hands, work),
    end: () => end(),
  };
}

const never = () => new Promise(() => undefined);
const refuse = async () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));

test.each<{ what: string; navigator?: object; afterMs: number }>([
  { what: 'answer at once', afterMs: 0 },
  { what: 'are missing', navigator: {}, afterMs: 0 },
  { what: 'are refused', navigator: { locks: { request: refuse } }, afterMs: 0 },
  { what: 'never answer', navigator: { locks: { request: never } }, afterMs: PATIENCE_MS },
])('if locks $what, a tab sends after $afterMs ms, again and again', async ({ navigator, afterMs }) => {
  if (navigator !== undefined) vi.stubGlobal('navigator', navigator);
  const { hands, work, run, end } = tab();
  for (let times = 1; times <= 2; times += 1) {
    const done = run();
    if (afterMs > 0) {
      await hands.pass(afterMs - 1);
      expect(work).toHaveBeenCalledTimes(times - 1);
      await hands.pass(1);
    }
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(times));
    end();
    await done;
  }
});

test('a tab waits for another one', async () => {
  const [one, other] = [tab(), tab()];
  const first = one.run();
  await vi.waitFor(() => expect(one.work).toHaveBeenCalled());
  const second = other.run();
  await other.hands.pass(PATIENCE_MS - 1);
  expect(other.work).not.toHaveBeenCalled();
  one.end();
  await first;
  await vi.waitFor(() => expect(other.work).toHaveBeenCalledOnce());
  other.end();
  await second;
});

test('after ten seconds it sends all the same, and others wait for it from then on', async () => {
  const [frozen, other, third] = [tab(), tab(), tab()];
  void frozen.run();
  await vi.waitFor(() => expect(frozen.work).toHaveBeenCalled());
  const second = other.run();
  await other.hands.pass(PATIENCE_MS);
  await vi.waitFor(() => expect(other.work).toHaveBeenCalledOnce());
  const last = third.run();
  await third.hands.pass(PATIENCE_MS - 1);
  expect(third.work).not.toHaveBeenCalled();
  other.end();
  await second;
  await vi.waitFor(() => expect(third.work).toHaveBeenCalledOnce());
  third.end();
  await last;
  frozen.end();
  expect(frozen.work).toHaveBeenCalledOnce();
});

test('failed work is not repeated, and returns the lock', async () => {
  const work = vi.fn(() => Promise.reject(new Error('at work')));
  await expect(inOneTab(LOCK, handClock(), work)).rejects.toThrow('at work');
  expect(work).toHaveBeenCalledOnce();
  const other = tab();
  const done = other.run();
  await vi.waitFor(() => expect(other.work).toHaveBeenCalledOnce());
  other.end();
  await done;
});

test('a tab with long work waits until the other is done or its wait ends, and is told so once', async () => {
  const [one, other] = [tab(), tab()];
  const first = one.run();
  await vi.waitFor(() => expect(one.work).toHaveBeenCalled());
  const [onWait, wait] = [vi.fn(), new AbortController()];
  const second = inOneTab(LOCK, other.hands, other.work, { onWait, signal: wait.signal });
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledOnce());
  await other.hands.pass(2 * PATIENCE_MS);
  expect(other.work).not.toHaveBeenCalled();
  wait.abort();
  await vi.waitFor(() => expect(other.work).toHaveBeenCalledOnce());
  one.end();
  other.end();
  await Promise.all([first, second]);
  expect(onWait).toHaveBeenCalledOnce();
});
