import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Rgb = readonly [number, number, number];

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');
const light = tokensOf(lightCss);
const dark = new Map([...light, ...tokensOf(darkCss)]);

/** Text on what lies under it: 4.5; the boundary of a control, an icon, a ring: 3. */
const pairs = [
  ...['canvas', 'surface', 'sunken'].flatMap((ground) => [
    { front: 'text', ground, least: 7 },
    { front: 'text-muted', ground, least: 4.5 },
    { front: 'error', ground, least: 4.5 },
    { front: 'success', ground, least: 4.5 },
    { front: 'accent', ground, least: 4.5 },
  ]),
  { front: 'on-accent', ground: 'accent', least: 4.5 },
  { front: 'on-error', ground: 'error', least: 4.5 },
  { front: 'on-accent', ground: 'accent-strong', least: 4.5 },
  ...['text', 'text-muted', 'accent'].map((front) => ({ front, ground: 'accent-soft', least: 4.5 })),
  ...['error', 'success', 'warning'].flatMap((tone) => [
    { front: tone, ground: `${tone}-soft`, least: 4.5 },
    { front: 'text', ground: `${tone}-soft`, least: 7 },
    { front: tone, ground: 'surface', least: 4.5 },
  ]),
  { front: 'border-strong', ground: 'surface', least: 3 },
  { front: 'border-strong', ground: 'canvas', least: 3 },
];

for (const [scheme, tokens] of [
  ['light', light],
  ['dark', dark],
] as const) {
  test.each(pairs)(`${scheme}: $front on $ground has at least $least`, ({ front, ground, least }) => {
    expect(contrast(colorOf(tokens, front), colorOf(tokens, ground))).toBeGreaterThanOrEqual(least);
  });
}

function tokensOf(text: string): Map<string, string> {
  const declarations = text.matchAll(/--color-([\w-]+):\s*([^;]+);/gu);
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value]));
}

/** Reads what tokens.css writes: a hex colour, the default of a tenant's colour, or a mix of two. */
function colorOf(tokens: Map<string, string>, name: string): Rgb {
  return parse(tokens, tokens.get(name) ?? '');
}

function parse(tokens: Map<string, string>, value: string): Rgb {
  const [, mixed, share, other] =
    /color-mix\(in srgb, var\(--color-([\w-]+)\) (\d+)%, (#\w{6})\)/u.exec(value) ?? [];
  if (mixed !== undefined && share !== undefined && other !== undefined) {
    const [first, second] = [colorOf(tokens, mixed), parse(tokens, other)];
    const part = Number(share) / 100;
    const at = (index: 0 | 1 | 2) => first[index] * part + second[index] * (1 - part);
    return [at(0), at(1), at(2)];
  }
  const hex = /#([0-9a-f]{6})/u.exec(value)?.[1];
  if (hex === undefined) throw new Error(`No colour in "${value}"`);
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(0), at(2), at(4)];
}

function contrast(first: Rgb, second: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
