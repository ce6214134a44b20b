import { expect, test } from 'vitest';
import { HeldOpen } from './held-open.ts';

/** Holds these in turn, and returns a function that tells which of them were closed. */
function holdAll(held: HeldOpen, network: string, names: readonly string[]) {
  const closed: string[] = [];
  const releases = names.map((name) => held.hold(network, () => closed.push(name)));
  return { closed, releases };
}

test('beyond its limit a network loses its oldest ones', () => {
  const { closed } = holdAll(new HeldOpen(2), '192.0.2.7', ['first', 'second', 'third', 'fourth']);
  expect(closed).toEqual(['first', 'second']);
});

test('what has ended does not count, however often its end is reported', () => {
  const held = new HeldOpen(2);
  const { closed, releases } = holdAll(held, '192.0.2.7', ['first', 'second']);
  for (const release of [...releases, ...releases]) release();
  expect(holdAll(held, '192.0.2.7', ['third', 'fourth']).closed).toEqual([]);
  for (const release of releases) release();
  expect(holdAll(held, '192.0.2.7', ['fifth']).closed).toEqual([]);
  expect(closed).toEqual([]);
});

test('networks do not share a limit', () => {
  const held = new HeldOpen(1);
  const { closed } = holdAll(held, '192.0.2.7', ['first']);
  expect(holdAll(held, '2001:db8:0:0::/64', ['second']).closed).toEqual([]);
  expect(closed).toEqual([]);
});
