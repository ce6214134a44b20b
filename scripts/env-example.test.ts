import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEnv } from '#server/env.ts';
import { envExample, ENV_EXAMPLE_FILE } from './env-example.ts';

test('.env.example is current; if not, run: npm run docs:env', () => {
  expect(readFileSync(ENV_EXAMPLE_FILE, 'utf8')).toBe(envExample());
});

test('it shows the values that apply when nothing is set', () => {
  const shown = Object.fromEntries(
    [...envExample().matchAll(/^#([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(Object.keys(shown).length).toBeGreaterThan(10);
  expect(parseEnv(shown)).toEqual(parseEnv({}));
});
