import { promisifyRequest } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';

const { account, tabOf } = freshBrowser();

test('gives back what was typed, next time', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  tab.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Scranton');
});

test('keeps what was typed before the device was read, over what rests there', async () => {
  const before = await tabOf().start();
  before.answers.store.set('city', 'Scranton');
  before.answers.store.set('zip', '18509');
  await before.answers.flush();
  before.kill();
  const tab = tabOf();
  tab.answers.store.set('city', 'Erie');
  await tab.start();
  await tab.answers.flush();
  expect(tab.answers.store.getAll()).toMatchObject({ city: 'Erie', zip: '18509' });
  tab.kill();
  expect((await tabOf().start()).answers.store.get('city')).toBe('Erie');
});

test('tells what moves the page once nobody is typing, and at once to somebody who has finished', async () => {
  const tab = await tabOf().start();
  const cities: (string | undefined)[] = [];
  tab.answers.saveLine.subscribeSettled(() => cities.push(tab.answers.saveLine.settledAnswers['city']));
  tab.answers.store.type('city', 'S');
  tab.answers.store.type('city', 'Sc');
  expect(cities).toEqual([]);
  await vi.waitFor(() => expect(cities).toEqual(['Sc']));
  tab.answers.store.type('city', 'Scr');
  await tab.answers.flush();
  expect(cities).toEqual(['Sc', 'Scr']);
});

test('two tabs show each other’s letters, and one of them sends all', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'Scranton');
  two.answers.store.set('zip', '18509');
  await vi.waitFor(() => {
    expect(one.answers.store.get('zip')).toBe('18509');
    expect(two.answers.store.get('city')).toBe('Scranton');
  });
  await Promise.all([one.answers.flush(), two.answers.flush()]);
  await vi.waitFor(() => expect(account().answers).toMatchObject({ city: 'Scranton', zip: '18509' }));
});

test('both tabs end with the same letters in one answer', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.answers.store.set('city', 'York');
  two.answers.store.set('city', 'Erie');
  await vi.waitFor(() => expect(one.answers.store.get('city')).toBe(two.answers.store.get('city')));
  await one.answers.flush();
  await vi.waitFor(() => expect(account().answers['city']).toBe(one.answers.store.get('city')));
});

test('what the browser threw away under the page is written once more', async () => {
  const tab = await tabOf().start();
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  await promisifyRequest(indexedDB.deleteDatabase('application'));
  tab.answers.store.set('zip', '18509');
  await tab.answers.flush();
  tab.kill();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test('what could not be written is written once it can be, and nothing is claimed before', async () => {
  const tab = await tabOf().start();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  tab.answers.store.set('city', 'Scranton');
  await tab.answers.flush();
  expect(tab.answers.saveLine.status.text).toContain('Not saved on this device');
  put.mockRestore();
  tab.answers.store.set('zip', '18509');
  await tab.answers.flush();
  await vi.waitFor(() => expect(tab.answers.saveLine.status.text).toBe('Saved on this device'));
  tab.kill();
  expect((await tabOf().start()).answers.store.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});
