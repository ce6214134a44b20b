import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/client-routes.ts';
import { paths } from './paths.ts';

test('the client names the very routes that the server sends its page for', () => {
  expect(new Set<string>(Object.values(paths))).toEqual(clientRoutes);
});
