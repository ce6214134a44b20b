import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { readLogo } from '#server/domain/documents/logo.ts';
import { logoFiles } from './logo-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const colors = {
  accentLight: '#800000',
  accentDark: '#ffaaaa',
  onAccentLight: '#ffffff',
  onAccentDark: '#000000',
};
const svg = (inside: string, root = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;
const square = (fill: string) => `<rect x="2" y="2" width="6" height="6" ${fill}/>`;

/** The colors of an icon in its middle and at its lower edge. */
async function colorsOf(png: Buffer | undefined): Promise<readonly string[]> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return `#${data.subarray(from, from + 3).toString('hex')}`;
  };
  return [at(info.width / 2, info.height / 2), at(info.width / 2, info.height - 1)];
}

test.each([
  { what: 'one color', logo: svg(square('fill="currentColor"')), seen: ['#ffffff', '#800000'] },
  { what: 'colors of its own', logo: svg(square('fill="#123456"')), seen: ['#123456', '#ffffff'] },
  {
    what: 'a style, a size of its own and a prolog',
    logo: `<?xml version="1.0"?>\n<!-- by hand -->\n${svg(`<style>.a{fill:#123456}</style>${square('class="a"')}`, `width='40mm' height="40mm" viewBox="0 0 10 10"`)}`,
    seen: ['#123456', '#ffffff'],
  },
  {
    what: 'a gradient and a shape that is used again',
    logo: svg(
      `<defs><linearGradient id="g"><stop stop-color="#123456"/></linearGradient><g id="s">${square('fill="url(#g)"')}</g></defs><use href="#s"/>`,
    ),
    seen: ['#123456', '#ffffff'],
  },
  {
    what: 'a wide box',
    logo: svg('<path d="M0 0h40v10H0z" fill="#123456"/>', 'viewBox="0 0 40 10"'),
    seen: ['#123456', '#ffffff'],
  },
])('a logo with $what is on every icon', async ({ logo, seen }) => {
  const files = await logoFiles(logo, colors);
  for (const name of ['icons/icon-192.png', 'icons/maskable-512.png', 'apple-touch-icon.png'])
    expect(await colorsOf(files.get(name)), name).toEqual(seen);
  const { channels } = await sharp(files.get('icons/monochrome-512.png')).stats();
  expect(channels.at(-1)).toMatchObject({ min: 0, max: 255 });
});

test('currentColor is the accent in the header, and the dark one in the dark', async () => {
  const files = await logoFiles(svg(square('fill="currentColor"')), colors);
  expect(await colorsOf(await sharp(files.get('logo.svg')).png().toBuffer())).toContain('#800000');
  expect(await colorsOf(await sharp(files.get('logo-dark.svg')).png().toBuffer())).toContain('#ffaaaa');
});

test.each([
  { logo: 'PNG', says: 'has no viewBox' },
  { logo: svg(square(''), 'width="10" height="10"'), says: 'has no viewBox' },
  { logo: svg('<script>1</script>'), says: 'has a script' },
  { logo: svg('<g onclick="a()"/>'), says: 'has a script' },
  { logo: svg('<text>University</text>'), says: 'has text' },
  { logo: svg('<image href="https://example.edu/a.png"/>'), says: 'loads something else' },
  { logo: svg('<style>@import "a.css";</style>'), says: 'loads something else' },
  { logo: svg('<rect fill="url(https://example.edu/a.svg#b)"/>'), says: 'loads something else' },
  { logo: svg('<g>'), says: 'cannot be drawn' },
  { logo: svg('<g/>'), says: 'draws nothing' },
  { logo: svg(`<path d="M0 0${'h1'.repeat(20_000)}"/>`), says: 'has more than 30000 bytes' },
])('an SVG that $says is refused', async ({ logo, says }) => {
  await expect(logoFiles(logo, colors)).rejects.toThrow(says);
});

test('public/ has the logo of the university', async () => {
  const files = await logoFiles(readLogo(), tenant.colors);
  for (const name of ['logo.svg', 'logo-dark.svg'])
    expect(readFileSync(resolve(ROOT, 'public', name), 'utf8'), 'Run npm run icons.').toBe(
      files.get(name)?.toString(),
    );
});
