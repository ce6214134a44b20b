import { environmentManager, focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerError } from './errors.ts';
import { makeQueryClient } from './query-client.ts';

const DAY_MS = 86_400_000;
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // Without a window it takes this for a server, which never asks again.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** What a part of the page does that reads the tabs. Mounting it again gives another reader. */
function readerOf(queryFn: () => Promise<unknown>, onError: (error: unknown) => void = () => undefined) {
  const client = makeQueryClient(onError, () => 'ada');
  client.mount();
  ends.push(() => client.unmount());
  return () => {
    const observer = new QueryObserver(client, { queryKey: ['tabs'], queryFn });
    ends.push(observer.subscribe(() => undefined));
    return observer;
  };
}

async function comesBack(): Promise<void> {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(1000);
}

test('what is loaded is asked for no more: not when the page is shown, mounted, online or a day old', async () => {
  const asked = vi.fn(async () => ({}));
  const mount = readerOf(asked);
  mount();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await comesBack();
  mount();
  await comesBack();
  expect(asked).toHaveBeenCalledOnce();
});

test('what nobody reads stays for whoever reads it next', async () => {
  const asked = vi.fn(async () => ({}));
  const mount = readerOf(asked);
  mount();
  await vi.advanceTimersByTimeAsync(1000);
  ends.pop()?.();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  mount();
  await comesBack();
  expect(asked).toHaveBeenCalledOnce();
});

test('a query that fails is not retried, and its error is told once', async () => {
  const broken = new ServerError(500, 'It broke.');
  const asked = vi.fn(() => Promise.reject(broken));
  const onError = vi.fn<(error: unknown) => void>();
  const reader = readerOf(asked, onError)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledOnce();
  expect(onError.mock.calls[0]?.[0]).toBe(broken);
  expect(onError).toHaveBeenCalledOnce();
  expect(reader.getCurrentResult()).toMatchObject({ status: 'error', error: broken });
});

test.each([
  { status: 500, isAskedAgain: true },
  { status: 422, isAskedAgain: false },
])('after a while it is asked again after $status: $isAskedAgain', async ({ status, isAskedAgain }) => {
  const asked = vi.fn(() => Promise.reject(new ServerError(status, 'No.')));
  readerOf(asked)();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(asked).toHaveBeenCalledTimes(isAskedAgain ? 2 : 1);
});
