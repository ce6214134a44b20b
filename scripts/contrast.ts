import { readFileSync } from 'node:fs';
import type { Tenant } from '#partner.ts';

type Rgb = readonly [number, number, number];

/** The colors of the tokens as CSS writes them, by their names without `--color-`. */
type Palette = ReadonlyMap<string, string>;

/** A color in front of another, and the least contrast of the two. */
export interface Pair {
  readonly front: string;
  readonly ground: string;
  readonly least: number;
}

/** Text needs 4.5, or 7 where applicants read much. The border of a control, an icon or a focus ring needs 3. */
export const pairs: readonly Pair[] = [
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
  ]),
  { front: 'warning', ground: 'surface', least: 4.5 },
  { front: 'border-strong', ground: 'surface', least: 3 },
  { front: 'border-strong', ground: 'canvas', least: 3 },
];

/** The colors of `src/ui/tokens.css` with those of a tenant inserted, for both schemes. */
export function palettesOf(colors: Tenant['colors']): { readonly light: Palette; readonly dark: Palette } {
  const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8');
  const branded = Object.entries(colors).reduce(
    (text, [name, value]) =>
      text.replaceAll(new RegExp(`var\\(--tenant-${kebab(name)}, #\\w+\\)`, 'g'), () => value),
    css,
  );
  const [lightCss = '', darkCss = ''] = branded.split('@media screen and (prefers-color-scheme: dark)');
  const light = declarationsIn(lightCss);
  return { light, dark: new Map([...light, ...declarationsIn(darkCss)]) };
}

/** The contrast ratio from 1 to 21, as WCAG computes it. */
export function contrastOf(palette: Palette, { front, ground }: Pair): number {
  const luminances = [colorOf(palette, front), colorOf(palette, ground)].map(luminance);
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** A color of the palette as six hexadecimal digits. */
export function hexOf(palette: Palette, name: string): string {
  const digits = colorOf(palette, name).map((part) => Math.round(part).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function declarationsIn(css: string): Map<string, string> {
  const declarations = css.matchAll(/--color-([\w-]+):\s*([^;]+);/g);
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value]));
}

/** Resolves a value of tokens.css: a hex color, or a mix of a token and a hex color. */
function colorOf(palette: Palette, name: string): Rgb {
  const value = palette.get(name) ?? '';
  const [, mixed, share, other] =
    /color-mix\(in srgb, var\(--color-([\w-]+)\) (\d+)%, (#\w{6})\)/.exec(value) ?? [];
  if (mixed === undefined || share === undefined || other === undefined) return parse(value);
  const [first, second, part] = [colorOf(palette, mixed), parse(other), Number(share) / 100];
  const at = (index: 0 | 1 | 2) => first[index] * part + second[index] * (1 - part);
  return [at(0), at(1), at(2)];
}

function parse(value: string): Rgb {
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex === undefined) throw new Error(`No color in "${value}"`);
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(0), at(2), at(4)];
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
