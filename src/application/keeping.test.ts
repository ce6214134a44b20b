import { promisifyRequest } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { ANN, freshBrowser } from '#testing/fresh-browser.ts';

const { account, tabOf } = freshBrowser();

test('restores what was typed, next time', async () => {
  const tab = await tabOf().start();
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  tab.kill();
  expect((await tabOf().start()).app.get('city')).toBe('Scranton');
});

test('keeps what was typed before the device was read, in place of what is stored there', async () => {
  const before = await tabOf().start();
  before.app.set('city', 'Scranton');
  before.app.set('zip', '18509');
  await before.app.save();
  before.kill();
  const tab = tabOf();
  tab.app.set('city', 'Erie');
  await tab.start();
  await tab.app.save();
  expect(tab.app.getAll()).toMatchObject({ city: 'Erie', zip: '18509' });
  tab.kill();
  expect((await tabOf().start()).app.get('city')).toBe('Erie');
});

test.each([1, 2, 3])(
  'keeps what is typed while the device is being cleared; turns since it has begun: %i',
  async (turns) => {
    const tab = await tabOf().start();
    tab.app.set('zip', '18509');
    const cleared = tab.app.leave('chosen');
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    tab.app.set('city', 'Erie');
    await cleared;
    await tab.app.save();
    expect(tab.app.get('city')).toBe('Erie');
    tab.kill();
    const { app } = await tabOf().start();
    expect([app.get('city'), app.get('zip')]).toEqual(['Erie', '']);
  },
);

test('notifies parts that move the page once nobody is typing, and at once after a field is left', async () => {
  const tab = await tabOf().start();
  const cities: (string | undefined)[] = [];
  tab.app.subscribe(() => {
    const { city } = tab.app.restedAnswers();
    if (city !== cities.at(-1)) cities.push(city);
  });
  tab.app.type('city', 'S');
  tab.app.type('city', 'Sc');
  expect(cities).toEqual([]);
  await vi.waitFor(() => expect(cities).toEqual(['Sc']));
  tab.app.type('city', 'Scr');
  await tab.app.save();
  expect(cities).toEqual(['Sc', 'Scr']);
});

test('two tabs show each other’s letters, and one of them sends all', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.app.set('city', 'Scranton');
  two.app.set('zip', '18509');
  await vi.waitFor(() => {
    expect(one.app.get('zip')).toBe('18509');
    expect(two.app.get('city')).toBe('Scranton');
  });
  await Promise.all([one.app.save(), two.app.save()]);
  await vi.waitFor(() => expect(account().answers).toMatchObject({ city: 'Scranton', zip: '18509' }));
});

test('both tabs end with the same letters in one answer', async () => {
  const one = await tabOf().start(ANN);
  const two = await tabOf().start(ANN);
  one.app.set('city', 'York');
  two.app.set('city', 'Erie');
  await vi.waitFor(() => expect(one.app.get('city')).toBe(two.app.get('city')));
  await one.app.save();
  await vi.waitFor(() => expect(account().answers['city']).toBe(one.app.get('city')));
});

test('what the browser deleted while the page was open is written again', async () => {
  const tab = await tabOf().start();
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  await promisifyRequest(indexedDB.deleteDatabase('application'));
  tab.app.set('zip', '18509');
  await tab.app.save();
  tab.kill();
  expect((await tabOf().start()).app.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});

test('what could not be written is written once it can be, and the status claims nothing before', async () => {
  const tab = await tabOf().start();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  tab.app.set('city', 'Scranton');
  await tab.app.save();
  expect(tab.app.status.text).toContain('Not saved on this device');
  put.mockRestore();
  tab.app.set('zip', '18509');
  await tab.app.save();
  await vi.waitFor(() => expect(tab.app.status.text).toBe('Saved on this device'));
  tab.kill();
  expect((await tabOf().start()).app.getAll()).toMatchObject({ city: 'Scranton', zip: '18509' });
});
