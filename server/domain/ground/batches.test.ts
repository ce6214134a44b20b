import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

/** Returns batches that finish only when the test says so. */
function manual({ maxWeight = 100 } = {}) {
  const under: { items: readonly string[]; finish: (error?: Error) => void }[] = [];
  const batches = new Batches<string, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) => (error ? reject(error) : resolve((item) => `${item} is done`));
        under.push({ items, finish });
      }),
    weightOf: (item) => item.length,
    maxWeight,
    ownerOf: (item) => item.slice(0, 1),
  });
  return { batches, under };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('items of one turn are processed together, and each gets its own result', async () => {
  const { batches, under } = manual();
  const results = Promise.all([batches.add('a1'), batches.add('b1')]);
  await turn();
  expect(under.map(({ items }) => items)).toEqual([['a1', 'b1']]);
  under[0]?.finish();
  expect(await results).toEqual(['a1 is done', 'b1 is done']);
});

test('while two batches run, the rest waits and is then processed together', async () => {
  const { batches, under } = manual();
  for (const item of ['a1', 'b1', 'c1', 'd1']) {
    void batches.add(item);
    await turn();
  }
  expect(under.map(({ items }) => items)).toEqual([['a1'], ['b1']]);
  under[0]?.finish();
  await turn();
  await turn();
  expect(under.slice(2).map(({ items }) => items)).toEqual([['c1', 'd1']]);
});

test('those of one owner never share a batch and keep their order, however full one is', async () => {
  const { batches, under } = manual({ maxWeight: 6 });
  for (const item of ['a1', 'a2', 'b-heavy', 'b1', 'c1']) void batches.add(item);
  await turn();
  await turn();
  expect(under.map(({ items }) => items)).toEqual([['a1', 'b-heavy'], ['c1']]);
  under[0]?.finish();
  await turn();
  await turn();
  expect(under.slice(2).map(({ items }) => items)).toEqual([['a2', 'b1']]);
});

test('a failed batch fails for its own callers only', async () => {
  const { batches, under } = manual();
  const first = Promise.allSettled([batches.add('a1'), batches.add('b1')]);
  await turn();
  under[0]?.finish(new Error('away'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const second = batches.add('a2');
  await turn();
  under[1]?.finish();
  expect(await second).toBe('a2 is done');
});

test('a slow result delays its own caller, and later items of the same owner', async () => {
  let finishSlow = () => {};
  const batches = new Batches<string, string>({
    run: async () => (item) =>
      item === 'slow' ? new Promise((resolve) => (finishSlow = () => resolve(item))) : item,
    weightOf: () => 1,
    maxWeight: 10,
    ownerOf: (item) => item.slice(0, 1),
  });
  const settled: string[] = [];
  const all = ['slow', 's2', 'a'].map(async (item) => settled.push(await batches.add(item)));
  await all[2];
  await batches.add('b');
  expect(settled).toEqual(['a']);
  finishSlow();
  await Promise.all(all);
  expect(settled).toEqual(['a', 'slow', 's2']);
});
