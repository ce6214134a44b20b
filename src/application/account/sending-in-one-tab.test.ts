import { expect, test } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';
import { clock } from '#device/clock.ts';

const { account, tabOf } = freshBrowser();

test(
  'a tab that waits while another one sends looks again a second later, not all the time',
  { tags: 'slow' },
  async () => {
    const waits: number[] = [];
    const counting: typeof clock = {
      ...clock,
      after(ms, callback) {
        waits.push(ms);
        return clock.after(ms, callback);
      },
    };
    const tab = await tabOf(account(), counting).start(ANN);
    let release = () => {};
    const other = navigator.locks.request(
      '$lease/outbox',
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    tab.app.set('city', 'Erie');
    waits.length = 0;
    expect(await tab.app.save(1500)).toBe(false);
    await new Promise<void>((resolve) => void clock.after(300, resolve));
    expect(account().puts).toEqual([]);
    expect(waits.filter((ms) => ms < 100).length).toBeLessThan(5);
    release();
    await other;
  },
);
