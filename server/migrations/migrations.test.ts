import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

test('each migration has a number of its own, so that all processes agree on the order', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(migrations.length);
});
