import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Clock } from '#device/clock.ts';
import { FakeAccount } from './fake-account.ts';
import { killAll, Tab } from './tab.ts';

export const ANN = 'ann@example.org';
export const BEN = 'ben@example.org';

/** Gives every test of a file a browser with a blank device, and an account. Call it at the top of the file. */
export function freshBrowser() {
  const open: Tab[] = [];
  let account = new FakeAccount();
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
    account = new FakeAccount();
  });
  afterEach(async () => {
    await killAll(open);
    vi.restoreAllMocks();
  });
  return {
    /** The account of the running test. */
    account: (): FakeAccount => account,
    /** Makes a tab of this browser, to be started; it ends with the test. */
    tabOf(
      of = account,
      ownClock?: Clock,
      isPutBack?: () => boolean,
      refocusedKey?: () => string | undefined,
    ): Tab {
      const tab = new Tab(of, ownClock, isPutBack, refocusedKey);
      open.push(tab);
      return tab;
    },
  };
}
