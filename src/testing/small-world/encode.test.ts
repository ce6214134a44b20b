import { expect, test } from 'vitest';
import { codeOf } from './encode.ts';
import { after } from './explore.ts';
import { worldOf } from './slices.ts';
import type { World } from './world.ts';

/** A letter is typed in a tab and noted as sent; the other tab has heard of it. */
function sentFrom(tab: 0 | 1): World {
  const moves = [
    ['a letter is typed', 2 * tab],
    ['a write is on the disk', tab],
    ['a tab takes its turn to send', tab],
    ['a write is on the disk', tab],
    ['a tab hears another one', 1 - tab],
  ] as const;
  const start = worldOf({ tabs: 2, here: 'ann', left: { letters: 1 } });
  return moves.reduce((world, [name, where]) => after(world, { name, where }), start);
}

test('it does not matter which tab is which', () => {
  const [one, other] = [sentFrom(0), sentFrom(1)];
  expect([...one.disk.keys()].sort()).not.toEqual([...other.disk.keys()].sort());
  expect(codeOf(one)).toBe(codeOf(other));
});

test('it matters which tab has sent an answer', () => {
  const world = sentFrom(0);
  const record = world.disk.get('sent/ann/a');
  const swapped = { ...world, disk: new Map(world.disk).set('sent/ann/b', record) };
  swapped.disk.delete('sent/ann/a');
  expect(record).toBeDefined();
  expect(codeOf(swapped)).not.toBe(codeOf(world));
});
