import { readFileSync } from 'node:fs';
import { tenant } from '#tenant/tenant.ts';

const FILE = new URL('../../../src/tenant/logo.svg', import.meta.url);
/** Attributes that place and paint the root of a drawing. */
const PLACE = /\s(?:x|y|width|height|color)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Returns the university's logo as its file has it. */
export function readLogo(): string {
  return readFileSync(FILE, 'utf8');
}

/**
 * Returns a logo as one element, which `currentColor` paints in this color.
 *
 * @param place attributes that say where it stands in another drawing; by itself it fills its page
 */
export function paintedLogo(svg: string, color: string, place = ''): string {
  const element = svg.slice(svg.search(/<svg\b/)).trim();
  return element.replace(
    /^<svg\b[^>]*/,
    (root) => `${root.replaceAll(PLACE, '')}${place && ` ${place}`} color="${color}"`,
  );
}

function dataUri(color: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(paintedLogo(readLogo(), color)).toString('base64')}`;
}

/** The university's logo for pages that load nothing, on a light and on a dark ground. */
export const logo = {
  light: dataUri(tenant.colors.accentLight),
  dark: dataUri(tenant.colors.accentDark),
};
