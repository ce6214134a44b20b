import { expect, test, vi } from 'vitest';
import { fakeLocalStorage } from '#testing/fake-local-storage.ts';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';

fakeLocalStorage();
const { account, tabOf } = freshBrowser();

test.each(['lost-response', 'none'] as const)(
  'a value that a full device could not store is not asked about after a reload (%s)',
  async (fault) => {
    const tab = await tabOf().start(ANN);
    tab.app.set('city', 'Scranton');
    await tab.app.journal.flush();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    account().faults.push(fault);
    tab.app.set('city', 'Erie');
    await tab.app.save(3000);
    expect(account().answers['city']).toBe('Erie');
    tab.app.saveBeforeLeaving();
    tab.kill();
    const next = await tabOf().start(ANN);
    expect(next.app.get('city')).toBe('Erie');
    expect(next.conflicts).toEqual([]);
  },
);
