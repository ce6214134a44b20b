import { describe, expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { tenant as meridian } from '#testing/tenant-meridian/tenant.ts';
import { contrastOf, hexOf, pairs, palettesOf } from './contrast.ts';

describe.each([tenant, meridian])('$name', ({ colors }) => {
  const { light, dark } = palettesOf(colors);

  test('its accent is the one of the palette', () => {
    expect([hexOf(light, 'accent'), hexOf(dark, 'accent')]).toEqual([colors.accentLight, colors.accentDark]);
  });

  describe.each([
    { scheme: 'light', palette: light },
    { scheme: 'dark', palette: dark },
  ])('$scheme', ({ palette }) => {
    test.each(pairs)('$front on $ground has at least $least', (pair) => {
      expect(contrastOf(palette, pair)).toBeGreaterThanOrEqual(pair.least);
    });
  });
});

test('black on white has 21', () => {
  const palette = new Map([
    ['text', '#000000'],
    ['canvas', '#ffffff'],
  ]);
  expect(contrastOf(palette, { front: 'text', ground: 'canvas', least: 21 })).toBe(21);
});
