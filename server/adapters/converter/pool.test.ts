import { expect, test } from 'vitest';
import type { Converter } from './converter.ts';
import { failed, type Outcome, type Refusal } from './outcome.ts';
import { poolConverters } from './pool.ts';

const by = (number: number): Refusal => ({ reason: 'word-damaged', message: `by ${number}` });

test('a file that hangs holds up no other one, and an idle first converter is used again', async () => {
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<Outcome>();
  let numMade = 0;
  const closed: number[] = [];
  const pool = poolConverters(2, () => {
    const number = (numMade += 1);
    return {
      convert: async (file) => (file.length === 0 ? hanging : failed(by(number))),
      canMerge: async () => true,
      merge: async () => Buffer.of(number),
      systemParts: async () => [],
      close: async () => void closed.push(number),
    } satisfies Converter;
  });
  const file = Buffer.from('file');
  expect(await pool.convert(file)).toEqual(failed(by(1)));
  const stuck = pool.convert(Buffer.alloc(0));
  expect(await pool.convert(file)).toEqual(failed(by(2)));
  letGo(failed(by(1)));
  await stuck;
  expect(await pool.convert(file)).toEqual(failed(by(1)));
  expect(await pool.merge(file, [])).toEqual(Buffer.of(1));
  await pool.close();
  expect(closed).toEqual([1, 2]);
});
